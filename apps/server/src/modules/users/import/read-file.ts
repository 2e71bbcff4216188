/** Reads a file of people in a thread of its own, one file at a time. */
import { Worker } from 'node:worker_threads'
import { problem, type ProblemError } from '#http/problems.ts'
import { ImportFileError, type FaultName, type Wish } from '#modules/users/import/fault.ts'
import type { Reading } from '#modules/users/import/people.ts'
import type { Candidate } from '#modules/users/import/rules.ts'
import type { Message, Task } from '#modules/users/import/reader.ts'

/** MB that the thread may use for objects, and for those that are new. 20,000 people take a quarter of it. */
const [memory, newest] = [160, 16]
/** Milliseconds: a file that takes longer is made to take long. */
const patience = 20_000

const toProblem = ({ fault, message: detail, pointers }: ImportFileError): ProblemError =>
  problem(fault, fault === 'invalid' ? { detail, errors: pointers.map((pointer) => ({ pointer, detail })) } : { detail })

/** The memory of several files at once would be too much: they wait for each other. */
let last: Promise<unknown> = Promise.resolve()

/** Throws the problem where the file cannot be used at all. */
export function readFile(bytes: Uint8Array, wish: Wish): Promise<Reading> {
  const reading = last.then(() => readInThread({ bytes, wish }))
  last = reading.catch(() => {})
  return reading.catch((error: unknown) => {
    throw error instanceof ImportFileError ? toProblem(error) : error
  })
}

function readInThread(task: Task): Promise<Reading> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: newest },
  })
  const people: Candidate[] = []
  const timer = setTimeout(() => worker.emit('error', fault('too-large', 'Reading the file takes too long.')), patience)
  return new Promise<Reading>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'done') return resolve({ detected: message.detected, people })
      if (message.kind === 'fault') return reject(new ImportFileError(message.fault, message.sentence, message.pointers))
      people.push(...message.people)
      worker.postMessage('next', [])
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? fault('too-large', 'The file needs too much memory to be read. Keep only the people in it.')
          : error,
      ),
    )
    worker.once('exit', () => reject(new Error('The reader ended without an answer')))
  }).finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}

const fault = (name: FaultName, sentence: string) => new ImportFileError(name, sentence)
