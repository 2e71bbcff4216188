/** How many imports a process takes at a time. */
import { problem } from '#http/problems.ts'

/** Running or waiting for their turn to be read: each keeps some 30 MB until it ends, and a connection while it writes. */
const most = 4
/** Seconds: a file of 5,000 people takes about as long. */
const retryAfter = 10

let running = 0

/** Runs an import; throws `busy` where others fill the process. Belongs before the file is read: what waits is in memory. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most)
    throw problem('busy', { detail: `Several imports are running. Nothing was saved; try again in ${retryAfter} seconds.`, retryAfter })
  running++
  try {
    return await work()
  } finally {
    running--
  }
}
