/** Answers that were saved on another device, in another tab, or by a request whose reply was lost. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { id, place, submission, open, text } from '#test/assignment-page.tsx'
import { FakeProblem, signInAs } from '#test/fake-api.ts'

afterEach(() => void vi.restoreAllMocks())

const draftKey = `draft:0198f6a0-0000-7000-8000-0000000000aa:answers:${place.assignmentId}`

const stale = (current: object) => Object.assign(new FakeProblem(409, 'version-conflict', 'Changed elsewhere.'), { current })

const bodies = (called: ReturnType<typeof open>) =>
  called.filter(({ name }) => name === 'submissions.saveAnswers').map(({ request }) => request.body)

test('answers saved elsewhere are shown beside those on this device, and the student chooses', async () => {
  signInAs('USER')
  const answers = { [id(4)]: 'Words of this device' }
  localStorage.setItem(draftKey, JSON.stringify({ value: { answers, base: 1, baseAnswers: {} }, savedAt: '2026-11-20T11:30:00.000Z' }))
  const called = open({ getSubmission: async () => submission({ draftVersion: 2 }) })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Words of this device')).toBeTruthy()
  expect(within(alert).getByText('Kept words')).toBeTruthy()
  expect((await text()).value).toBe('Words of this device')
  await userEvent.click(screen.getByRole('button', { name: 'Use the saved answers' }))
  expect((await text()).value).toBe('Kept words')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(bodies(called)).toEqual([])
})

test('when another tab saved first, the page asks which answers to keep, and saves those on the newer version', async () => {
  const theirs = { answers: [{ questionId: id(4), value: 'Words of the phone' }], draftVersion: 8, updatedAt: '2026-11-20T12:05:00.000Z' }
  const called = open({
    getSubmission: async () => submission({ draftVersion: 7 }),
    saveAnswers: async ({ body }) => {
      if (body.draftVersion !== 8) throw stale(theirs)
      return submission({ draft: body.answers, draftVersion: 9 })
    },
  })
  await userEvent.type(await text(), '!')
  await userEvent.tab()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Kept words!')).toBeTruthy()
  expect(within(alert).getByText('Words of the phone')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep the answers on this page' }))
  await waitFor(() => expect(bodies(called).at(-1)).toMatchObject({ draftVersion: 8, answers: [{ value: 'Kept words!' }] }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('text typed before answers had versions is shown beside the server’s version', async () => {
  signInAs('USER')
  const value = { answers: { [id(4)]: 'Words of this device' }, base: '2026-11-20T11:00:00.000Z' }
  localStorage.setItem(draftKey, JSON.stringify({ value, savedAt: '2026-11-20T11:30:00.000Z' }))
  open({})
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Kept words')).toBeTruthy()
  expect((await text()).value).toBe('Words of this device')
})

test('a save whose response was lost causes no conflict', async () => {
  signInAs('USER')
  const value = { answers: { [id(4)]: 'Kept words and more' }, base: 1, baseAnswers: {}, sent: { [id(4)]: 'Kept words' } }
  localStorage.setItem(draftKey, JSON.stringify({ value, savedAt: '2026-11-20T11:30:00.000Z' }))
  const called = open({
    getSubmission: async () => submission({ draftVersion: 2 }),
    saveAnswers: async ({ body }) => submission({ draft: body.answers, draftVersion: 3 }),
  })
  await waitFor(() => expect(bodies(called)).toEqual([{ answers: [{ questionId: id(4), value: 'Kept words and more' }], draftVersion: 2 }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a submission that was overtaken by a save of the same answers is sent again with its version', async () => {
  const full = [
    { questionId: id(4), value: 'Kept words' },
    { questionId: id(5), value: '2019' },
  ]
  const called = open({
    getSubmission: async () => submission({ draft: full, draftVersion: 1 }),
    submitAssignment: async ({ body }) => {
      if (body.draftVersion !== 2)
        throw stale({
          answers: full,
          draftVersion: 2,
          updatedAt: '2026-11-20T12:05:00.000Z',
        })
      return submission({ status: 'SUBMITTED', attempt: 1, draft: null, answers: full, draftVersion: 3 })
    },
  })
  await text()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeTruthy()
  expect(called.filter(({ name }) => name === 'submissions.submitAssignment')).toHaveLength(2)
})

test('text typed during a save stays on this device until it is saved too', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  /** The draft on this device at the start of each save. */
  const onDevice: (string | null)[] = []
  const called = open({
    getSubmission: async () => submission({ draftVersion: 1 }),
    saveAnswers: async ({ body }) => {
      const turn = onDevice.push(localStorage.getItem(draftKey)) - 1
      await answers[turn]!.promise
      return submission({ draft: body.answers, draftVersion: 2 + turn })
    },
  })
  await userEvent.type(await text(), ' one')
  await waitFor(() => expect(bodies(called)).toHaveLength(1))
  await userEvent.type(await text(), ' two')
  answers[0]!.resolve()
  await waitFor(() => expect(bodies(called)).toHaveLength(2))
  expect(onDevice[1]).toContain('Kept words one two')
  answers[1]!.resolve()
  await waitFor(() => expect(localStorage.getItem(draftKey)).toBeNull())
  expect((await text()).value).toBe('Kept words one two')
})
