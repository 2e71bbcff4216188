/** Inlines src/start.js into the head of the page, with the files needed by each screen. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { toUrl } from '@lms/contract/client'
import { paths as callPaths } from '@lms/contract/generated/paths'
import { canEver, type Role, roles } from '@lms/contract/policy'
import type { Screen } from '../src/app/screens.ts'
import { paths } from '../src/lib/paths.ts'
import type { ScreenCall } from '../src/lib/screen-calls.ts'
import { loadedWith } from './bundle-limits.ts'

const sourcePath = (file: string): string => join(import.meta.dirname, '../src', file)

/** A route pattern as a regular expression. */
export const toRouteExpression = (pattern: string): string => `^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`

/** The module of a lazily loaded screen. */
const moduleOf = ({ load }: Screen): string | undefined => /features\/[\w/-]+\.tsx/.exec(String(load))?.[0]

const nameOf = (path: string): string => Object.entries(paths).find(([, { pattern }]) => pattern === path)![0]

type Chunks = readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'moduleIds'>[]
type Data = Pick<typeof import('../src/app/screen-data.ts'), 'screenData' | 'firstCalls'>
type Call = { url: string; roles?: readonly Role[] }
type StartScreen = { pattern: string; isPublic?: true; files: string[]; calls?: readonly Call[]; parts?: readonly Call[] }

/** The address of a call, in which `:name` is a parameter of the screen's path; and who makes it, unless everybody does. */
function toCall({ allow }: Screen, { domain, name, request, role }: ScreenCall): Call {
  const { path } = (callPaths as Record<string, Record<string, { path: string }>>)[domain]![name]!
  const url = toUrl(path, (request ?? {}) as Parameters<typeof toUrl>[1]).replaceAll('%3A', ':')
  const allowed = roles.filter((one) => (role ?? one) === one && (allow === 'anyone' || allow === 'signed-in' || canEver(one, allow)))
  return { url, ...(allowed.length < roles.length && { roles: allowed }) }
}

export function startTable(screens: readonly Screen[], { screenData, firstCalls }: Data, chunks: Chunks): StartScreen[] {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
  const first = new Set(
    loadedWith(
      chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
      imports,
    ),
  )
  return (
    screens
      .filter(({ load }) => load)
      // As in the router, a static segment wins over a parameter.
      .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)
      .map((screen) => {
        const { path, allow } = screen
        const data = screen.data && screenData[screen.data]
        const modules = [moduleOf(screen), ...(data ? ['app/screen-boundary.tsx'] : [])]
        const needed = modules.map((module) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`))))
        if (!needed.every((chunk) => chunk !== undefined)) throw new Error(`The screen of ${path} is not among the built files`)
        const names = needed.map(({ fileName }) => fileName)
        const files = loadedWith(names, imports).filter((file) => !first.has(file))
        const toCalls = (calls: readonly ScreenCall[] = []) => calls.map((call) => toCall(screen, call))
        const calls = toCalls([...(data?.calls ?? []), ...(firstCalls[nameOf(path)] ?? [])])
        const parts = toCalls(data?.parts)
        return {
          pattern: toRouteExpression(path),
          ...(allow === 'anyone' && { isPublic: true as const }),
          files: files.map((file) => `/${file}`),
          ...(calls.length > 0 && { calls }),
          ...(parts.length > 0 && { parts }),
        }
      })
  )
}

const withTable = (screens: readonly StartScreen[]): string =>
  readFileSync(sourcePath('start.js'), 'utf8').replace('const screens = []', `const screens = ${JSON.stringify(screens)}`)

export function startScript(): Plugin {
  let fileName: string | undefined
  return {
    name: 'start-script',
    async generateBundle(_options, bundle) {
      // Not imported above: the bundle of this configuration would hold all screens.
      const importSource = (file: string): Promise<object> => import(pathToFileURL(sourcePath(file)).href)
      const { screens } = (await importSource('app/screens.ts')) as typeof import('../src/app/screens.ts')
      const data = (await importSource('app/screen-data.ts')) as typeof import('../src/app/screen-data.ts')
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const script = withTable(startTable(screens, data, chunks))
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
