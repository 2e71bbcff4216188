/** A small file system that fills up: reads go on, writes are rejected with a sentence, and it recovers automatically. */

import { closeSync, cpSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertBalanced, balanceOf, startWriting } from '../ledger.ts'
import { call, databaseUrl, newDisk, newFolder, startProduct, type Product } from '../product.ts'
import { check, seconds, Skipped, type Scenario, type Setting } from '../scenario.ts'

const megabytes = 420

export const diskFull: Scenario = async (setting) => {
  const dataDir = newDisk(megabytes)
  if (dataDir === undefined) throw new Skipped('mounting a small file system is not allowed here')
  cpSync(newFolder(setting.template), dataDir, { recursive: true })
  return fillUp(setting, dataDir)
}

async function fillUp({ seed, school }: Setting, dataDir: string): Promise<string> {
  const product = await startProduct(dataDir)
  const ledger = startWriting({ school, seed, addressOf: () => product.address, pause: 20 })
  const { token } = school.desks[0]!.student
  const reads = async (when: string) => {
    const { status, body } = await call(product.address, 'GET', '/api/courses/enrolled', { token })
    check(status === 200, `${when}, a signed-in reader got ${status} ${body.detail}\n${product.output()}`)
  }
  await until(() => ledger.acknowledged() > 50 && existsSync(join(dataDir, 'reserve')), 'it began', product)

  fill(join(dataDir, 'fill-1'), dataDir, 80)
  await until(
    async () => (await wordOf(product, token)).includes('The disk of this server is full'),
    'below the limit writing is refused',
    product,
  )
  await reads('below the limit')

  const writer = await connect(dataDir)
  fill(join(dataDir, 'fill-2'), dataDir, 0)
  await reads('without any room')
  await panic(writer)
  await until(() => !existsSync(join(dataDir, 'reserve')), 'the reserve was given up', product)
  const began = Date.now()
  await until(
    async () => (await call(product.address, 'GET', '/api/courses/enrolled', { token })).status === 200,
    'readers are answered',
    product,
  )
  const readingAfter = Date.now() - began

  const next = await connect(dataDir)
  fill(join(dataDir, 'fill-3'), dataDir, 0)
  await panic(next)
  await until(() => product.output().split('did not start').length > 3, 'PostgreSQL tried to start three times', product)
  for (const name of ['fill-1', 'fill-2', 'fill-3']) rmSync(join(dataDir, name))
  const freed = Date.now()
  const before = ledger.acknowledged()
  await until(() => ledger.acknowledged() > before + 20, 'with room again, writing goes on', product)
  const writingAfter = Date.now() - freed
  await ledger.stop()
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  check(product.child.exitCode === null, 'the product ended')
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  return `readers answered ${seconds(readingAfter)} after a panic, writers ${seconds(writingAfter)} after room was made: ${balance}`
}

const wordOf = async ({ address }: Product, token: string): Promise<string> =>
  String((await call(address, 'PATCH', '/api/users/update-me', { token, body: {} })).body.detail)

/** Fills the file until about that many megabytes are left; with 0 to the last byte. */
function fill(file: string, folder: string, left: number): void {
  const handle = openSync(file, 'w')
  const chunk = Buffer.alloc(256 * 1024, 1)
  try {
    const free = () => {
      const { bavail, bsize } = statfsSync(folder)
      return (bavail * bsize) / 1024 / 1024
    }
    while (free() > left) writeSync(handle, chunk)
  } catch {
    // The disk is full, as intended.
  } finally {
    closeSync(handle)
  }
}

/** Before the disk is full: then PostgreSQL may refuse new connections. */
async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Writes only to PostgreSQL's log, until it is full. */
async function panic(client: pg.Client): Promise<void> {
  try {
    for (let n = 0; n < 1000; n++) await client.query(`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`)
  } catch {
    // As intended.
  }
}

async function until(isTrue: () => boolean | Promise<boolean>, what: string, { output }: Product): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isTrue()); await sleep(50)) check(Date.now() < end, `${what}: not within 60 s\n${output()}`)
}
