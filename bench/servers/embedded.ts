/** A migrated database in its own embedded PostgreSQL, for a product that runs on it. */

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hashToken } from '@lms/server/access/sessions'
import { migrateDatabase } from '@lms/server/db/migrate'

export type Run = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** Runs `work` on its own connection. */
export async function connected<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work((statement, values) => client.query(statement, values)).finally(() => client.end())
}

/** Creates it with one admin; `token` is the admin's session. */
export async function makeDatabase(server: string, name: string): Promise<{ url: string; token: string }> {
  await connected(server, (run) => run(`create database ${name}`))
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  await migrateDatabase(url)
  const token = randomBytes(32).toString('base64url')
  await connected(url, async (run) => {
    const admin = `insert into users (id, name, email, role) values (gen_random_uuid(), 'Admin', 'admin@example.org', 'ADMIN') returning id`
    const session = `insert into sessions (id, user_id, token_hash, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 day')`
    await run(session, [(await run(admin)).rows[0]!['id'], hashToken(token)])
  })
  return { url, token }
}
