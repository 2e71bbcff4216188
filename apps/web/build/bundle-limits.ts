/** Fails `npm run check` if a page would load too much, which nobody would notice otherwise. */

import type { Plugin } from 'vite'
import { brotli } from './compress.ts'

/** Files by name, each with the files that it imports statically. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** The files of an import cycle, if there is one: a page that needs one of them loads all. */
export function findCycle(imports: Imports): string[] | undefined {
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const cycle = follow(next, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = follow(file, [])
    if (cycle) return cycle
  }
  return undefined
}

/** All files loaded with these. */
export function loadedWith(files: readonly string[], imports: Imports): string[] {
  const loaded = new Set<string>()
  const add = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const next of imports.get(file) ?? []) add(next)
  }
  for (const file of files) add(file)
  return [...loaded]
}

/** KiB of JS and CSS, compressed with brotli, without API responses, headers and what is loaded later. */
type Limit = { page: string; screen?: RegExp; files: number; kib: number }

const limits: readonly Limit[] = [
  // The sign-in page is part of the first files, because its visitors have nothing in their cache.
  { page: 'sign-in', files: 4, kib: 185 },
  { page: 'the first pages', screen: /\/dashboard\/dashboard-screen\.tsx$/, files: 5, kib: 210 },
  { page: 'a course', screen: /\/courses\/course-screen\.tsx$/, files: 5, kib: 210 },
  { page: 'a course for staff', screen: /\/courses\/(course-screen|staff-course)\.tsx$/, files: 9, kib: 250 },
  { page: 'registration', screen: /\/auth\/register-screen\.tsx$/, files: 10, kib: 300 },
  { page: 'the player', screen: /\/media\/media-screen\.tsx$/, files: 13, kib: 325 },
]

/** One sentence for each limit that is exceeded. */
export function excesses(pages: readonly { page: string; files: number; kib: number; limit: Pick<Limit, 'files' | 'kib'> }[]): string[] {
  return pages.flatMap(({ page, files, kib, limit }) => [
    ...(files > limit.files ? [`${page} needs ${files} script files, more than ${limit.files}`] : []),
    ...(kib > limit.kib ? [`${page} needs ${kib.toFixed(1)} KiB of JS and CSS, more than ${limit.kib}`] : []),
  ])
}

export function bundleLimits(): Plugin {
  return {
    name: 'bundle-limits',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const imports: Imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
      const cycle = findCycle(imports)
      if (cycle) this.error(`These files import each other, so that a page that needs one loads all: ${cycle.join(' → ')}`)
      const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
      const styles = Object.values(bundle).flatMap((file) => (file.fileName.endsWith('.css') && file.type === 'asset' ? [file.source] : []))
      const size = async (sources: readonly (string | Uint8Array)[]): Promise<number> =>
        (await Promise.all(sources.map(brotli))).reduce((sum, { length }) => sum + length, 0)
      const styleSize = await size(styles)
      const sizes = new Map<string, Promise<number>>()
      const pages = await Promise.all(
        limits.map(async ({ page, screen, ...limit }) => {
          const own = screen ? chunks.filter(({ moduleIds }) => moduleIds.some((id) => screen.test(id))) : []
          if (screen && own.length === 0) this.error(`No file holds ${page}: ${screen}`)
          const files = loadedWith([...entries, ...own.map(({ fileName }) => fileName)], imports)
          let bytes = styleSize
          for (const { fileName, code } of chunks.filter((chunk) => files.includes(chunk.fileName))) {
            if (!sizes.has(fileName)) sizes.set(fileName, size([code]))
            bytes += (await sizes.get(fileName))!
          }
          return { page, files: files.length, kib: bytes / 1024, limit }
        }),
      )
      this.info(pages.map(({ page, files, kib }) => `${page}: ${files} files, ${kib.toFixed(1)} KiB`).join('; '))
      const found = excesses(pages)
      if (found.length > 0) this.error(`Pages became too heavy: ${found.join('; ')}.`)
    },
  }
}
