/** A thread of its own that reads one file: parsing blocks nobody, and a bomb takes this thread with it and nothing else. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from '#modules/users/import/csv-table.ts'
import { FileFault, type FaultName } from '#modules/users/import/fault.ts'
import { fileKind } from '#modules/users/import/file-kind.ts'
import { readPeople, type Reading } from '#modules/users/import/people.ts'
import type { Candidate } from '#modules/users/import/rules.ts'
import { readXlsx } from '#modules/users/import/xlsx-table.ts'

export type Message =
  | { kind: 'people'; people: Candidate[] }
  | { kind: 'done'; detected: Reading['detected'] }
  | { kind: 'fault'; fault: FaultName; sentence: string }

/** People in one message: what the other side unpacks at once. */
const piece = 500

const port = parentPort!
const send = (message: Message) => port.postMessage(message)

async function read(bytes: Uint8Array): Promise<void> {
  const table = fileKind(bytes) === 'XLSX' ? await readXlsx(bytes) : readCsv(bytes)
  const { detected, people } = readPeople(table)
  for (let at = 0; at < people.length; at += piece) {
    send({ kind: 'people', people: people.slice(at, at + piece) })
    // The next piece when the last one was taken.
    await new Promise((resolve) => port.once('message', resolve))
  }
  send({ kind: 'done', detected })
}

read(workerData as Uint8Array)
  .catch((error: unknown) => {
    if (!(error instanceof FileFault)) throw error
    send({ kind: 'fault', fault: error.fault, sentence: error.message })
  })
  .finally(() => port.close())
