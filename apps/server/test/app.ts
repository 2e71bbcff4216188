/** The real application with its own database, in process: no port, no mocks. */

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest'
import { contract } from '@lms/contract'
import { createClient, type ApiProblem, type Client, type Transport } from '@lms/contract/client'
import type { Role } from '@lms/contract/policy'
import type { ProblemName } from '@lms/contract/problems'
import { hashToken } from '#access/sessions.ts'
import { createApp } from '#app.ts'
import type { Dependencies } from '#call/dependencies.ts'
import { readConfig } from '#config.ts'
import { openDatabase, type Database } from '#db/client.ts'
import { sessions } from '#db/schema/users.ts'
import { createServices } from '#services/services.ts'
import { freshDatabase } from '#test/db.ts'
import { givenOn, type Given } from '#test/given.ts'
import { openJobs } from '#test/jobs.ts'

/** The typed client of one signed-in user. */
export type As = Client & { user: { id: string; role: Role }; token: string }

export interface TestApp {
  app: FastifyInstance
  database: Database
  given: Given
  /** Signs in as a user, or as a new one of the role. */
  as: (who: Role | { id: string; role: Role }) => Promise<As>
  anonymous: Client
  /** The server's clock; `set` stops it. */
  clock: { now: () => Date; set: (instant: string | Date) => void }
  /** The number of statements sent by `work`. */
  statements: (work: () => Promise<unknown>) => Promise<number>
  /** Runs due jobs, and those that they add. */
  runJobs: () => Promise<void>
  deps: Dependencies
  /** Of the database, for code that opens its own connections. */
  url: string
}

/** As many as the product's, which is the default of `openDatabase`: a blocked pool is noticed. */
export const connections = 5

/** One application per test file, or per test; it and its database are removed afterwards. */
export async function testApp(env: Record<string, string> = {}): Promise<TestApp> {
  const [{ url, drop }, dataDir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'lms-test-data-'))])
  let count = 0
  const database = openDatabase(url, { max: connections, onStatement: () => void count++ })
  let stopped: Date | undefined
  const clock = { now: () => stopped ?? new Date(), set: (instant: string | Date) => void (stopped = new Date(instant)) }
  const config = readConfig({ DATA_DIR: dataDir, SEED: 'none', RATE_LIMITS: 'off', ...env })
  const deps = { database, services: await createServices(config), now: clock.now }
  const app = await createApp(deps)
  const jobs = openJobs(url, deps)
  const undocumented = listUndocumented(app)
  // Inside a test, hooks for the end of the file would never run.
  const atTheEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atTheEnd(async () => {
    await app.close()
    deps.services.mailer.close()
    await Promise.all([database.close(), jobs.close()])
    await Promise.all([drop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })])
    expect([...undocumented]).toEqual([])
  })
  const given = givenOn(database.db)
  const as = async (who: Role | { id: string; role: Role }): Promise<As> => {
    const user = typeof who === 'string' ? await given.user({ role: who }) : who
    const token = randomBytes(32).toString('base64url')
    // Far beyond any clock that a test sets, in both directions.
    await database.db
      .insert(sessions)
      .values({ userId: user.id, tokenHash: hashToken(token), expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: '2099-01-01T00:00:00Z' })
    return Object.assign(createClient(contract, transportTo(app, token)), { user, token })
  }
  const statements = async (work: () => Promise<unknown>) => {
    count = 0
    await work()
    return count
  }
  return { app, database, given, as, anonymous: createClient(contract, transportTo(app)), clock, statements, runJobs: jobs.run, deps, url }
}

/** Collects replies with a status that the OpenAPI document does not have, apart from faults of ours. */
function listUndocumented(app: FastifyInstance): Set<string> {
  const found = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const documented = routeOptions.schema?.response
    if (documented && statusCode !== 500 && !Object.hasOwn(documented, statusCode)) found.add(`${method} ${routeOptions.url} ${statusCode}`)
  })
  return found
}

const transportTo =
  (app: FastifyInstance, token?: string): Transport =>
  async (url, { method, headers, body }) => {
    const bearer = token ? { authorization: `Bearer ${token}` } : {}
    const options = {
      method,
      url,
      headers: { ...bearer, ...(headers as Record<string, string>) },
      ...(body ? { payload: body as string } : {}),
    } as InjectOptions
    const answer = await app.inject(options)
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }

declare module 'vitest' {
  // oxlint-disable-next-line no-unused-vars -- a merged declaration has the parameters of the original
  interface Matchers<R, T = unknown> {
    /** `await expect(call).rejects.toBeProblem('not-found')`; pointers, if given, are those of all invalid fields. */
    toBeProblem: (name: ProblemName, pointers?: string[]) => R
  }
}

expect.extend({
  toBeProblem(received: ApiProblem, name: ProblemName, pointers?: string[]) {
    const found = received?.errors?.map(({ pointer }) => pointer).toSorted()
    const pass = received?.problem === name && (pointers === undefined || this.equals(found, pointers.toSorted()))
    return {
      pass,
      message: () =>
        `expected the problem ${name} ${pointers?.join() ?? ''}, got ${received?.problem ?? String(received)} (${received?.message}) ${found?.join() ?? ''}`,
    }
  },
})
