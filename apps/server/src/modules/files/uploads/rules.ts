/** Whether the parts that a browser names are those that arrived: pure. */

interface Named {
  partNumber: number
  etag: string
}
interface Arrived extends Named {
  size: number
}
interface Fault {
  pointer: string
  detail: string
}

/** Servers quote it, browsers and people do not always. */
const bare = (etag: string) => etag.trim().replaceAll('"', '').toLowerCase()

/** Every fault. Without one, the parts are 1, 2, 3 and so on, each once, and all that arrived. */
export function partFaults(named: readonly Named[], arrived: readonly Arrived[]): Fault[] {
  const byNumber = new Map(arrived.map((part) => [part.partNumber, part]))
  const seen = new Set<number>()
  const faults = named.flatMap(({ partNumber, etag }, index): Fault[] => {
    const at = `/parts/${index}`
    if (seen.has(partNumber)) return [{ pointer: `${at}/partNumber`, detail: `Part ${partNumber} is named twice` }]
    seen.add(partNumber)
    const part = byNumber.get(partNumber)
    if (!part) return [{ pointer: `${at}/partNumber`, detail: `Part ${partNumber} has not arrived` }]
    return bare(part.etag) === bare(etag) ? [] : [{ pointer: `${at}/etag`, detail: `Part ${partNumber} arrived with another ETag` }]
  })
  const last = Math.max(0, ...seen, ...byNumber.keys())
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter((partNumber) => !seen.has(partNumber))
  return [...faults, ...missing.map((partNumber) => ({ pointer: '/parts', detail: `Part ${partNumber} is missing` }))]
}

/** Why the parts are not the file that was announced. */
export function sizeFault(size: number, announced: number | null): Fault | undefined {
  if (size === 0) return { pointer: '/parts', detail: 'The file is empty' }
  if (announced === null || size === announced) return undefined
  const detail =
    size < announced
      ? `The parts have ${size} of ${announced} bytes: the rest has not arrived`
      : `The parts have ${size} bytes, and the file was said to have ${announced}`
  return { pointer: '/parts', detail }
}

/** S3 makers take no shorter parts, but for the last. */
export const shortFaults = (parts: readonly Arrived[], shortest: number): Fault[] =>
  parts
    .slice(0, -1)
    .flatMap(({ partNumber, size }) =>
      size < shortest ? [{ pointer: '/parts', detail: `Part ${partNumber} has less than ${shortest / 1024 / 1024} MiB` }] : [],
    )
