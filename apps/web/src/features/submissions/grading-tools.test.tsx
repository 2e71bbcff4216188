/** Undo, the history of a mark, other graders and hidden names on the grading screen. The viewer is in Adelaide. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { undoMs } from '@lms/contract/grading'
import { useSession } from '#lib/session.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { asDesktop, assignment, focusInMark, id, mark, open, submission } from '#test/grading-page.tsx'

beforeEach(asDesktop)

const ines = { id: idOf(40), name: 'Inês Carvalho', profileImageUrl: null }

const onStudent = async (place: number) => {
  await screen.findByText(`${place} of 2 to grade`)
  await focusInMark()
}

/** A page on which the first of two students has just been graded. */
async function gradeFirst(undoGrade: () => Promise<{ status: 'SUBMITTED' }>) {
  const page = open(
    { gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 }) },
    id(6),
    assignment,
    { grading: { undoGrade } },
  )
  await onStudent(1)
  await userEvent.keyboard('15{Enter}')
  // Undo is there for ten seconds from now.
  await screen.findByText('Omar Haddad: 15 / 20 saved')
  return page
}

test('Ctrl+Z undoes the mark saved last and goes back to that student', async () => {
  const { called } = await gradeFirst(async () => ({ status: 'SUBMITTED' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(called.some(({ name }) => name === 'grading.undoGrade')).toBe(true))
  await onStudent(1)
  expect(called.filter(({ name }) => name === 'grading.undoGrade').map(({ request }) => request.body)).toEqual([{ version: 2 }])
  expect((await mark()).value).toBe('')
  // The submission waits for a mark again.
  await userEvent.keyboard('j')
  await onStudent(2)
  await userEvent.keyboard('n')
  await onStudent(1)
})

test('Ctrl+Z elsewhere leaves the saved mark alone', async () => {
  const { called, router } = await gradeFirst(async () => ({ status: 'SUBMITTED' }))
  await act(() => router.navigate('/elsewhere'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Mark/ })).toBeNull())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(called.some(({ name }) => name === 'grading.undoGrade')).toBe(false)
  expect(screen.getByText('Omar Haddad: 15 / 20 saved')).toBeDefined()
})

test('keys pressed before the next student is shown are for that student', async () => {
  const graded: unknown[] = []
  const next = Promise.withResolvers<void>()
  const { router } = open({
    getSubmission: async ({ params }) => {
      if (params.submissionId === id(7)) await next.promise
      return submission(params.submissionId)
    },
    gradeSubmission: async ({ params, body }) => {
      graded.push([params.id, body.marks])
      return submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 })
    },
  })
  await onStudent(1)
  await userEvent.keyboard('1{Enter}12{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  next.resolve()
  await waitFor(() =>
    expect(graded).toEqual([
      [id(6), 1],
      [id(7), 12],
    ]),
  )
})

test('once Undo is no longer offered, Ctrl+Z undoes nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { called } = await gradeFirst(async () => ({ status: 'SUBMITTED' }))
  await act(() => vi.advanceTimersByTimeAsync(undoMs))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText('Omar Haddad: 15 / 20 saved')).toBeNull())
  expect(called.filter(({ name }) => name === 'grading.undoGrade')).toEqual([])
})

test('holding a key acts once: a mark already typed for the next student is not saved', async () => {
  const value = { version: submission(id(7)).version, parts: {}, total: '9', feedback: '' }
  const user = userEvent.setup()
  const page = open({
    gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 }),
  })
  const { id: me } = useSession.getState().user!
  localStorage.setItem(`draft:${me}:grade:${id(7)}`, JSON.stringify({ value, savedAt: '2026-11-20T11:30:00.000Z' }))
  await onStudent(1)
  await user.keyboard('15{Enter>}')
  await screen.findByText('Omar Haddad: 15 / 20 saved')
  await focusInMark()
  expect((await mark()).value).toBe('9')
  // As repeated by the browser.
  fireEvent.keyDown(await mark(), { key: 'Enter', repeat: true })
  await user.keyboard('{/Enter}')
  const graded = () => page.called.flatMap(({ name, request }) => (name === 'submissions.gradeSubmission' ? [request.params['id']] : []))
  expect(graded()).toEqual([id(6)])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(graded()).toEqual([id(6), id(7)]))
})

