/** How much of an upload in parts is here, so that its parts never take more than it may: counted in memory, read from the disk once. */
import { FileTooLarge } from '#services/disk-writing.ts'

/** Uploads that are remembered; of others the parts are read again. */
const remembered = 1000

interface Room {
  /** Bytes by part. */
  sizes: Map<number, number>
  /** What replaces a part, one after the other. */
  turn: Promise<unknown>
}

type Load = () => Promise<readonly { partNumber: number; size: number }[]>

export function createRooms() {
  const rooms = new Map<string, Promise<Room>>()
  const open = (uploadId: string, load: Load): Promise<Room> => {
    const found = rooms.get(uploadId)
    if (found) return found
    const room = load().then((parts) => ({
      sizes: new Map(parts.map(({ partNumber, size }) => [partNumber, size])),
      turn: Promise.resolve(),
    }))
    rooms.set(uploadId, room)
    room.catch(() => rooms.delete(uploadId))
    if (rooms.size > remembered) rooms.delete(rooms.keys().next().value!)
    return room
  }
  const left = ({ sizes }: Room, partNumber: number, limit: number): number => {
    let others = 0
    for (const [number, size] of sizes) if (number !== partNumber) others += size
    return limit - others
  }

  return {
    /** Bytes that the part may have. Another process may have replaced others by smaller ones: before a part is refused, the disk is asked. */
    async left(uploadId: string, part: { partNumber: number; limit: number; length: number | undefined }, load: Load): Promise<number> {
      const room = left(await open(uploadId, load), part.partNumber, part.limit)
      if (room >= (part.length ?? 1)) return room
      rooms.delete(uploadId)
      return left(await open(uploadId, load), part.partNumber, part.limit)
    },
    /** Writes the part down where there is still room: others came meanwhile. One after the other, so that each replaces what it saw. */
    async keep<T>(
      uploadId: string,
      part: { partNumber: number; size: number; limit: number },
      load: Load,
      write: () => Promise<T>,
    ): Promise<T> {
      const room = await open(uploadId, load)
      const done = room.turn.then(async () => {
        if (part.size > left(room, part.partNumber, part.limit)) throw new FileTooLarge(`more than ${part.limit} bytes`)
        const kept = await write()
        room.sizes.set(part.partNumber, part.size)
        return kept
      })
      room.turn = done.catch(() => {})
      return done
    },
    forget: (uploadId: string): void => void rooms.delete(uploadId),
  }
}
