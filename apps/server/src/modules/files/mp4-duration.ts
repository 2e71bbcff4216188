/** How long an MP4, MOV or M4A is: the movie header says it, wherever in the file it stands (ISO/IEC 14496-12, section 8.2.2). */

/** Bytes `offset` to `offset + length`, fewer at the end. */
type Read = (offset: number, length: number) => Promise<Uint8Array>

/** Boxes looked at before giving up: real files have a handful at each level. */
const patience = 64
/** Bytes of the longest movie header that matters, and of the longest box header. */
const [headerLength, boxHeader] = [32, 16]

/** In seconds; undefined where the file does not say, or cannot be understood. */
export async function mp4Duration(read: Read): Promise<number | undefined> {
  const movie = await findBox(read, 'moov', 0, Infinity)
  const header = movie && (await findBox(read, 'mvhd', movie.start, movie.end))
  return header && durationOf(await read(header.start, headerLength))
}

/** The inside of the first box of that name between two places. */
async function findBox(read: Read, name: string, from: number, to: number): Promise<{ start: number; end: number } | undefined> {
  for (let at = from, tries = 0; at < to && tries < patience; tries++) {
    const head = viewOf(await read(at, boxHeader))
    if (head.byteLength < 8) return undefined
    const short = head.getUint32(0)
    // 1: the real size follows in eight bytes. 0: the box goes on to the end of the file.
    const isLong = short === 1
    if (isLong && head.byteLength < boxHeader) return undefined
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? Infinity : short
    const inside = isLong ? boxHeader : 8
    if (size < inside) return undefined
    if (nameOf(head) === name) return { start: at + inside, end: at + size }
    at += size
  }
  return undefined
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameOf = (head: DataView) => String.fromCharCode(...[4, 5, 6, 7].map((offset) => head.getUint8(offset)))

/** Version 1 has times of eight bytes, version 0 of four. All bits set mean unknown, as does 0 where the film comes in pieces. */
function durationOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerLength) return undefined
  const header = viewOf(bytes)
  const isLong = header.getUint8(0) === 1
  const scale = header.getUint32(isLong ? 20 : 12)
  const units = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16)
  const isKnown = scale > 0 && units > 0 && units !== 0xffff_ffff && units < Number.MAX_SAFE_INTEGER
  return isKnown ? units / scale : undefined
}