test('the feedback of a mark that was undone is a draft again', async () => {
  const feedback = 'Ten sentences.'
  open(
    { gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, feedback, version: 2 }) },
    id(6),
    assignment,
    { grading: { undoGrade: async () => ({ status: 'SUBMITTED' }) } },
  )
  await onStudent(1)
  await userEvent.keyboard('1')
  await userEvent.type(screen.getByRole('textbox', { name: 'Feedback' }), feedback)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Omar Haddad: 1 / 20 saved')
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await onStudent(1)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' }).value).toBe(feedback)
  expect((await mark()).value).toBe('')
})

test('Undo in the toast does the same; a mark that can no longer be undone is reported', async () => {
  await gradeFirst(() => Promise.reject(new FakeProblem(409, 'conflict', 'This can no longer be undone.')))
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('This can no longer be undone.')).toBeTruthy()
  expect(await screen.findByText('2 of 2 to grade')).toBeTruthy()
})

test('Ctrl+Z in a field that was typed in leaves the saved mark alone', async () => {
  const { called } = await gradeFirst(async () => ({ status: 'SUBMITTED' }))
  await onStudent(2)
  await userEvent.keyboard('1{Control>}z{/Control}')
  expect(called.some(({ name }) => name === 'grading.undoGrade')).toBe(false)
})

test('the history shows three changes, and all of them on request', async () => {
  const change = (index: number) => ({
    id: idOf(50 + index),
    action: index === 0 ? ('UNDO' as const) : ('GRADE' as const),
    changedBy: ines,
    changedAt: '2026-11-19T10:12:00.000Z',
    oldMarks: index === 4 ? null : 10 + index,
    newMarks: 9 + index,
    isFeedbackChanged: false,
  })
  const all = Array.from({ length: 5 }, (_, index) => change(index))
  open({}, id(6), assignment, {
    grading: {
      listMarkChanges: async ({ query }) => ({ items: all.slice(0, Number(query?.limit)), page: 1, limit: 3, total: 5 }),
    },
  })
  const history = within(await screen.findByRole('region', { name: 'History of this mark' }))
  expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Inês Carvalho · .*19 Nov.* · undone10 → 9$/),
    expect.stringMatching(/11 → 10$/),
    expect.stringMatching(/12 → 11$/),
  ])
  await userEvent.click(history.getByRole('button', { name: 'Show all 5' }))
  expect(await history.findByText('– → 13')).toBeTruthy()
})

test('the page names who else has the submission open, and the next one to grade is one that nobody has open', async () => {
  const since = '2026-11-20T14:01:00.000Z'
  const { router, called } = open({}, id(6), assignment, {
    grading: {
      reportGrading: async ({ params }) => ({
        graders: params.submissionId === id(6) ? [{ submissionId: id(6), grader: ines, since }] : [],
      }),
    },
  })
  expect(await screen.findByText('Inês is grading this')).toBeTruthy()
  expect(called.filter(({ name }) => name === 'grading.reportGrading')).toHaveLength(1)
  const next = await screen.findByRole('link', { name: 'Go to next' })
  await userEvent.click(next)
  await onStudent(2)
  expect(router.state.location.pathname).toContain(id(7))
  expect(screen.queryByText('Inês is grading this')).toBe(null)
})

