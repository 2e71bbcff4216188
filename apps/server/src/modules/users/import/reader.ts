/** A thread of its own that reads one file: parsing blocks nobody, and a bomb takes this thread with it and nothing else. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from '#modules/users/import/csv-table.ts'
import { asWished, ImportFileError, type FaultName, type Table, type Wish } from '#modules/users/import/fault.ts'
import { fileKind } from '#modules/users/import/file-kind.ts'
import { readPeople, type Reading } from '#modules/users/import/people.ts'
import type { Candidate } from '#modules/users/import/rules.ts'
import { readXlsx } from '#modules/users/import/xlsx-table.ts'

export type Message =
  | { kind: 'people'; people: Candidate[] }
  | { kind: 'done'; detected: Reading['detected'] }
  | { kind: 'fault'; fault: FaultName; sentence: string; pointers: readonly string[] }

/** What the thread is started with. */
export interface Task {
  bytes: Uint8Array
  wish: Wish
}

/** People in one message: what the other side unpacks at once. */
const piece = 500

const port = parentPort!
const send = (message: Message) => port.postMessage(message)

function refuseWish(): never {
  throw new ImportFileError('invalid', 'This is an Excel workbook: it is read in one way only.')
}

async function tableOf({ bytes, wish }: Task): Promise<Table> {
  if (fileKind(bytes) === 'CSV') return readCsv(bytes, wish)
  if (wish.delimiter ?? wish.encoding) asWished(wish, refuseWish)
  return readXlsx(bytes)
}

async function read(task: Task): Promise<void> {
  const table = await tableOf(task)
  const { detected, people } = asWished(task.wish, () => readPeople(table))
  for (let at = 0; at < people.length; at += piece) {
    send({ kind: 'people', people: people.slice(at, at + piece) })
    // The next piece when the last one was taken.
    await new Promise((resolve) => port.once('message', resolve))
  }
  send({ kind: 'done', detected })
}

read(workerData as Task)
  .catch((error: unknown) => {
    if (!(error instanceof ImportFileError)) throw error
    send({ kind: 'fault', fault: error.fault, sentence: error.message, pointers: error.pointers })
  })
  .finally(() => port.close())
