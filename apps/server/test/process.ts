/** The product as its own process, on an existing database: for tests that kill it. */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ensureServerBuilt } from '../../../tools/up/builds.mjs'
import { serverEnv, serverFlags, serverMain } from '../../../tools/up/server.mjs'

/** Ready for requests at `address`; it ends with its test at the latest. */
export async function startProcess(
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<{ child: ChildProcess; address: string }> {
  await ensureServerBuilt(process.execPath)
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-process-'))
  const child = spawn(process.execPath, [...serverFlags, serverMain], {
    env: { ...serverEnv, PORT: '0', SEED: 'none', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...more },
  })
  onTestFinished(async () => {
    // It must end before its folder is removed: it may be writing into that.
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /ready at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', listen)
    child.once('exit', () => reject(new Error(output)))
  })
  return { child, address }
}
