// Builds the server for tests that start it as a process, and starts one throw-away PostgreSQL with a migrated template that tests clone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { ensureServerBuilt } from '../../../tools/up/builds.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

export const TEMPLATE = 'lms_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = () => ensureServerBuilt(process.execPath)
  await build()
  project.onTestsRerun(build)
  const dataDir = mkdtempSync(join(tmpdir(), 'lms-test-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    // Its folder must be enterable by the user PostgreSQL runs as.
    chmodSync(dataDir, 0o755)
    const database = await startEmbedded({ dataDir, durable: false })
    const teardown = () => database.stop().finally(remove)
    await makeTemplate(database.url).catch(async (error: unknown) => {
      await teardown()
      throw error
    })
    project.provide('postgresUrl', database.url)
    return teardown
  } catch (error) {
    remove()
    throw error
  }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`).finally(() => admin.end())
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  await migrateDatabase(template.href)
}
