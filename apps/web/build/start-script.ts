/** Inlines src/start.js into the head of the page, with the files needed by each screen. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { firstCalls } from '../src/app/first-calls.ts'
import { paths } from '../src/lib/paths.ts'
import { loadedWith } from './bundle-limits.ts'

const source = (file: string): string => readFileSync(join(import.meta.dirname, '../src', file), 'utf8')

/** A route pattern as a regular expression. */
export const toRouteExpression = (pattern: string): string => `^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`

/** Name and module of each lazily loaded screen, from the table of screens. */
export const listLazyScreens = (table: string): { name: string; module: string }[] =>
  [...table.matchAll(/path: paths\.(\w+)\.pattern,.*import\('#(features\/[^']+)'\)/g)].map(([, name = '', module = '']) => ({
    name,
    module,
  }))

type Chunks = readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'moduleIds'>[]
type Screen = { pattern: string; isPublic?: true; files: string[]; calls?: readonly { url: string; role?: string }[] }

export function startTable(table: string, chunks: Chunks): Screen[] {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
  const first = new Set(
    loadedWith(
      chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
      imports,
    ),
  )
  return (
    listLazyScreens(table)
      .map(({ name, module }) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)))
        const pattern = (paths as Record<string, { pattern: string }>)[name]?.pattern
        if (!chunk || pattern === undefined) throw new Error(`The screen ${name} is not among the built files`)
        const files = loadedWith([chunk.fileName], imports).filter((file) => !first.has(file))
        const calls = firstCalls[name]
        return { name, pattern, files: files.map((file) => `/${file}`), ...(calls && { calls }) }
      })
      // As in the router, a static segment wins over a parameter.
      .sort((one, other) => one.pattern.split(':').length - other.pattern.split(':').length)
      .map(({ name: _, pattern, ...screen }) => ({
        pattern: toRouteExpression(pattern),
        ...(pattern.startsWith('/auth/') && { isPublic: true as const }),
        ...screen,
      }))
  )
}

const withTable = (screens: readonly Screen[]): string =>
  source('start.js').replace('const screens = []', `const screens = ${JSON.stringify(screens)}`)

export function startScript(): Plugin {
  let fileName: string | undefined
  return {
    name: 'start-script',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const script = withTable(startTable(source('app/screens.ts'), chunks))
      fileName = `assets/start-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: () => [
      fileName === undefined
        ? { tag: 'script', children: withTable([]), injectTo: 'head-prepend' }
        : { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
  }
}
