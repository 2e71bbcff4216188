/** Reviewing: the panel with its keys, all that match, undo, and reading the answers to one question. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignupResponse } from '@lms/contract/signup-responses'
import { paths } from '#lib/paths.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeSignUpForm } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { ResponsesScreen } from './responses-screen.tsx'

const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const form = makeSignUpForm({ autoApprove: false, responseCount: 120 })
const [question] = form.questions
const responseOf = (n: number): SignupResponse => ({
  id: idOf(100 + n),
  person: { id: idOf(300 + n), name: `Person ${n}`, profileImageUrl: null, email: `p${n}@harbour.example` },
  status: 'PENDING',
  version: 1,
  answers: [{ questionId: question!.id, value: `Because of ${n}` }],
  earlier: [],
  files: [],
  place: null,
  note: null,
  sentAt: '2026-11-20T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
})
type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING'
const counts = { review: 120, enrolled: 0, waitlisted: 0, declined: 0, left: 0, withdrawn: 0, all: 120 }

/** A form with that many responses, four per page; returns the decisions in the order in which they were sent. */
function open(total: number, { statusOf = (decision: Decision) => decision, left = 0, latest = 1, until = Promise.resolve() } = {}) {
  signInAs('TRAINER')
  const decisions: object[] = []
  const everybody = Array.from({ length: total }, (_, n) => responseOf(n))
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { enrolment: 'FORM' }) },
    signupForms: { getForm: async () => form },
    signupResponses: {
      listResponses: async ({ query = {} }) => {
        const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 20)]
        // The screen asks for 50, of which few are drawn; a selection of all asks for 100.
        const length = Math.min(limit, limit === 50 ? 4 : 100)
        const items = everybody.slice((page - 1) * length, page * length)
        return {
          items: query.status === 'LEFT' ? items.map((item) => ({ ...item, status: 'LEFT' })) : items,
          page,
          limit,
          total,
          counts: { ...counts, left },
          versions: [...new Set([latest, 1])].map((version) => ({ version, questions: form.questions })),
          seats: { taken: 0, total: null },
        }
      },
      summarizeResponses: async () => ({ total, questions: [{ ...question!, answered: total, choices: [] }] }),
      decideResponses: async ({ body }) => {
        decisions.push(body)
        await until
        return {
          items: body.ids.map((id) => ({ id, name: 'Somebody', before: 'PENDING', status: statusOf(body.decision) })),
          seatsLeft: null,
          passed: 0,
        }
      },
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.signUpResponses.pattern} element={<ScreenWithData of={ResponsesScreen} />} />
    </Routes>,
    paths.signUpResponses.to({ courseId }),
  )
  return decisions
}
const panel = () => screen.findByRole('complementary', { name: 'Response' })
const idsOf = (length: number) => Array.from({ length }, (_, n) => idOf(100 + n))
const heading = async () => (await within(await panel()).findByRole('heading')).textContent

test('a row opens its answers beside the list; J and K move, Escape closes, a decision goes on to the next', async () => {
  const decisions = open(3)
  await userEvent.click((await screen.findAllByText('20 Nov'))[0]!)
  expect(await heading()).toBe('Person 0')
  expect(within(await panel()).getByText('Because of 0')).toBeTruthy()
  await userEvent.keyboard('jj')
  expect(await heading()).toBe('Person 2')
  await userEvent.keyboard('k')
  expect(await heading()).toBe('Person 1')
  await userEvent.type(screen.getByLabelText('Message'), 'jk welcome')
  expect(await heading()).toBe('Person 1')
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Approve' }))
  await waitFor(async () => expect(await heading()).toBe('Person 2'))
  expect(decisions).toEqual([{ ids: [idOf(101)], decision: 'APPROVED', email: true, note: 'jk welcome' }])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Response' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Person 2'))
})

