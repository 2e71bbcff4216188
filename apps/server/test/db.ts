// A separate database for a test file, cloned from the migrated template.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

export type FreshDatabase = { readonly url: string; drop(): Promise<void> }

const CLONE_TRIES = 50
const OBJECT_IN_USE = '55006'

/** One connection for all files of a worker. */
const admin = new pg.Pool({ connectionString: inject('postgresUrl'), max: 1, allowExitOnIdle: true }).on('error', () => {})

/** Clones the template; `drop` closes remaining connections to the clone. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await clone(name)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const drop = async (): Promise<void> => {
    await waitForClosing(name)
    await admin.query(`drop database if exists ${name} with (force)`)
  }
  return { url: url.href, drop }
}

/** Half a second for connections that a pool has ended but not closed: one that is cut off then emits an error that nobody handles. */
async function waitForClosing(name: string): Promise<void> {
  for (let tries = 0; tries < 25; tries++) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rowCount === 0) return
    await sleep(20)
  }
}

// PostgreSQL refuses to clone while anyone is connected to the template, so it waits for another worker's clone.
async function clone(name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.query(`create database ${name} template lms_template strategy file_copy`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || tries === CLONE_TRIES) throw error
      await sleep(20 * Math.random() + 10)
    }
  }
}
