import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { getBodyLimit, getValueLimit, hasMoreValues } from '#http/body-size.ts'
import { testApp } from '#test/app.ts'

const { app, as } = await testApp()
const MiB = 1024 * 1024

test('the limit is that of the longest texts and lists, in their longest spelling', () => {
  const spare = getBodyLimit(undefined)
  const body = z.object({ title: z.string().trim().max(100), ids: z.array(z.uuid()).max(10).default([]), isOpen: z.boolean().optional() })
  const longest = { title: '\u0001'.repeat(100), ids: Array.from({ length: 10 }, () => crypto.randomUUID()), isOpen: false }
  const { length } = JSON.stringify(longest)
  expect(getBodyLimit(body) - spare).toBeGreaterThanOrEqual(length)
  expect(getBodyLimit(body) - spare).toBeLessThan(4 * length)
  expect(getBodyLimit(z.object({ title: z.string() }))).toBe(MiB)
  expect(getBodyLimit(z.object({ ids: z.array(z.uuid()) }))).toBe(MiB)
})

test('only long texts and lists of many entries may have a body of 1 MiB', () => {
  const large = routes.filter(({ route }) => getBodyLimit(route.body) === MiB).map(({ name }) => name)
  const forms = ['answerForm', 'changeAnswers', 'createAssignment', 'previewAssignmentChanges', 'saveAnswers', 'saveForm']
  const lists = [
    'completeMultipart',
    'markBulkAttendance',
    'previewAudience',
    'restoreUnread',
    'sendMails',
    'submitAssignment',
    'updateAssignment',
  ]
  expect(large.toSorted()).toEqual([...forms, ...lists].toSorted())
  const unlimited = routes.filter(({ route }) => route.body && getValueLimit(route.body) === Infinity)
  expect(unlimited.map(({ name }) => name)).toEqual([])
})

test('values are counted at any depth', () => {
  expect(hasMoreValues({ a: [1, { b: 'text' }] }, 5)).toBe(false)
  expect(hasMoreValues({ a: [1, { b: 'text' }] }, 4)).toBe(true)
  expect(hasMoreValues(undefined, 1)).toBe(false)
})

test('a body that is longer than its call takes, or has more entries, is a 413', async () => {
  const { token } = await as('TRAINER')
  const send = async (url: string, payload: object, method: 'PATCH' | 'POST' = 'POST') =>
    (await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })).json<{ type: string; detail: string }>()
  const id = crypto.randomUUID()
  expect(await send('/api/users/update-me', { name: 'n'.repeat(100_000) }, 'PATCH')).toMatchObject({
    type: '/problems/too-large',
    detail: 'This is more text than the server takes here. Shorten it.',
  })
  expect(await send('/api/users/update-me', { name: 'n'.repeat(1000) }, 'PATCH')).toMatchObject({ type: '/problems/validation-failed' })
  expect(await send(`/api/courses/send-mails/${id}`, { sendTo: Array(400_000).fill(0) })).toMatchObject({
    type: '/problems/too-large',
    detail: 'The body has more entries than this call takes.',
  })
})
