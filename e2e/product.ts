/** Starts the product for the journeys as a new user would, and stops it afterwards. */

import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Milliseconds: the web app is built already, so this is PostgreSQL, migrations and demo data on a busy machine. */
const patience = 120_000
const root = fileURLToPath(new URL('..', import.meta.url))

export default async function startProduct(): Promise<() => Promise<void>> {
  const { url, stop } = await launchProduct()
  process.env.BASE_URL = url
  return stop
}

type Product = { url: string; /** What it has printed so far. */ output: () => string; stop: () => Promise<void> }

/** A product on its own port and in its own folder, with additional environment variables. */
export async function launchProduct(more: Record<string, string> = {}): Promise<Product> {
  for (let tries = 1; ; tries++) {
    try {
      return await launch(more)
    } catch (error) {
      // A free port may be taken by the time the database is up.
      if (tries === 3 || !/Port \d+ on \S+ is taken/.test(String(error))) throw error
    }
  }
}

async function launch(more: Record<string, string>): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-journeys-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMITS: 'off', NODE_ENV: 'test', ...more }
  const product = spawn(process.execPath, [join(root, 'tools/up.mjs'), 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [product.stdout, product.stderr]) stream.on('data', (chunk: Buffer) => void output.push(chunk))
  const ended = new Promise<void>((resolve) => void product.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await ready(`${url}/api/ready`, () => product.exitCode === null).catch(async (error: unknown) => {
    product.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`${String(error)}\n${Buffer.concat(output).toString()}`)
  })
  const stop = async (): Promise<void> => {
    product.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, output: () => Buffer.concat(output).toString(), stop }
}

async function ready(url: string, isAlive: () => boolean): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    if (!isAlive()) throw new Error('The product ended before it was ready.')
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The product was not ready in time.')
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
