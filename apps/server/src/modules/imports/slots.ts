/** How many imports run at a time. */

import pLimit from 'p-limit'
import { problem } from '#call/problems.ts'

/** Each takes some 30 MB until it ends. */
const maxRunning = 4
/** Seconds: a file of 5,000 people takes about as long. */
const retryAfterSeconds = 10

let running = 0

/** Runs an import; throws `busy` if there are too many. Call it before reading the file, since waiting files take memory. */
export async function withImportSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning)
    throw problem('busy', {
      detail: `Several imports are running. Nothing was saved; try again in ${retryAfterSeconds} seconds.`,
      retryAfter: retryAfterSeconds,
    })
  running++
  try {
    return await work()
  } finally {
    running--
  }
}

/** The transaction of an import waits here for its turn: it takes seconds, and there are few connections. */
export const withImportTurn = pLimit(2)
