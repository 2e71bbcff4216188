// The embedded database when it is started, stopped, killed and started twice.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded/start.ts'
import type { Embedded, EmbeddedOptions } from '#db/embedded/start.ts'
import { serverFlags } from '../../../../../tools/up/server.mjs'

const isRoot = process.getuid?.() === 0
let made = ''
let dataDir = ''
let open: Embedded[] = []

// Creating a cluster takes almost a second, so it is created once and copied.
beforeAll(async () => {
  made = temporaryFolder()
  await (await startEmbedded({ dataDir: made, durable: false })).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = temporaryFolder()
  cpSync(join(made, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
})
afterEach(async () => {
  await Promise.all(open.map((database) => database.stop()))
  open = []
  rmSync(dataDir, { recursive: true, force: true })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lms-embedded-'))
  chmodSync(folder, 0o755)
  return folder
}

// Not durable, for speed, unless a test needs it.
async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, durable: false, ...options })
  open.push(database)
  return database
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A killed server causes an event on the connection as well as an error of the query.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that uses the directory, like a second LMS. */
async function startElsewhere(): Promise<{ lms: ChildProcess; postgres: number }> {
  const module = new URL('./start.ts', import.meta.url).href
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)})
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false }); console.log(database.pid)`
  const lms = spawn(process.execPath, [...serverFlags, '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(lms.stdout, 'data')) as [Buffer]
  return { lms, postgres: Number(String(line)) }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function kill(lms: ChildProcess): Promise<void> {
  lms.kill('SIGKILL')
  await once(lms, 'exit')
}

test('keeps its data across a restart', async () => {
  const first = await start({ durable: true })
  await query(first.url, 'create table kept (word text)')
  await query(first.url, `insert into kept values ('stays')`)
  await first.stop()
  const second = await start({ durable: true })
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'stays' }])
  expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(second.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('creates a missing cluster, with a password that only its owner can read', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  await start()
  expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
})

test('refuses a directory that is used by a running LMS, with a one-line error', async () => {
  await start()
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`${dataDir} is used by another running LMS (process ${process.pid}).`)
})

test('refuses a directory that is used by another process, and takes it over once that is killed', async () => {
  const { lms, postgres } = await startElsewhere()
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`used by another running LMS (process ${lms.pid})`)
  await kill(lms)
  expect(isAlive(postgres)).toBe(true)
  const database = await start()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(database.pid).not.toBe(postgres)
})

test('starts after the LMS and its database were both killed', async () => {
  const { lms, postgres } = await startElsewhere()
  process.kill(postgres, 'SIGKILL')
  await kill(lms)
  const database = await start()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts even if postmaster.pid names a running process that is not PostgreSQL', async () => {
  await (await start()).stop()
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const database = await start()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('restarts a killed database on the same address', async () => {
  const database = await start()
  const before = database.pid
  const busy = query(database.url, 'select pg_sleep(60)').catch((error: unknown) => error)
  process.kill(before, 'SIGKILL')
  expect(await busy).toBeInstanceOf(Error)
  await expect.poll(() => query(database.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
  expect(database.pid).not.toBe(before)
})

test.each([
  ['before PostgreSQL is started again', 'is being restarted'],
  ['while PostgreSQL starts again', 'starting PostgreSQL'],
])('can be stopped while it restarts: %s', async (_when, line) => {
  const lost: Error[] = []
  const lines: string[] = []
  const database = await start({ log: (logged) => lines.push(logged), onLost: (error) => lost.push(error) })
  lines.length = 0
  process.kill(database.pid, 'SIGKILL')
  await expect.poll(() => lines.join('\n'), { interval: 1 }).toContain(line)
  await database.stop()
  await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  expect(lost).toEqual([])
})

test('creates the cluster again after an interrupted creation', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  mkdirSync(join(dataDir, 'postgres.unfinished-1', 'cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.unfinished-1', 'cluster', 'PG_VERSION'), '18\n')
  const database = await start()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).toSorted()).toEqual(['lms.lock', 'lms.pid', 'postgres'])
})

test('reports a damaged cluster with the reason', async () => {
  await (await start()).stop()
  rmSync(join(dataDir, 'postgres', 'cluster', 'global'), { recursive: true })
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/did not start[^]*global/)
})

test.runIf(isRoot)('runs in a folder that only root can enter, and can be moved to an open one and back', async () => {
  const first = await start()
  await query(first.url, 'create table kept (word text)')
  await first.stop()
  chmodSync(dataDir, 0o700)
  const second = await start()
  expect(await query(second.url, 'select * from kept')).toEqual([])
  await second.stop()
  chmodSync(dataDir, 0o755)
  const third = await start()
  expect(await query(third.url, 'select * from kept')).toEqual([])
})
