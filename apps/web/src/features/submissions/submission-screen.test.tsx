/** Grading: the keyboard loop, the version that was seen, and two graders at once. */
import type { Assignment } from '@lms/contract/assignments'
import type { RosterRow, Submission } from '@lms/contract/submissions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { SubmissionScreen } from './submission-screen.tsx'

/** Work and panel side by side. */
const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const id = (end: number): string => `0198f6a0-0000-7000-8000-00000000000${end}`
const courseId = id(1)
const question = (end: number, prompt: string, points: number) => ({
  id: id(end),
  type: 'TEXT' as const,
  prompt,
  options: [],
  required: true,
  points,
  answerKey: [],
})
const assignment = {
  id: id(3),
  courseId,
  weekId: id(2),
  title: 'Chart critique',
  instructions: '',
  questions: [question(4, 'Which chart misleads?', 12), question(5, 'Why?', 8)],
  maxMarks: 20,
  status: 'PUBLISHED',
  dueAt: null,
  latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
} as unknown as Assignment
const names = { [id(6)]: 'Omar Haddad', [id(7)]: 'Priya Nair' } as Record<string, string>
const submission = (of: string, change: Partial<Submission> = {}): Submission => ({
  id: of,
  assignmentId: assignment.id,
  courseId,
  student: { id: of, name: names[of]!, profileImageUrl: null },
  answers: [{ questionId: id(4), value: 'The axis starts at 62.' }],
  draft: null,
  draftVersion: null,
  files: [],
  status: 'SUBMITTED',
  late: false,
  attempt: 1,
  submittedAt: '2026-11-17T02:58:00.000Z',
  effectiveSubmittedAt: '2026-11-17T02:58:00.000Z',
  updatedAt: '2026-11-17T02:58:00.000Z',
  version: 1,
  marks: null,
  questionMarks: [],
  deduction: 0,
  feedback: null,
  gradedBy: null,
  gradedAt: null,
  attempts: [],
  ...change,
})
const row = (of: string) => ({ student: { id: of, name: names[of]!, profileImageUrl: null }, submissionId: of, attempt: 1 }) as RosterRow
const roster = {
  items: [row(id(6)), row(id(7))],
  page: 1,
  limit: 100,
  total: 2,
  counts: { all: 2, toGrade: 2, graded: 0, late: 0, missing: 0 },
}

const open = (submissions: Fakes['submissions'], of = id(6), graded = assignment) => {
  signInAs('TRAINER')
  const called = fakeApi({
    assignments: { getAssignment: async () => graded },
    submissions: {
      getSubmission: async (request) => submission(request.params.submissionId),
      listSubmissions: async () => roster,
      ...submissions,
    },
  })
  const rendered = renderAt(
    <Routes>
      {[id(6), id(7)].map((one) => (
        <Route
          key={one}
          path={paths.submission.to({ submissionId: ':submissionId', courseId: ':courseId' }).replaceAll('%3A', ':')}
          element={<SubmissionScreen />}
        />
      ))}
    </Routes>,
    paths.submission.to({ submissionId: of, courseId }, { tab: 'to-grade' }),
  )
  return { called, ...rendered }
}
const mark = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Mark out of 20' })
const part = (number: number, points: number) => screen.getByRole('textbox', { name: `Marks for question ${number}, out of ${points}` })

test('parts add up, and Ctrl+Enter grades what was seen and goes to the next student', async () => {
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

test('a mark above the limit is refused here, with words', async () => {
  const { called } = open({})
  await userEvent.type(await mark(), '21')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  expect((await screen.findAllByText('At most 20')).length).toBe(1)
  expect(called.some(({ name }) => name === 'submissions.gradeSubmission')).toBe(false)
})

test('lateness of work that was returned is counted by its first time, as the server does', async () => {
  const late = {
    ...assignment,
    dueAt: '2026-11-16T12:00:00.000Z',
    latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 },
  } as Assignment
  open(
    {
      getSubmission: async () =>
        submission(id(6), {
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

test('letters walk along the row outside fields, and are letters inside them', async () => {
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

test('somebody else’s newer marks stand beside what was typed, and the grader chooses', async () => {
  let isGraded = false
  const newer = {
    status: 'GRADED',
    marks: 12,
    feedback: 'From Marta',
    version: 2,
    gradedAt: '2026-11-20T14:00:00.000Z',
    gradedBy: { id: id(9), name: 'Marta Oliveira', profileImageUrl: null },
  } as const
  const { called } = open({
    getSubmission: async (request) => submission(request.params.submissionId, isGraded ? newer : {}),
    gradeSubmission: async (request) => {
      if (request.body.version === 2) return submission(id(6), { ...newer, marks: 17, version: 3 })
      isGraded = true
      throw new FakeProblem(409, 'stale-version', 'Marta changed this meanwhile.')
    },
  })
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  expect(await screen.findByText('Marta Oliveira graded this meanwhile')).toBeTruthy()
  expect(screen.getByText('From Marta')).toBeTruthy()
  expect((await mark()).value).toBe('17')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await userEvent.click(screen.getByRole('button', { name: 'Grade and next' }))
  await waitFor(() =>
    expect(called.filter(({ name }) => name === 'submissions.gradeSubmission').at(-1)?.request.body).toMatchObject({
      marks: 17,
      version: 2,
    }),
  )
})
