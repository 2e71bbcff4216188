/** An upload of the same file that was begun in another browser: it goes on here, and no part that arrived is sent again. */
import type { PartName, UploadCalls } from './calls.ts'

type Options = {
  calls: Pick<UploadCalls, 'unfinished'>
  signal: AbortSignal
  /** What this browser has in its list, in whichever tab: it goes on there. */
  keysHere: () => Promise<Set<string>>
}

/**
 * By name and size, for nothing else of the file is known to the server; and a file that was changed since the upload began is
 * another one. Where the server does not say, a new upload begins.
 */
export const begunElsewhere =
  ({ calls, signal, keysHere }: Options) =>
  async ({ name, size, lastModified }: File): Promise<PartName | null> => {
    const { items } = await calls.unfinished(signal).catch(() => ({ items: [] }))
    const here = await keysHere()
    const isSame = (one: (typeof items)[number]): boolean =>
      one.fileName === name.slice(0, 255) && one.size === size && lastModified < Date.parse(one.createdAt) && !here.has(one.key)
    return items.filter(isSame).toSorted((one, other) => other.confirmed - one.confirmed)[0] ?? null
  }
