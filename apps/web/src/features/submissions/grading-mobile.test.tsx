/** Grading on narrow screens: the work and the mark are tabs; on phones the mark is in the dock. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FakeProblem } from '#test/fake-api.ts'
import { feedback, id, mark, open, part, submission } from '#test/grading-page.tsx'

const { matchMedia } = window
const as = (width: 'phone' | 'tablet'): void =>
  void vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...matchMedia(query), matches: width === 'phone' && query.includes('max-width') }))
const tab = (name: 'Work' | 'Grade') => screen.findByRole('tab', { name })

test.each(['phone', 'tablet'] as const)('on a %s the work is read first, then graded; the next student follows', async (width) => {
  as(width)
  const { called, router } = open({ gradeSubmission: async () => submission(id(6), { status: 'GRADED', marks: 17, version: 2 }) })
  expect((await tab('Work')).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('The axis starts at 62.')).toBeDefined()
  await userEvent.click(await tab('Grade'))
  expect((await tab('Grade')).getAttribute('aria-selected')).toBe('true')
  await userEvent.type(part(1, 12), '10')
  await userEvent.type(part(2, 8), '7')
  await userEvent.type(await feedback(), 'Exact.')
  expect((await mark()).value).toBe('17')
  expect(screen.getAllByRole('textbox', { name: 'Mark out of 20' })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  expect(called.find(({ name }) => name === 'submissions.gradeSubmission')?.request.body).toMatchObject({
    marks: 17,
    feedback: 'Exact.',
    action: 'GRADE',
  })
})

test('on a phone, the choice between two marks takes the place of the button', async () => {
  as('phone')
  const newer = {
    status: 'GRADED',
    marks: 12,
    version: 2,
    gradedAt: '2026-11-20T14:00:00.000Z',
    gradedBy: { id: id(9), name: 'Marta Oliveira', profileImageUrl: null },
  } as const
  let isGraded = false
  open({
    getSubmission: async ({ params }) => submission(params.submissionId, isGraded && params.submissionId === id(6) ? newer : {}),
    gradeSubmission: async () => {
      isGraded = true
      throw new FakeProblem(409, 'version-conflict', 'Marta changed this in the meantime.')
    },
  })
  await userEvent.click(await tab('Grade'))
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('button', { name: 'Save 17 and next' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Keep 12' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Grade and next' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Return' })).toBeNull()
})

test('what was never submitted has nothing to grade; what was can be returned', async () => {
  as('phone')
  const { unmount } = open({ getSubmission: async () => submission(id(6), { attempt: 0, status: 'DRAFT', submittedAt: null }) })
  await userEvent.click(await tab('Grade'))
  expect(screen.queryByRole('button', { name: /^Grade and/ })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Feedback' })).toBeNull()
  unmount()
  const { called } = open({ gradeSubmission: async () => submission(id(6), { status: 'RETURNED', version: 2 }) })
  await userEvent.click(await tab('Grade'))
  await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return this to Omar Haddad?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Return it' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'submissions.gradeSubmission')?.request.body).toMatchObject({ action: 'RETURN' }),
  )
})
