/**
 * Importing 20,000 people into a course, from CSV and from XLSX: seconds (limit 20), memory of the server above idle (limit
 * 300 MB), and the 95th percentile of another call during the import (limit 100 ms, or three times its time when idle, if the
 * machine is busy with other things). Linux only.
 */

import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { connected, makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

const people = 20_000
const limits = { seconds: 20, megabytes: 300, p95: 100 }
/** Milliseconds between two of the other calls. */
const pace = 10

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
let server: Awaited<ReturnType<typeof serve>> | undefined
try {
  const { url, token } = await makeDatabase(postgres.url, 'import')
  const course = `insert into courses (id, title, status) values (gen_random_uuid(), 'Course', 'PUBLISHED') returning id`
  const courseId = await connected(url, async (run) => String((await run(course)).rows[0]!['id']))
  server = await serve('product', { DATABASE_URL: url, DATA_DIR: dataDir })
  const call = caller(server.url, token)
  await call.other(100, () => false)
  const results = [await measure(call, csv(), courseId), await measure(call, xlsx(), courseId)]
  const isWithin = results.every(
    ({ seconds, megabytes, p95, idle }) =>
      seconds <= limits.seconds && megabytes <= limits.megabytes && p95 <= Math.max(limits.p95, 3 * idle),
  )
  console.log(
    `users-import: limits ${limits.seconds} s, ${limits.megabytes} MB, ${limits.p95} ms or three times idle: ${isWithin ? 'within the limits' : 'OVER'}`,
  )
  process.exitCode = isWithin ? 0 : 1
} finally {
  server?.child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function caller(base: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const send = async (file: Uint8Array, courseId: string) => {
    const body = new FormData()
    body.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'people')
    const answer = await fetch(`${base}/api/users/add-bulk-users?role=USER&courseId=${courseId}`, { method: 'POST', headers, body })
    const { summary } = (await answer.json()) as { summary?: { created: number } }
    if (summary?.created !== people) throw new Error(`${answer.status} ${JSON.stringify(summary)}`)
  }
  /** The 95th percentile and the maximum of a repeated call, in milliseconds. */
  const other = async (times: number, isOver: () => boolean) => {
    const waits: number[] = []
    while (waits.length < times && !isOver()) {
      const began = performance.now()
      await (await fetch(`${base}/api/auth/sessions`, { headers })).arrayBuffer()
      waits.push(performance.now() - began)
      await sleep(pace)
    }
    const sorted = waits.toSorted((a, b) => a - b)
    return { p95: sorted[Math.floor(sorted.length * 0.95)]!, longest: sorted.at(-1)!, count: sorted.length }
  }
  return { send, other }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

async function measure({ send, other }: ReturnType<typeof caller>, [kind, file]: [string, Uint8Array], courseId: string) {
  const idle = await other(300, () => false)
  const before = residentMegabytes(server!.pid)
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(server!.pid))), 10)
  const ended = new AbortController()
  const began = performance.now()
  const [during] = await Promise.all([other(Infinity, () => ended.signal.aborted), send(file, courseId).finally(() => ended.abort())])
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const megabytes = peak - before
  console.log(
    `${kind}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB above ${before.toFixed(0)}; another call p95 ${during.p95.toFixed(1)} ms, ` +
      `longest ${during.longest.toFixed(0)} ms of ${during.count} (idle p95 ${idle.p95.toFixed(1)} ms): ${(during.p95 / idle.p95).toFixed(1)} times`,
  )
  return { seconds, megabytes, p95: during.p95, idle: idle.p95 }
}

function rowsOf(school: string): string[][] {
  return Array.from({ length: people }, (_, n) => [`Person Number ${n}`, `person${n}@${school}.example.org`])
}

function csv(): [string, Uint8Array] {
  return ['CSV', Buffer.from(['name,email', ...rowsOf('csv').map((row) => row.join(','))].join('\n'))]
}

/** As the simplest programs write workbooks: inline strings. */
function xlsx(): [string, Uint8Array] {
  const cell = (text: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [['name', 'email'], ...rowsOf('xlsx')].map(
    ([name, email], n) => `<row r="${n + 1}">${cell(name!, `A${n + 1}`)}${cell(email!, `B${n + 1}`)}</row>`,
  )
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="P" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  return ['XLSX', zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))]
}
