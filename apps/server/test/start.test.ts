/** The server as a process: starting, refusing to start, stopping, and recovering from a kill. */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { seedDemo } from '#db/seed/seed.ts'
import type { Storage } from '#services/storage.ts'
import { freshDatabase } from '#test/db.ts'
import { ensureServerBuilt } from '../../../tools/up/builds.mjs'
import { serverEnv, serverFlags, serverMain } from '../../../tools/up/server.mjs'

const started: ChildProcess[] = []
const folders: string[] = []

beforeAll(() => ensureServerBuilt(process.execPath))

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) await (child.kill(), once(child, 'exit'))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'lms-start-'))
  await chmod(made, 0o755)
  folders.push(made)
  return made
}

/** Starts the server; `ready` is its URL, `ended` its exit code and output. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [...serverFlags, serverMain], {
    env: { ...serverEnv, PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', SEED: 'none', ...env },
  })
  started.push(child)
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const address = /ready at (http:\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    child.once('exit', () => reject(new Error(output)))
  })
  ready.catch(() => {})
  const ended = once(child, 'exit').then(([code]: number[]) => ({ code, output }))
  return { child, ready, ended }
}

const sentences = (output: string) => output.trim().split('\n')

test('all configuration errors are reported at once, and nothing is started', async () => {
  const { code, output } = await start({ DATA_DIR: await folder(), PORT: '99999', REGISTRATION: 'maybe', ADMIN_EMAIL: 'a@example.org' })
    .ended
  expect(code).toBe(1)
  for (const name of ['PORT', 'REGISTRATION', 'ADMIN_PASSWORD']) expect(output).toContain(name)
  expect(output).not.toMatch(/\bat .*\.ts:\d+/)
})

test('a port in use is reported in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { url, drop } = await freshDatabase()
  const { code, output } = await start({ DATA_DIR: await folder(), DATABASE_URL: url, PORT: String(port) }).ended
  taken.close()
  await drop()
  expect(code).toBe(1)
  expect(sentences(output)).toEqual([expect.stringMatching(new RegExp(`^Port ${port} .*taken`))])
})

test('an external database that does not respond is reported in one line', async () => {
  const { code, output } = await start({ DATA_DIR: await folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }).ended
  expect(code).toBe(1)
  expect(sentences(output)).toHaveLength(1)
})

test('a database migrated by a newer version is refused with a one-line error', async () => {
  const { url, drop } = await freshDatabase()
  try {
    const database = openDatabase(url, { max: 1 })
    await database.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 9999999999999)`)
    await database.close()
    const { code, output } = await start({ DATA_DIR: await folder(), DATABASE_URL: url }).ended
    expect(code).toBe(1)
    expect(sentences(output)).toEqual([expect.stringMatching(/^LMS could not start: The database was changed by a newer version/)])
  } finally {
    await drop()
  }
})

test('a database that goes down during a migration is reported in one line', async () => {
  const { url, drop } = await freshDatabase()
  const database = openDatabase(url, { max: 2 })
  try {
    // The server’s migrations wait for this, so that they are interrupted in the middle.
    const ended = await database.transaction(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(7204511)`)
      const { ended } = start({ DATA_DIR: await folder(), DATABASE_URL: url })
      const end = () =>
        database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'lms-migrate' and wait_event = 'advisory'`)
      await expect.poll(async () => (await end()).rowCount).toBe(1)
      return ended
    })
    expect(ended.code).toBe(1)
    expect(sentences(ended.output)).toEqual(['The database stopped or became unresponsive while LMS was starting. Start LMS again.'])
  } finally {
    await database.close()
    await drop()
  }
})

const signIn = (address: string, email: string, password: string): Promise<Response> =>
  fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

test('demo accounts are never public: a public installation refuses the start with a one-line error until they are deleted', async () => {
  const { url, drop } = await freshDatabase()
  const admin = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'a quiet desk' }
  try {
    const database = openDatabase(url, { max: 1 })
    await seedDemo(database, { put: async () => {} } as unknown as Storage, new Date())
    const env = { DATA_DIR: await folder(), DATABASE_URL: url, SEED: '' }
    // Each of them alone: config.test.ts.
    const signs = { HOST: '0.0.0.0', PUBLIC_URL: 'https://learn.example.org', SEED: 'none', ADMIN_EMAIL: admin.ADMIN_EMAIL }
    const { code, output } = await start({ ...env, ...signs, ...admin }).ended
    expect(code).toBe(1)
    expect(sentences(output)).toHaveLength(1)
    for (const name of Object.keys(signs)) expect(output).toContain(name)
    expect(output).toMatch(/demo accounts .*Set DATABASE_URL to an empty database; or start .*delete the demo accounts\./)
    await database.db.update(users).set({ deletedAt: new Date().toISOString(), email: null })
    await database.close()
    const second = start({ ...env, ...admin })
    expect(await signIn(await second.ready, 'root@example.org', 'a quiet desk')).toMatchObject({ status: 200 })
    second.child.kill('SIGTERM')
    expect((await second.ended).output).not.toContain('not used')
  } finally {
    await drop()
  }
})

test('without an administrator each start prints a new set-up code', async () => {
  const { url, drop } = await freshDatabase()
  try {
    const env = { DATA_DIR: await folder(), DATABASE_URL: url, SEED: '', PUBLIC_URL: 'https://learn.example.org' }
    const codes: string[] = []
    for (const _ of [1, 2]) {
      const { child, ready, ended } = start(env)
      const address = await ready
      const options = await fetch(`${address}/api/auth/options`)
      expect(await options.json()).toMatchObject({ needsSetup: true, registration: 'closed' })
      child.kill('SIGTERM')
      const lines = sentences((await ended).output)
      expect(lines.at(-2)).toBe('There is no administrator yet. Open https://learn.example.org/auth/setup')
      codes.push(/^Set-up code: ([2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4})$/.exec(lines.at(-1)!)![1]!)
    }
    expect(codes[0]).not.toBe(codes[1])
  } finally {
    await drop()
  }
})

test('a data directory in use is refused; SIGTERM stops cleanly; after kill -9 the next start succeeds, with its administrator', async () => {
  const env = { DATA_DIR: await folder(), ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: 'a quiet desk' }
  const first = start(env)
  const address = await first.ready
  const second = await start(env).ended
  expect(second.code).toBe(1)
  expect(sentences(second.output)).toEqual([expect.stringContaining(env.DATA_DIR)])

  const login = await signIn(address, 'first@example.org', 'a quiet desk')
  expect(login.status).toBe(200)
  const { token } = (await login.json()) as { token: string }
  first.child.kill('SIGKILL')
  await first.ended

  const third = start({ ...env, ADMIN_EMAIL: 'other@example.org' })
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${await third.ready}/api/courses`, { headers })).status).toBe(200)
  expect(await signIn(await third.ready, 'other@example.org', 'a quiet desk')).toMatchObject({ status: 401 })
  third.child.kill('SIGTERM')
  const notUsed = /ADMIN_EMAIL and ADMIN_PASSWORD were not used: there is an administrator already\./
  expect(await third.ended).toEqual({ code: 0, output: expect.stringMatching(notUsed) })
})
