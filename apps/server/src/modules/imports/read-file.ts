/** Reads a file of an import in a worker thread, one file at a time. */

import { Worker } from 'node:worker_threads'
import { problem, type ProblemError } from '#call/problems.ts'
import type { Message, Reading, Task } from '#modules/imports/reader-thread.ts'
import { ImportFileError, type ImportErrorName, type ReadOptions } from '#modules/imports/table.ts'

/** Memory limits of the thread in MB: old and new objects. 20,000 users take a quarter of it. */
const [memory, newest] = [160, 16]
/** Milliseconds: a file that takes longer was made to. */
const timeoutMs = 20_000

export const toProblem = ({ problem: error, message: detail, pointers }: ImportFileError): ProblemError =>
  problem(error, error === 'validation-failed' ? { detail, errors: pointers.map((pointer) => ({ pointer, detail })) } : { detail })

/** Files are read one at a time to limit memory. */
let lastReading: Promise<unknown> = Promise.resolve()

/** `thread` calls `answer` with what the import makes of a table. Throws a problem if the file cannot be used at all. */
export function readFile<Item, Detected>(thread: URL, bytes: Uint8Array, options: ReadOptions): Promise<Reading<Item, Detected>> {
  const reading = lastReading.then(() => readInThread<Item, Detected>(thread, { bytes, options }))
  lastReading = reading.catch(() => {})
  return reading.catch((error: unknown) => {
    throw error instanceof ImportFileError ? toProblem(error) : error
  })
}

function readInThread<Item, Detected>(thread: URL, task: Task): Promise<Reading<Item, Detected>> {
  const worker = new Worker(thread, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: newest },
  })
  const items: Item[] = []
  const timer = setTimeout(() => worker.emit('error', toFileError('too-large', 'Reading the file takes too long.')), timeoutMs)
  return new Promise<Reading<Item, Detected>>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'done') return resolve({ items, detected: message.detected as Detected })
      if (message.kind === 'error') return reject(new ImportFileError(message.error, message.sentence, message.pointers))
      items.push(...(message.items as readonly Item[]))
      worker.postMessage('next', [])
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? toFileError('too-large', 'Reading the file takes too much memory. Remove everything that is not needed.')
          : error,
      ),
    )
    worker.once('exit', () => reject(new Error('The reader ended without an answer')))
  }).finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}

const toFileError = (name: ImportErrorName, sentence: string) => new ImportFileError(name, sentence)
