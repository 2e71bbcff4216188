/** Liveness (/api/health) and readiness (/api/ready). */

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { version } from '@lms/contract/version'
import type { Dependencies } from '#call/dependencies.ts'
import { throttle } from '#services/mailer.ts'

type State = 'up' | 'down'
/** Monitoring must not wait for long. */
const checkTimeoutMs = 3000
const getState = (check: Promise<unknown>): Promise<State> => {
  const late = new AbortController()
  const answer = check.then(
    () => 'up' as const,
    () => 'down' as const,
  )
  const silence = sleep(checkTimeoutMs, 'down' as const, { signal: late.signal }).catch(() => 'down' as const)
  return Promise.race([answer, silence]).finally(() => late.abort())
}

/** Milliseconds for which a check of the file store is cached: some stores charge per request. */
const storeCheckLifetimeMs = 10_000

export function addHealth(app: FastifyInstance, { database, services, now }: Dependencies): void {
  const checkFiles = throttle(
    storeCheckLifetimeMs,
    () => services.storage.check(),
    () => now().getTime(),
  )
  app.get('/api/health', { schema: { hide: true }, exposeHeadRoute: true }, () => ({ status: 'up', version }))
  app.get('/api/ready', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    const [db, files, mail] = await Promise.all([
      getState(database.check()),
      getState(checkFiles()),
      services.mailer.delivery === 'NONE' ? ('none' as const) : getState(services.mailer.check()),
    ])
    // Without the file store or mail everything else works, and mail waits in its outbox, so the process stays in service.
    const isReady = db === 'up'
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'down', database: db, files, mail })
  })
}
