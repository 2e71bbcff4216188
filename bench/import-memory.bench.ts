/**
 * Memory of the server while files made to exhaust it are imported: peak of the resident set in MB after each file (limit 512),
 * and above idle after fifteen at once (limit 400: collecting 150 MB of request bodies takes its own time). Linux only.
 */

import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { cell, header, rowsXml, withClaimedSize, workbook, zip } from '../apps/server/test/zip.ts'
import { makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

const MiB = 1024 * 1024
const limits = { each: 512, aboveIdle: 400 }
const columns = ['A', 'B', 'C', 'D', 'E']

const wideRow = (row: number) => `<row r="${row}">${columns.map((column) => cell(`${column}${row}`, 'x'.repeat(30))).join('')}</row>`

const files: Record<string, string | Buffer> = {
  'ten million columns': ','.repeat(10_000_000),
  'zip bomb with a false size': withClaimedSize(workbook(Buffer.alloc(120 * MiB, 0x20)), 1000),
  // As much of one part as may be unpacked.
  'wide rows': workbook(rowsXml(header, ...Array.from({ length: 43_000 }, (_, n) => wideRow(n + 2)))),
  'huge cell': workbook(rowsXml(header, `<row r="2">${cell('A2', 'x'.repeat(19 * MiB))}</row>`)),
  'many parts': zip(Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`xl/media/${n}`, Buffer.alloc(25 * MiB)]))),
}

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
let server: Awaited<ReturnType<typeof serve>> | undefined
try {
  const { url, token } = await makeDatabase(postgres.url, 'memory')
  server = await serve('product', { DATABASE_URL: url, DATA_DIR: dataDir })
  const idle = peakMegabytes()
  let isWithin = true
  for (const [name, file] of Object.entries(files)) {
    const status = await send(file, token)
    const peak = peakMegabytes()
    isWithin &&= [413, 422].includes(status) && peak < limits.each
    console.log(`${name}: answered ${status}, peak ${peak.toFixed(0)} MB`)
  }
  const all = Object.values(files)
  const statuses = await Promise.all([...all, ...all, ...all].map((file) => send(file, token)))
  const rise = peakMegabytes() - idle
  // Some are refused because the server is busy.
  isWithin &&= statuses.every((status) => [413, 422, 503].includes(status)) && statuses.includes(503) && rise < limits.aboveIdle
  console.log(`fifteen at once: ${rise.toFixed(0)} MB above ${idle.toFixed(0)} MB when idle; answered ${statuses.join(' ')}`)
  console.log(`import-memory: limits ${limits.each} MB each, ${limits.aboveIdle} MB above idle: ${isWithin ? 'within the limits' : 'OVER'}`)
  process.exitCode = isWithin ? 0 : 1
} finally {
  server?.child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function peakMegabytes(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server!.pid}/status`, 'utf8'))![1]) / 1024
}

/** The status of the response. */
async function send(file: string | Buffer, token: string): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([file as string | Buffer<ArrayBuffer>]), 'people')
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${server!.url}/api/users/add-bulk-users?role=USER`, { method: 'POST', headers, body })).status
}
