/** Ids that increase with time. */

import { randomUUIDv7 } from 'node:crypto'

let lastId = ''

/**
 * Version 7, and each greater than the one before from this process, within a millisecond and while the clock is set back too: reading rows
 * after a given id skips none. Where the clock gives no greater one, the last one is counted up.
 */
export function risingId(newId: () => string = randomUUIDv7): string {
  const id = newId()
  return (lastId = id > lastId ? id : nextAfter(lastId))
}

/** The random part has 62 bits below the variant, which do not run over. */
function nextAfter(id: string): string {
  const low = (BigInt(`0x${id.slice(19).replace('-', '')}`) + 1n).toString(16)
  return `${id.slice(0, 19)}${low.slice(0, 4)}-${low.slice(4)}`
}
