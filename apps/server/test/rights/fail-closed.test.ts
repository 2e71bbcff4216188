/** A handler that does not check its right reveals nothing and saves nothing. */

import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { route } from '@lms/contract/route'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { addErrors } from '#http/errors.ts'
import { mount } from '#http/mount.ts'
import { serializerCompiler } from '#http/openapi.ts'
import { testApp } from '#test/app.ts'

const { as, database, deps } = await testApp()
const forgetful = route({ method: 'PATCH', path: '/api/forgetful', summary: 'Forgets to ask', allow: 'user.updateSelf' })
const rename = (db: Db, id: string) => db.update(users).set({ name: 'Renamed' }).where(eq(users.id, id))

type Begin = (work: (db: Db) => Promise<unknown>) => Promise<void>
type Ctx = { db: Db; actor: { id: string }; transaction: Begin; once: Begin; reach: () => void }
const plain = (ctx: Ctx) => rename(ctx.db, ctx.actor.id).then(() => undefined)
const own = (ctx: Ctx) => ctx.transaction((db) => rename(db, ctx.actor.id).then(() => undefined))
const inOnce = (ctx: Ctx) => ctx.once((db) => rename(db, ctx.actor.id).then(() => undefined))
const asking = (ctx: Ctx) => (ctx.reach(), own(ctx))

async function call(handler: unknown, transactions?: 'own') {
  const app = Fastify()
  afterAll(() => app.close())
  app.setSerializerCompiler(serializerCompiler)
  addErrors(app)
  mount(app, 'test', 'forgetful', { ...forgetful, ...(transactions && { transactions }) }, handler, deps, async () => new Map())
  const me = await as('USER')
  const answer = await app.inject({ method: 'PATCH', url: forgetful.path, headers: { authorization: `Bearer ${me.token}` } })
  const [kept] = await database.db.select().from(users).where(eq(users.id, me.user.id))
  return { status: answer.statusCode, body: answer.body, isRenamed: kept!.name === 'Renamed' }
}

test.each([
  ['in the transaction of its call', plain, undefined],
  ['in a transaction of its own', own, 'own' as const],
  ['in one where its key counts', inOnce, 'own' as const],
])('%s', async (_, handler, transactions) => {
  const { status, body, isRenamed } = await call(handler, transactions)
  expect([status, isRenamed]).toEqual([500, false])
  expect(body).not.toContain('asking')
})

test('a handler that checks its right succeeds', async () => {
  expect(await call(asking, 'own')).toEqual({ status: 204, body: '', isRenamed: true })
})
