/** Makes a module of each icon that `src/ui/icons.ts` names, from one file with all of Tabler's: their package for React has 18,000 files. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const prefix = 'virtual:icons/'
/** Among the packages, like the code of other libraries. */
const folder = '\0/node_modules/@iconify-json/tabler/'
const require = createRequire(import.meta.url)
const component = normalizePath(join(import.meta.dirname, '../src/ui/icon.tsx'))

type IconSet = { icons: Record<string, { body: string } | undefined> }

/** The paths of an icon's SVG, and whether they are filled. Throws if it has anything else to draw. */
export function readIconPaths(body: string): { paths: string[]; isFilled: boolean } {
  const unknown = /<(?!\/?g\b|path\b)[^>]*>/.exec(body)
  if (unknown) throw new Error(`an icon of paths has ${unknown[0]}`)
  return { paths: [...body.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path!), isFilled: !body.includes('stroke="currentColor"') }
}

export function icons(): Plugin {
  let set: IconSet | undefined
  const read = (): IconSet => {
    set ??= JSON.parse(readFileSync(require.resolve('@iconify-json/tabler/icons.json'), 'utf8')) as IconSet
    return set
  }
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? folder + id.slice(prefix.length) : undefined),
    load(id) {
      if (!id.startsWith(folder)) return undefined
      const name = id.slice(folder.length)
      const icon = read().icons[name]
      if (!icon) return this.error(`Tabler has no icon ${name}`)
      const { paths, isFilled } = readIconPaths(icon.body)
      const code = `import { createIcon } from ${JSON.stringify(component)}\nexport default /*#__PURE__*/ createIcon(${JSON.stringify(paths)}, ${isFilled})`
      return { code, moduleSideEffects: false }
    },
  }
}
