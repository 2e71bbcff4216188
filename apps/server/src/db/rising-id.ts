/** Ids that increase with time. */
import { randomUUIDv7 } from 'node:crypto'

let lastId = ''

/** Version 7, also increasing within a millisecond: reading rows after a given id skips none. */
export function risingId(): string {
  let id = randomUUIDv7()
  while (id <= lastId) id = randomUUIDv7()
  return (lastId = id)
}