test('hiding names loads the page again, with numbers in their place', async () => {
  let isHidden = false
  const { called } = open(
    {
      getSubmission: async ({ params }) => {
        const found = submission(params.submissionId)
        return isHidden ? { ...found, student: { ...found.student, name: 'Student 7' } } : found
      },
    },
    id(6),
    assignment,
    {
      grading: {
        getHiddenNames: async () => ({ isHidden }),
        setHiddenNames: async ({ body }) => {
          isHidden = body.isHidden
          return body
        },
      },
    },
  )
  await userEvent.click(await screen.findByRole('switch', { name: 'Hide names' }))
  expect(await screen.findByText('Student 7')).toBeTruthy()
  expect(screen.queryByText('Omar Haddad')).toBe(null)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Hide names' }).checked).toBe(true)
  expect(called.find(({ name }) => name === 'grading.setHiddenNames')?.request.params).toEqual({
    courseId: id(1),
    assignmentId: assignment.id,
  })
})

test('the history says why a mark changed without a grader typing it, and when only the words did', async () => {
  const actions = ['RETURN', 'REMARK', 'IMPORT', 'GRADE'] as const
  const items = actions.map((action, index) => ({
    id: idOf(50 + index),
    action,
    changedBy: ines,
    changedAt: '2026-11-19T10:12:00.000Z',
    oldMarks: 10,
    newMarks: action === 'RETURN' ? null : 10,
    isFeedbackChanged: action === 'GRADE',
  }))
  open({}, id(6), assignment, { grading: { listMarkChanges: async () => ({ items, page: 1, limit: 3, total: 4 }) } })
  const history = within(await screen.findByRole('region', { name: 'History of this mark' }))
  expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ · returned10 → –$/),
    expect.stringMatching(/ · assignment changed10$/),
    expect.stringMatching(/ · imported10$/),
    expect.stringMatching(/20:42Feedback$/),
  ])
})

test('marks that were typed for an earlier attempt are not saved for the newer one before the grader has seen it', async () => {
  let attempt = 1
  const { called } = open({
    getSubmission: async ({ params }) => submission(params.submissionId, { attempt, version: attempt }),
    gradeSubmission: async ({ body }) => {
      if (body.version === 2) return submission(id(6), { status: 'GRADED', marks: 17, version: 3 })
      attempt = 2
      throw new FakeProblem(409, 'version-conflict', 'Omar submitted again.')
    },
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Omar Haddad submitted again')).toBeTruthy()
  expect(screen.getByText(/^This is attempt 2, Tue 17 Nov, 13:28\. Your marks were for the one before\.$/)).toBeTruthy()
  expect(screen.getByText('Your mark is on this device, not saved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Grade and next' }))
  await waitFor(() =>
    expect(
      called
        .filter(({ name }) => name === 'submissions.gradeSubmission')
        .map(({ request }) => (request.body as { version: number }).version),
    ).toEqual([1, 2]),
  )
})

const first = {
  attempt: 1,
  submittedAt: '2026-11-10T12:00:00.000Z',
  late: false,
  answers: [],
  questionsVersion: 1,
  marks: 8,
  questionMarks: [],
  deduction: 0,
  feedback: 'Too short.',
  gradedBy: null,
  gradedAt: null,
}

test('an earlier attempt is loaded when it is chosen', async () => {
  const { questionVersions } = submission(id(6))
  const { called } = open({
    getSubmission: async ({ params }) => submission(params.submissionId, { attempt: 3 }),
    listAttempts: async () => ({ page: 2, limit: 1, total: 2, questionVersions, files: [], items: [first] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'attempt 3 of 3' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Attempt 1' }))
  expect(await screen.findByText('Attempt 1, 8 / 20')).toBeTruthy()
  expect(screen.getByText('Too short.')).toBeTruthy()
  const { request } = called.find(({ name }) => name === 'submissions.listAttempts')!
  expect(request.query).toEqual({ page: '2', limit: '1' })
  await userEvent.click(screen.getByRole('button', { name: 'Show attempt 3' }))
  expect(screen.queryByText('Attempt 1, 8 / 20')).toBeNull()
})

test('returning without a word of feedback is pointed out', async () => {
  const { called } = open({})
  await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
  expect(await screen.findByText(/You have written no feedback yet\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.some(({ name }) => name === 'submissions.gradeSubmission')).toBe(false)
})
