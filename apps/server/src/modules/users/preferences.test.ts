/** The preferences of a user: merged key by key, validated, and private. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'

const { given, as, anonymous, database } = await testApp()

test('each choice is merged into the earlier ones; unknown keys are dropped', async () => {
  const me = await as('USER')
  const change = async (preferences: object) => (await me.users.updateMe({ body: { preferences } })).preferences
  expect((await me.auth.getSession()).preferences).toEqual({})
  expect(await change({ theme: 'DARK' })).toEqual({ theme: 'DARK' })
  expect(await change({ playbackRate: 1.25, captions: 'PT-br', shoes: 'red' })).toEqual({
    theme: 'DARK',
    playbackRate: 1.25,
    captions: 'pt-BR',
  })
  expect(await change({ captions: null })).toEqual({ theme: 'DARK', playbackRate: 1.25, captions: null })
  expect(await change({})).toEqual({ theme: 'DARK', playbackRate: 1.25, captions: null })
  const captionStyle = { size: 'LARGEST', background: 'NONE' }
  expect(await change({ letterKeys: false, captionStyle: { ...captionStyle, font: 'serif' } })).toMatchObject({
    letterKeys: false,
    captionStyle,
  })
  const [kept] = await database.db.select({ preferences: users.preferences }).from(users).where(eq(users.id, me.user.id))
  expect(Object.keys(kept!.preferences).toSorted()).toEqual(['captionStyle', 'captions', 'letterKeys', 'playbackRate', 'theme'])
})

test('choices made on two devices at once are both saved', async () => {
  const user = await given.user()
  const [one, two] = [await as(user), await as(user)]
  await Promise.all([
    one.users.updateMe({ body: { preferences: { theme: 'LIGHT' } } }),
    two.users.updateMe({ body: { preferences: { playbackRate: 2 } } }),
  ])
  expect((await one.auth.getSession()).preferences).toEqual({ theme: 'LIGHT', playbackRate: 2 })
})

test.each([
  [{ theme: 'dark' }, '/preferences/theme'],
  [{ theme: null }, '/preferences/theme'],
  [{ playbackRate: 0.25 }, '/preferences/playbackRate'],
  [{ playbackRate: 2.25 }, '/preferences/playbackRate'],
  [{ playbackRate: 1.1 }, '/preferences/playbackRate'],
  [{ playbackRate: '1' }, '/preferences/playbackRate'],
  [{ captions: 'no such tag!' }, '/preferences/captions'],
  [{ captions: '' }, '/preferences/captions'],
  [{ captions: `en-${'x'.repeat(200)}` }, '/preferences/captions'],
  [{ letterKeys: 'off' }, '/preferences/letterKeys'],
  [{ captionStyle: { size: 'HUGE', background: 'NONE' } }, '/preferences/captionStyle/size'],
  [{ captionStyle: { size: 'LARGE' } }, '/preferences/captionStyle/background'],
  [[], '/preferences'],
])('%j is refused, and nothing else of the call is saved', async (preferences, pointer) => {
  const me = await as('USER')
  const body = { name: 'Other', preferences: preferences as object }
  await expect(me.users.updateMe({ body })).rejects.toBeProblem('validation-failed', [pointer])
  const now = await me.auth.getSession()
  expect(now.name).not.toBe('Other')
  expect(now.preferences).toEqual({})
})

test('preferences come with sign-in; no other user gets them', async () => {
  const user = await given.user({ passwordHash: await hashPassword('quiet desk 20'), preferences: { theme: 'DARK' } })
  const session = await anonymous.auth.login({ body: { email: user.email!, password: 'quiet desk 20' } })
  expect(session.user.preferences).toEqual({ theme: 'DARK' })
  const admin = await as('ADMIN')
  expect(await admin.users.getUser({ params: user })).not.toHaveProperty('preferences')
  expect((await admin.users.listUsers({ query: { search: user.email! } })).items[0]).not.toHaveProperty('preferences')
  expect(await admin.users.updateUser({ params: user, body: { name: 'Renamed' } })).not.toHaveProperty('preferences')
})

test('preferences are deleted with the account', async () => {
  const user = await given.user({ preferences: { theme: 'DARK', captions: 'fr' } })
  await (await as('ADMIN')).users.removeUser({ params: user })
  const [row] = await database.db.select({ preferences: users.preferences }).from(users).where(eq(users.id, user.id))
  expect(row?.preferences).toEqual({})
})
