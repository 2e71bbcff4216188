// Starts one throw-away PostgreSQL with a migrated template that tests clone.

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded/start.ts'
import { migrateDatabase } from '#db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

export const TEMPLATE = 'lms_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(placeOfCluster(), 'lms-test-'))
  const removeIfKilled = removeWhenWeEnd(dataDir)
  const remove = () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    removeIfKilled.cancel()
  }
  try {
    // Its folder must be enterable by the user PostgreSQL runs as.
    chmodSync(dataDir, 0o755)
    const database = await startEmbedded({ dataDir, durable: false })
    const teardown = () => database.stop().finally(remove)
    await makeTemplate(database.url).catch(async (error: unknown) => {
      await teardown()
      throw error
    })
    project.provide('postgresUrl', bySocket(database.url, dataDir))
    return teardown
  } catch (error) {
    remove()
    throw error
  }
}

/** A socket takes a seventh less CPU time than TCP for each statement. Without the parameter the address is still right. */
function bySocket(address: string, dataDir: string): string {
  const url = new URL(address)
  if (process.platform !== 'win32') url.searchParams.set('host', join(dataDir, 'postgres', 'cluster'))
  return url.href
}

/** Bytes: the databases of two test files at a time, and the write-ahead log. */
const clusterSpace = 2 ** 30

/** In memory, where Linux has enough of it: a database is 750 files, and most of what a clone costs on a disk is finding room for them. */
function placeOfCluster(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= clusterSpace ? memory : tmpdir()
}

/** Files in memory outlive a killed run: a process of its own waits for the end of this one, stops PostgreSQL and removes them. */
function removeWhenWeEnd(dataDir: string): { cancel: () => void } {
  if (process.platform === 'win32') return { cancel: () => {} }
  const script = 'cat; kill -QUIT "$(head -n 1 "$1/postgres/cluster/postmaster.pid")"; sleep 1; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, 'sh', dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  return { cancel: () => void guard.kill('SIGKILL') }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`).finally(() => admin.end())
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  await migrateDatabase(template.href)
}
