/** What runs in the thread that reads a file, so that parsing blocks no request and a decompression bomb only ends this thread. */

import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from '#modules/imports/csv-table.ts'
import { fileKind } from '#modules/imports/encoding.ts'
import { withReadOptions, ImportFileError, type ImportErrorName, type Table, type ReadOptions } from '#modules/imports/table.ts'

/** What an import makes of a table: the items that it goes through, and what it says about the file. */
export interface Reading<Item, Detected> {
  items: readonly Item[]
  detected: Detected
}

export type Message =
  | { kind: 'items'; items: readonly unknown[] }
  | { kind: 'done'; detected: unknown }
  | { kind: 'error'; error: ImportErrorName; sentence: string; pointers: readonly string[] }

/** The data passed to the thread. */
export interface Task {
  bytes: Uint8Array
  options: ReadOptions
}

/** Items per message, deserialized at once by the receiver. */
const batchSize = 500

function rejectOptions(): never {
  throw new ImportFileError('validation-failed', 'This is an Excel workbook, for which these options do not apply.')
}

async function readTable({ bytes, options }: Task, hasFormulas: boolean): Promise<Table> {
  if (fileKind(bytes) === 'CSV') return readCsv(bytes, options)
  if (options.delimiter ?? options.encoding) withReadOptions(options, rejectOptions)
  // Loaded for workbooks only: its libraries have 70 modules.
  const { readXlsx } = await import('#modules/imports/xlsx-table.ts')
  return readXlsx(bytes, { hasFormulas })
}

/** Reads the table of the file, lets the import make something of it, and sends that. `hasFormulas`: rows name their cells with a formula. */
export async function answer<Item, Detected>(
  parse: (table: Table, options: ReadOptions) => Reading<Item, Detected>,
  { hasFormulas = false } = {},
): Promise<void> {
  const port = parentPort!
  const send = (message: Message) => port.postMessage(message)
  const task = workerData as Task
  try {
    const table = await readTable(task, hasFormulas)
    const { items, detected } = withReadOptions(task.options, () => parse(table, task.options))
    for (let at = 0; at < items.length; at += batchSize) {
      send({ kind: 'items', items: items.slice(at, at + batchSize) })
      // Sends the next chunk once the last one was received.
      await new Promise((resolve) => port.once('message', resolve))
    }
    send({ kind: 'done', detected })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    send({ kind: 'error', error: error.problem, sentence: error.message, pointers: error.pointers })
  } finally {
    port.close()
  }
}
