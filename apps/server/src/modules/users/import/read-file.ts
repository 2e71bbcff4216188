/** Reads a file of users or marks in a worker thread, one file at a time. */

import { Worker } from 'node:worker_threads'
import { problem, type ProblemError } from '#call/problems.ts'
import { ImportFileError, type ImportErrorName, type TableRow, type ReadOptions } from '#modules/users/import/import-error.ts'
import type { Reading } from '#modules/users/import/parse-people.ts'
import type { Message, Task } from '#modules/users/import/reader.ts'
import type { Candidate } from '#modules/users/import/rules.ts'

/** Memory limits of the thread in MB: old and new objects. 20,000 users take a quarter of it. */
const [memory, newest] = [160, 16]
/** Milliseconds: a file that takes longer was made to. */
const timeoutMs = 20_000

export const toProblem = ({ problem: error, message: detail, pointers }: ImportFileError): ProblemError =>
  problem(error, error === 'validation-failed' ? { detail, errors: pointers.map((pointer) => ({ pointer, detail })) } : { detail })

/** Files are read one at a time to limit memory. */
let lastReading: Promise<unknown> = Promise.resolve()

/** Throws a problem if the file cannot be used at all. */
export async function readFile(bytes: Uint8Array, options: ReadOptions): Promise<Reading> {
  const { detected, people } = await inTurn({ bytes, options, as: 'people' })
  return { detected: detected!, people }
}

/** The rows of a table that are not blank, and the sheets that are not read. */
export const readRows = (bytes: Uint8Array): Promise<Pick<Found, 'rows' | 'otherSheets'>> => inTurn({ bytes, options: {}, as: 'rows' })

interface Found {
  detected: Reading['detected'] | null
  people: Candidate[]
  rows: TableRow[]
  otherSheets: string[]
}

function inTurn(task: Task): Promise<Found> {
  const reading = lastReading.then(() => readInThread(task))
  lastReading = reading.catch(() => {})
  return reading.catch((error: unknown) => {
    throw error instanceof ImportFileError ? toProblem(error) : error
  })
}

function readInThread(task: Task): Promise<Found> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: newest },
  })
  const people: Candidate[] = []
  const rows: TableRow[] = []
  const timer = setTimeout(() => worker.emit('error', toFileError('too-large', 'Reading the file takes too long.')), timeoutMs)
  return new Promise<Found>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'done') return resolve({ detected: message.detected, people, rows, otherSheets: message.otherSheets })
      if (message.kind === 'error') return reject(new ImportFileError(message.error, message.sentence, message.pointers))
      if (message.kind === 'people') people.push(...message.people)
      else rows.push(...message.rows)
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
