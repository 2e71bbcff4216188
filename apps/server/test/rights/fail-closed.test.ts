/** A handler that forgets to ask for its right: it tells nothing, and nothing of it is kept. */
import Fastify from 'fastify'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { route } from '@lms/contract/route'
import { testApp } from '#test/app.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { addErrors } from '#http/errors.ts'
import { beginsItself } from '#http/handler.ts'
import { mount } from '#http/mount.ts'
import { serializerCompiler } from '#http/serialize.ts'

const { as, database, ground } = await testApp()
const forgetful = route({ method: 'PATCH', path: '/api/forgetful', summary: 'Forgets to ask', allow: 'user.updateSelf' })
const rename = (db: Db, id: string) => db.update(users).set({ name: 'Renamed' }).where(eq(users.id, id))

type Ctx = { db: Db; actor: { id: string }; transaction: (work: (db: Db) => Promise<unknown>) => Promise<void>; reach: () => void }
const plain = (ctx: Ctx) => rename(ctx.db, ctx.actor.id).then(() => undefined)
const own = beginsItself((ctx: Ctx) => ctx.transaction((db) => rename(db, ctx.actor.id).then(() => undefined)))
const asking = beginsItself((ctx: Ctx) => (ctx.reach(), own(ctx)))

async function call(handler: unknown) {
  const app = Fastify()
  afterAll(() => app.close())
  app.setSerializerCompiler(serializerCompiler)
  addErrors(app)
  mount(app, 'test', 'forgetful', forgetful, handler, ground)
  const me = await as('USER')
  const answer = await app.inject({ method: 'PATCH', url: forgetful.path, headers: { authorization: `Bearer ${me.token}` } })
  const [kept] = await database.db.select().from(users).where(eq(users.id, me.user.id))
  return { status: answer.statusCode, body: answer.body, isRenamed: kept!.name === 'Renamed' }
}

test.each([
  ['in the transaction of its call', plain],
  ['in a transaction of its own', own],
])('%s', async (_, handler) => {
  const { status, body, isRenamed } = await call(handler)
  expect([status, isRenamed]).toEqual([500, false])
  expect(body).not.toContain('asking')
})

test('one that asks is heard', async () => {
  expect(await call(asking)).toEqual({ status: 204, body: '', isRenamed: true })
})

test('a POST has its transaction begun for it: its Idempotency-Key belongs there', () => {
  expect(() => mount(Fastify(), 'test', 'posted', { ...forgetful, method: 'POST' }, own, ground)).toThrow('no transaction for its key')
})