test('a message that was left is there again; a slow decision neither moves who has gone on nor empties their message', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  const decisions = open(3, { until })
  await userEvent.click((await screen.findAllByText('20 Nov'))[0]!)
  await enter(screen.getByLabelText('Message'), 'See you on Monday', '{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Response' })).toBeNull())
  await userEvent.click(screen.getAllByText('20 Nov')[0]!)
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'See you on Monday')
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Approve' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next response' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next response' }))
  await enter(screen.getByLabelText('Message'), 'For the third')
  resolve()
  await screen.findByText(/approved/)
  expect(decisions).toMatchObject([{ note: 'See you on Monday' }])
  expect(await heading()).toBe('Person 2')
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'For the third')
  await userEvent.click(screen.getAllByText('20 Nov')[0]!)
  expect(screen.getByLabelText('Message')).toHaveProperty('value', '')
})

test('answers to an earlier version of the form say so, and while one decision is sent there is no other', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  const decisions = open(1, { latest: 2, until })
  await userEvent.click((await screen.findAllByText('20 Nov'))[0]!)
  const opened = within(await panel())
  expect(opened.getByText(/^Version 1 of the form\./)).toBeTruthy()
  await userEvent.click(opened.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(decisions).toHaveLength(1))
  for (const name of ['Decline', 'Add to waiting list']) expect(opened.getByRole('button', { name })).toHaveProperty('disabled', true)
  resolve()
  await screen.findByText(/approved/)
})

test('all responses of the list are selected and decided by id, and undone to their earlier states', async () => {
  const decisions = open(120)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  expect(screen.getByText('4 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Select all 120' }))
  await screen.findByText('120 selected')
  await userEvent.click(screen.getByRole('button', { name: 'Decline 120' }))
  await screen.findByText('120 declined')
  expect(decisions).toEqual([{ ids: idsOf(120), decision: 'REJECTED', email: true }])
  expect(screen.queryByText(/selected/)).toBeNull()
  await userEvent.click(screen.getByText('Undo'))
  await waitFor(() => expect(decisions).toHaveLength(2))
  expect(decisions[1]).toMatchObject({ decision: 'PENDING', email: false, ids: { length: 120 } })
})

test('an undo whose seat was taken since says who is on the waiting list instead', async () => {
  open(1, { statusOf: (decision) => (decision === 'PENDING' ? 'WAITLISTED' : decision) })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Decline 1' }))
  await userEvent.click(await screen.findByText('Undo'))
  expect(await screen.findByText('Not enough seats left. On the waiting list now: Somebody')).toBeTruthy()
})

test('people who have left have their own tab, where nothing can be decided', async () => {
  open(2, { left: 2 })
  await userEvent.click(await screen.findByRole('link', { name: 'Left the course 2' }))
  await userEvent.click((await screen.findAllByText('20 Nov'))[0]!)
  expect(within(await panel()).getByText(/They can sign up again/)).toBeTruthy()
  expect(within(await panel()).queryByRole('button', { name: /Approve|Decline/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('of more than 500 the first of the list are selected, and exactly those are decided; one of them can be left out', async () => {
  const decisions = open(620)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select the first 500 of 620' }))
  await screen.findByText('500 selected')
  expect(screen.getByText('. At most 500 at a time')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Decline 499' }))
  await screen.findByText('499 declined')
  expect(decisions).toMatchObject([{ ids: idsOf(500).filter((id) => id !== idOf(103)) }])
})

test('rows selected on one page stay selected on the next', async () => {
  const decisions = open(60)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Person 1' }))
  await userEvent.click(screen.getByRole('link', { name: 'Page 2 of 2' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Person 5' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve 2' }))
  await screen.findByText('2 approved')
  expect(decisions).toMatchObject([{ ids: [idOf(101), idOf(105)] }])
})

test('the summary leads to the answers to a question', async () => {
  open(3)
  await userEvent.click(await screen.findByRole('link', { name: 'Read 3: Why this course?' }))
  const dialog = await screen.findByRole('dialog', { name: 'Why this course?' })
  expect(await within(dialog).findByText('Because of 2')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
