/** A worker thread that reads one file, so that parsing blocks no request and a decompression bomb only ends this thread. */

import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from '#modules/users/import/csv-table.ts'
import { fileKind } from '#modules/users/import/encoding.ts'
import {
  withReadOptions,
  ImportFileError,
  type ImportErrorName,
  type Table,
  type TableRow,
  type ReadOptions,
} from '#modules/users/import/import-error.ts'
import { readPeople, type Reading } from '#modules/users/import/parse-people.ts'
import type { Candidate } from '#modules/users/import/rules.ts'
import { readXlsx } from '#modules/users/import/xlsx-table.ts'

export type Message =
  | { kind: 'people'; people: Candidate[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'done'; detected: Reading['detected'] | null; otherSheets: string[] }
  | { kind: 'error'; error: ImportErrorName; sentence: string; pointers: readonly string[] }

/** The data passed to the thread. */
export interface Task {
  bytes: Uint8Array
  options: ReadOptions
  /** `rows`: the table as it is, with its formulas. */
  as: 'people' | 'rows'
}

/** Users or rows per message, deserialized at once by the receiver. */
const batchSize = 500

const port = parentPort!
const send = (message: Message) => port.postMessage(message)

function rejectOptions(): never {
  throw new ImportFileError('validation-failed', 'This is an Excel workbook, for which these options do not apply.')
}

async function readTable({ bytes, options, as }: Task): Promise<Table> {
  if (fileKind(bytes) === 'CSV') return readCsv(bytes, options)
  if (options.delimiter ?? options.encoding) withReadOptions(options, rejectOptions)
  return readXlsx(bytes, { hasFormulas: as === 'rows' })
}

async function sendInPieces<T>(items: readonly T[], toMessage: (some: T[]) => Message): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) {
    send(toMessage(items.slice(at, at + batchSize)))
    // Sends the next chunk once the last one was received.
    await new Promise((resolve) => port.once('message', resolve))
  }
}

async function runTask(task: Task): Promise<void> {
  const table = await readTable(task)
  if (task.as === 'rows') {
    await sendInPieces(table.rows, (rows) => ({ kind: 'rows', rows }))
    return send({ kind: 'done', detected: null, otherSheets: table.otherSheets })
  }
  const { detected, people } = withReadOptions(task.options, () => readPeople(table, task.options))
  await sendInPieces(people, (some) => ({ kind: 'people', people: some }))
  send({ kind: 'done', detected, otherSheets: table.otherSheets })
}

runTask(workerData as Task)
  .catch((error: unknown) => {
    if (!(error instanceof ImportFileError)) throw error
    send({ kind: 'error', error: error.problem, sentence: error.message, pointers: error.pointers })
  })
  .finally(() => port.close())
