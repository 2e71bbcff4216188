/**
 * How much of an upload in parts is here or on its way, so that its parts never take more than it may: counted in memory, read
 * from the disk once.
 */
import { FileTooLarge } from '#services/disk-writing.ts'

/** Uploads that are remembered; of others the parts are read again. */
const remembered = 1000

interface Room {
  /** Bytes by part. */
  sizes: Map<number, number>
  /** Bytes by part of those that are being sent; each has one sender. */
  arriving: Map<number, number>
  /** What replaces a part, one after the other. */
  turn: Promise<unknown>
}

type Load = () => Promise<readonly { partNumber: number; size: number }[]>

interface Part {
  partNumber: number
  /** Bytes that all parts together may have. */
  limit: number
  /** Bytes of the part, as far as they are known. */
  size: number
}

/** Room that is held for a part while it is sent. */
export interface Held {
  /** For a part that did not say how long it is: it has become this long. */
  grow: (size: number) => void
  /** Writes the part down. One after the other, so that each replaces what it saw. */
  keep: <T>(size: number, write: () => Promise<T>) => Promise<T>
  release: () => void
}

const sizesOf = (parts: Awaited<ReturnType<Load>>) => new Map(parts.map(({ partNumber, size }) => [partNumber, size]))

/** What is left beside all other parts, arrived or arriving. */
function left({ sizes, arriving }: Room, { partNumber, limit }: Part): number {
  let others = 0
  for (const [number, size] of sizes) if (number !== partNumber) others += Math.max(size, arriving.get(number) ?? 0)
  for (const [number, size] of arriving) if (number !== partNumber && !sizes.has(number)) others += size
  return limit - others
}

function check(room: Room, part: Part): void {
  if (part.size > left(room, part)) throw new FileTooLarge(`more than ${part.limit} bytes`)
}

export function createRooms() {
  const rooms = new Map<string, Promise<Room>>()
  const open = (uploadId: string, load: Load): Promise<Room> => {
    const found = rooms.get(uploadId)
    if (found) return found
    const room = load().then((parts) => ({ sizes: sizesOf(parts), arriving: new Map<number, number>(), turn: Promise.resolve() }))
    rooms.set(uploadId, room)
    room.catch(() => rooms.delete(uploadId))
    if (rooms.size > remembered) void forgetOne()
    return room
  }
  /** The oldest that nothing is sent to. */
  const forgetOne = async () => {
    for (const [uploadId, room] of rooms) if ((await room.catch(() => undefined))?.arriving.size === 0) return rooms.delete(uploadId)
    return false
  }

  return {
    /** Holds room for a part, of the length that it says it has. Another process may have made some: before a part is refused, the disk is asked. */
    async hold(uploadId: string, part: Part, load: Load): Promise<Held> {
      const room = await open(uploadId, load)
      const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
        const done = room.turn.then(work)
        room.turn = done.catch(() => {})
        return done
      }
      if (part.size > left(room, part)) await inTurn(async () => void (room.sizes = sizesOf(await load())))
      check(room, part)
      const { partNumber } = part
      room.arriving.set(partNumber, part.size)
      return {
        grow: (size) => {
          check(room, { ...part, size })
          room.arriving.set(partNumber, size)
        },
        keep: (size, write) =>
          inTurn(async () => {
            check(room, { ...part, size })
            const kept = await write()
            room.sizes.set(partNumber, size)
            return kept
          }),
        release: () => void room.arriving.delete(partNumber),
      }
    },
    forget: (uploadId: string): void => void rooms.delete(uploadId),
  }
}
