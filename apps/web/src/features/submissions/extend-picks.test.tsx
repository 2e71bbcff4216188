/** More time from the page of grading: by key or click, from the student’s own due time, and its undo. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Submission } from '@lms/contract/submissions'
import { asDesktop, assignment, id, open, submission } from '#test/grading-page.tsx'

const dueAt = '2026-11-20T12:29:00.000Z'

function show(facts: Partial<Submission> = {}, own: object = {}) {
  asDesktop()
  const page = open(
    { getSubmission: async () => submission(id(6), { dueAt, ...facts }) },
    id(6),
    { ...assignment, dueAt, ...own },
    { assignmentExceptions: { extendDueTime: async () => ({ students: 1, remarked: 0 }) } },
  )
  const sent = () => page.called.filter(({ name }) => name === 'assignmentExceptions.extendDueTime').map(({ request }) => request.body)
  return { ...page, sent }
}
test('a key opens the choice of a day more, and the toast takes it back', async () => {
  const { sent } = show({ late: true })
  await screen.findByText('1 of 2 to grade')
  await userEvent.keyboard('e')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^\+1 day/ }))
  expect(await screen.findByText(/^Omar Haddad: due Sat 21 Nov/)).toBeTruthy()
  expect(sent()).toMatchObject([{ studentIds: [id(6)], dueAt: '2026-11-21T12:29:00.000Z', recheckLate: false }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ dueAt: null, recheckLate: true }))
})

test('more is added to the time that the student has already, to which the undo goes back', async () => {
  const extended = '2026-11-22T12:29:00.000Z'
  const { sent } = show({ dueAt: extended })
  await userEvent.click(await screen.findByRole('button', { name: 'Extend due time' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^\+1 week/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ dueAt: '2026-11-29T12:29:00.000Z' }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ dueAt: extended, recheckLate: false }))
})

test('what was not submitted in time gets its time from today', async () => {
  const { sent } = show({ attempt: 0, status: 'DRAFT', submittedAt: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Extend due time' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^\+2 days/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ dueAt: '2026-11-26T12:29:00.000Z' }]))
})

test.each([{ status: 'CLOSED' }, { dueAt: null }])('work of an assignment with %o gets no more time', async (own) => {
  show({ dueAt: 'dueAt' in own ? null : dueAt }, own)
  await screen.findByText('1 of 2 to grade')
  expect(screen.queryByRole('button', { name: 'Extend due time' })).toBeNull()
})
