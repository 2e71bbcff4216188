/** Ids in the order in which they were made. */
import { randomUUIDv7 } from 'node:crypto'

let lastId = ''

/** Version 7, also rising within one millisecond: what is read in the order of ids and after a given one leaves nothing out. */
export function risingId(): string {
  let id = randomUUIDv7()
  while (id <= lastId) id = randomUUIDv7()
  return (lastId = id)
}
