/**
 * Pieces of bodies that were written are garbage at once. V8 counts them as memory outside its heap and, every 32 MiB, walks
 * through the whole heap to find them: a third of what an upload costs. Looking at what is young is enough, and takes half a
 * millisecond; it also keeps the process small.
 */
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of bodies between two looks. */
const every = 2 * 1024 * 1024

let passed = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/** Says that so many bytes have come and gone. */
export function collectYoung(bytes: number): void {
  passed += bytes
  if (passed < every) return
  passed = 0
  collect ??= minorCollector()
  collect({ type: 'minor' })
}

/** Node hands it out with `--expose-gc` alone; a context that is made while the flag is set has it too. */
function minorCollector() {
  v8.setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void
  v8.setFlagsFromString('--no-expose-gc')
  return gc
}
