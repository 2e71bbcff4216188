/** Grading: the keyboard loop, saved comments, the version that was seen, and two graders at once. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { enter } from '#test/enter.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { asDesktop, assignment, feedback, focusInMark, id, mark, open, part, roster, submission } from '#test/grading-page.tsx'

beforeEach(asDesktop)

test('parts add up, and Ctrl+Enter grades the version that was loaded and opens the next student', async () => {
  const { called, router } = open({ gradeSubmission: async () => submission(id(6), { status: 'GRADED', marks: 17, version: 2 }) })
  expect(await screen.findByText('1 of 2 to grade')).toBeTruthy()
  await userEvent.type(part(1, 12), '10,5')
  await userEvent.type(part(2, 8), '6')
  expect((await mark()).value).toBe('16.5')
  await userEvent.type(screen.getByRole('textbox', { name: 'Feedback' }), 'Exact.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  expect(router.state.location.search).toBe('?tab=to-grade')
  expect(called.find(({ name }) => name === 'submissions.gradeSubmission')?.request.body).toEqual({
    marks: 16.5,
    feedback: 'Exact.',
    questionMarks: [
      { questionId: id(4), marks: 10.5 },
      { questionId: id(5), marks: 6 },
    ],
    action: 'GRADE',
    version: 1,
  })
})

test('Enter in one question goes to the next without a mark; the sum so far is not saved', async () => {
  const { called } = open({ gradeSubmission: async () => submission(id(6), { status: 'GRADED', marks: 17, version: 2 }) })
  expect(await screen.findByText('1 of 2 to grade')).toBeTruthy()
  await userEvent.type(part(1, 12), '10{Enter}')
  expect(document.activeElement).toBe(part(2, 8))
  expect(called.some(({ name }) => name === 'submissions.gradeSubmission')).toBe(false)
  await userEvent.keyboard('6{Enter}')
  await waitFor(() => expect(called.some(({ name }) => name === 'submissions.gradeSubmission')).toBe(true))
})

test('a mark above the limit is an error, and is not sent', async () => {
  const { called } = open({})
  await userEvent.type(await mark(), '21')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  expect((await screen.findAllByText('At most 20')).length).toBe(1)
  expect(called.some(({ name }) => name === 'submissions.gradeSubmission')).toBe(false)
})

test('the first wrong field has the focus: of the marks, where only one of a question is wrong, and before work is returned', async () => {
  open({})
  expect(await screen.findByText('1 of 2 to grade')).toBeTruthy()
  await userEvent.type(part(1, 12), '5')
  await userEvent.type(part(2, 8), '9')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await waitFor(() => expect(document.activeElement).toBe(part(2, 8)))
  await userEvent.click(screen.getByRole('button', { name: 'Return' }))
  await waitFor(() => expect(document.activeElement).toBe(part(2, 8)))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lateness of returned work is counted from its first submission, as on the server', async () => {
  const late = {
    ...assignment,
    dueAt: '2026-11-16T12:00:00.000Z',
    latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 },
  } as Assignment
  open(
    {
      getSubmission: async () =>
        submission(id(6), {
          dueAt: late.dueAt,
          late: true,
          attempt: 2,
          submittedAt: '2026-11-20T12:00:00.000Z',
          effectiveSubmittedAt: '2026-11-17T02:58:00.000Z',
        }),
    },
    id(6),
    late,
  )
  await userEvent.type(await mark(), '20')
  expect(screen.getByText('18 / 20')).toBeTruthy()
  expect(screen.getByText('Late 14 h')).toBeTruthy()
})

test('late days are counted by the clock of the course, as on the server', async () => {
  const late = {
    ...assignment,
    dueAt: '2026-10-24T16:00:00.000Z',
    latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 },
  } as Assignment
  const at = '2026-10-25T16:30:00.000Z'
  open(
    { getSubmission: async () => submission(id(6), { dueAt: late.dueAt, late: true, submittedAt: at, effectiveSubmittedAt: at }) },
    id(6),
    late,
  )
  await userEvent.type(await mark(), '20')
  expect(screen.getByText('18 / 20')).toBeTruthy()
})

test('letter keys move through the queue outside fields, and type inside them', async () => {
  const { router } = open({})
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(field, 'jk')
  expect(field.value).toBe('jk')
  field.blur()
  await userEvent.keyboard('j')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  await userEvent.keyboard('k')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(6)))
})

test('newer marks by someone else are shown next to the typed ones, and the grader chooses', async () => {
  let isGraded = false
  const newer = {
    status: 'GRADED',
    marks: 12,
    feedback: 'From Marta',
    version: 2,
    gradedAt: '2026-11-20T14:00:00.000Z',
    gradedBy: { id: id(9), name: 'Marta Oliveira', profileImageUrl: null },
  } as const
  const { called, router } = open({
    getSubmission: async (request) =>
      submission(request.params.submissionId, isGraded && request.params.submissionId === id(6) ? newer : {}),
    gradeSubmission: async (request) => {
      if (request.body.version === 2) return submission(id(6), { ...newer, marks: 17, version: 3 })
      isGraded = true
      throw new FakeProblem(409, 'version-conflict', 'Marta changed this in the meantime.')
    },
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText(/Marta Oliveira graded this at \d\d:\d\d/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Marta Oliveira' }).textContent).toBe('Marta Oliveira12 / 20“From Marta”')
  expect(screen.getByRole('region', { name: 'Yours' }).textContent).toBe('Yours17 / 20No feedback')
  // The safe choice has the focus, and no key replaces the saved mark.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep 12' })))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(called.filter(({ name }) => name === 'submissions.gradeSubmission')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Save 17 and next' }))
  await waitFor(() =>
    expect(called.filter(({ name }) => name === 'submissions.gradeSubmission').at(-1)?.request.body).toMatchObject({
      marks: 17,
      version: 2,
    }),
  )
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
})

test('the next student opens before the response; an error is shown there, and links to the typed mark and both versions', async () => {
  const answer = Promise.withResolvers<Submission>()
  let isGraded = false
  const newer = { status: 'GRADED', marks: 12, version: 2, gradedAt: '2026-11-20T14:00:00.000Z' } as const
  const { called } = open({
    getSubmission: async ({ params }) => submission(params.submissionId, isGraded && params.submissionId === id(6) ? newer : {}),
    gradeSubmission: async () => answer.promise,
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17')
  await enter(await feedback(), 'Exact.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('2 of 2 to grade')
  expect((await mark()).value).toBe('')
  await userEvent.type(await mark(), '9')
  expect(called.filter(({ name }) => name === 'submissions.gradeSubmission')).toHaveLength(1)
  isGraded = true
  answer.reject(new FakeProblem(409, 'version-conflict', 'Marta changed this in the meantime.'))
  await screen.findByText('Omar Haddad: not saved')
  // What is being typed stays where it is.
  expect(screen.getByText('2 of 2 to grade')).toBeTruthy()
  expect((await mark()).value).toBe('9')
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect((await screen.findByRole('region', { name: 'Yours' })).textContent).toBe('Yours17 / 20“Exact.”')
  expect(screen.getByRole('button', { name: 'Keep 12' })).toBeTruthy()
  // What was typed for the next student in the meantime is kept too.
  await userEvent.click(screen.getByRole('link', { name: 'Next student (J)' }))
  await screen.findByText('2 of 2 to grade')
  expect((await mark()).value).toBe('9')
})

test('a mark that could not be saved can be found again, with the reason and what was typed', async () => {
  const answer = Promise.withResolvers<Submission>()
  open({ gradeSubmission: async () => answer.promise })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  await screen.findByText('2 of 2 to grade')
  answer.reject(new FakeProblem(503, 'unavailable', 'The database is down.'))
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  await screen.findByText('1 of 2 to grade')
  expect((await mark()).value).toBe('17')
  expect(await screen.findByText('The database is down. Your marks and words are kept.')).toBeTruthy()
})

test('the saved mark of the other grader can stay', async () => {
  const newer = { status: 'GRADED', marks: 12, version: 2, gradedAt: '2026-11-20T14:00:00.000Z' } as const
  let isGraded = false
  open({
    getSubmission: async (request) => submission(request.params.submissionId, isGraded ? newer : {}),
    gradeSubmission: async () => {
      isGraded = true
      throw new FakeProblem(409, 'version-conflict', 'Somebody changed this in the meantime.')
    },
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  const keep = await screen.findByRole('button', { name: 'Keep 12' })
  await waitFor(() => expect(document.activeElement).toBe(keep))
  await userEvent.keyboard('{Enter}')
  expect((await mark()).value).toBe('12')
})

test('by keyboard alone: the mark has the focus for each student, Enter saves it and opens the next to grade', async () => {
  const graded: string[] = []
  const { called } = open({
    gradeSubmission: async ({ params }) => {
      graded.push(params.id)
      return submission(params.id, { status: 'GRADED', marks: 17, version: 2 })
    },
  })
  for (const [at, student] of [id(6), id(7)].entries()) {
    await screen.findByText(`${at + 1} of 2 to grade`)
    await focusInMark()
    await userEvent.keyboard('16,5c')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Feedback' })))
    await userEvent.keyboard('Label the last bar.{Control>}{Enter}{/Control}')
    await waitFor(() => expect(graded).toContain(student))
  }
  // Nothing is left to grade.
  expect(await screen.findByRole('heading', { name: /^All graded/ })).toBeTruthy()
  expect(graded).toEqual([id(6), id(7)])
  const bodies = called.filter(({ name }) => name === 'submissions.gradeSubmission').map(({ request }) => request.body)
  expect(bodies).toEqual(Array(2).fill(expect.objectContaining({ marks: 16.5, feedback: 'Label the last bar.' })))
})

test('Enter before the queue is loaded waits for it, and opens the next to grade', async () => {
  const queue = Promise.withResolvers<typeof roster>()
  const { called, router } = open({
    listSubmissions: () => queue.promise,
    gradeSubmission: async () => submission(id(6), { status: 'GRADED', marks: 17, version: 2 }),
  })
  await userEvent.type(await mark(), '17{Enter}')
  await screen.findByText('Saving')
  expect(called.map(({ name }) => name)).not.toContain('submissions.gradeSubmission')
  queue.resolve(roster)
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  expect(await screen.findByText('2 of 2 to grade')).toBeTruthy()
  expect(called.filter(({ name }) => name === 'submissions.gradeSubmission')).toHaveLength(1)
})

test('the next student’s page says that the mark of the one before is still being sent', async () => {
  const sent = Promise.withResolvers<ReturnType<typeof submission>>()
  const { router } = open({ gradeSubmission: () => sent.promise })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  await screen.findByText('2 of 2 to grade')
  expect(await screen.findByText('Saving')).toBeTruthy()
  sent.resolve(submission(id(6), { status: 'GRADED', marks: 17, version: 2 }))
  await waitFor(() => expect(screen.queryByText('Saving')).toBeNull())
})

test('a saved mark stays on its page while the submission is read again', async () => {
  let reads = 0
  const { router } = open({
    getSubmission: ({ params }) =>
      params.submissionId === id(6) && reads++ > 0 ? new Promise(() => undefined) : Promise.resolve(submission(params.submissionId)),
    gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 }),
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  await screen.findByText('Omar Haddad: 17 / 20 saved')
  await userEvent.keyboard('k')
  await screen.findByText('1 of 2 to grade')
  expect((await mark()).value).toBe('17')
})

test('in the mark field letters are shortcuts: j and k step, n finds the next to grade, c and m choose the field, ? lists the keys', async () => {
  const { router } = open({})
  await screen.findByText('1 of 2 to grade')
  for (const [key, of] of [
    ['j', id(7)],
    ['k', id(6)],
    ['n', id(7)],
  ] as const) {
    await focusInMark()
    await userEvent.keyboard(key)
    await waitFor(() => expect(router.state.location.pathname).toContain(of))
  }
  await focusInMark()
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keys for grading' })).toBeTruthy()
  expect((await mark()).value).toBe('')
})

test('a slash on an empty line and a digit insert a saved comment; anything else is text', async () => {
  open({})
  await screen.findByRole('button', { name: /^2\s?Say/ })
  await userEvent.type(await feedback(), '/2')
  expect((await feedback()).value).toBe('Say what you left out, and why.')
  await userEvent.keyboard('{Enter}/')
  expect(screen.getByText('Press 1 to 2, or Esc')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Press 1 to 2, or Esc')).toBe(null)
  await userEvent.keyboard('etc 1/2')
  expect((await feedback()).value).toBe('Say what you left out, and why.\n/etc 1/2')
})

test('a slash that was typed stays, whatever follows it; a click on a comment replaces it', async () => {
  open({})
  const comment = await screen.findByRole('button', { name: /^2\s?Say/ })
  await userEvent.type(await feedback(), '/{Enter}/{Tab}')
  expect((await feedback()).value).toBe('/\n/')
  await userEvent.click(await feedback())
  await userEvent.keyboard('{Enter}/')
  await userEvent.paste('see page 3')
  expect((await feedback()).value).toBe('/\n/\n/see page 3')
  await userEvent.keyboard('{Enter}/9{Enter}/')
  expect((await feedback()).value).toBe('/\n/\n/see page 3\n/9\n/')
  await userEvent.click(comment)
  expect((await feedback()).value).toBe('/\n/\n/see page 3\n/9\nSay what you left out, and why.')
})

test('the feedback is saved as a comment; comments are inserted, changed and deleted', async () => {
  const { called } = open({}, id(6), assignment, {
    savedComments: {
      createSavedComment: async ({ body }) => ({ id: idOf(30), ...body }),
      updateSavedComment: async ({ params, body }) => ({ ...params, ...body }),
      removeSavedComment: async () => undefined,
    },
  })
  const sent = (call: string) =>
    called.filter(({ name }) => name === `savedComments.${call}`).map(({ request }) => [request.params, request.body])
  await userEvent.click(await screen.findByRole('button', { name: /^1\s?Name the source/ }))
  expect((await feedback()).value).toBe('Name the source under the chart.')
  // It is saved already.
  expect(screen.queryByRole('button', { name: 'Save this text' })).toBe(null)
  await enter(await feedback(), ' Twice.')
  await userEvent.click(screen.getByRole('button', { name: 'Save this text' }))
  await waitFor(() => expect(sent('createSavedComment')).toEqual([[{}, { text: 'Name the source under the chart. Twice.' }]]))

  const menu = () => userEvent.click(screen.getByRole('button', { name: 'Actions for “Name the source under the chart.”' }))
  await menu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  await userEvent.clear(field)
  await enter(field, 'Name it.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('updateSavedComment')).toEqual([[{ id: idOf(20) }, { text: 'Name it.' }]]))
  await menu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(sent('removeSavedComment')).toHaveLength(1))
})
