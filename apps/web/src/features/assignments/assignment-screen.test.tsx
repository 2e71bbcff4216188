/** Answering: nothing typed is lost, nothing incomplete is handed in by accident, and handing in is proven. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { Submission } from '@lms/contract/submissions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { AssignmentScreen } from './assignment-screen.tsx'

const id = (end: number): string => `0198f6a0-0000-7000-8000-00000000000${end}`
const place = { courseId: id(1), weekId: id(2), assignmentId: id(3) }
const question = (end: number, type: 'TEXT' | 'SINGLE_CHOICE', prompt: string, options: string[] = []) => ({
  id: id(end),
  type,
  prompt,
  options,
  required: true,
  points: 10,
})
const questions = [question(4, 'TEXT', 'What did you clean?'), question(5, 'SINGLE_CHOICE', 'Which base year?', ['2015', '2019'])]
const work = { submissionId: id(6), status: 'DRAFT', late: false, missing: false, submittedAt: null, attempt: 0, marks: null } as const
const assignment: Assignment = {
  id: place.assignmentId,
  courseId: place.courseId,
  weekId: place.weekId,
  title: 'Method note',
  instructions: '<p>Write it so that a colleague could repeat it.</p>',
  questions,
  maxMarks: 20,
  status: 'PUBLISHED',
  availableFrom: null,
  dueAt: '2099-11-20T23:59:00.000Z',
  closesAt: null,
  latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
  maxAttempts: null,
  work,
}
const course = {
  id: place.courseId,
  title: 'Data Journalism',
  timeZone: 'UTC',
  weeks: [],
  membership: { role: 'STUDENT', status: 'ACTIVE' },
} as unknown as Course
const submission = (change: Partial<Submission> = {}): Submission => ({
  id: id(6),
  assignmentId: place.assignmentId,
  courseId: place.courseId,
  student: { id: '0198f6a0-0000-7000-8000-0000000000aa', name: 'Ana Li', profileImageUrl: null },
  answers: [],
  draft: [{ questionId: id(4), value: 'Kept words' }],
  draftVersion: 0,
  files: [],
  status: 'DRAFT',
  late: false,
  attempt: 0,
  submittedAt: null,
  effectiveSubmittedAt: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 0,
  marks: null,
  questionMarks: [],
  deduction: 0,
  feedback: null,
  gradedBy: null,
  gradedAt: null,
  attempts: [],
  ...change,
})

const open = (submissions: Fakes['submissions'], of: Assignment = assignment) => {
  signInAs('USER')
  const called = fakeApi({
    assignments: { getAssignment: async () => of },
    courses: { getCourse: async () => course },
    submissions: { getSubmission: async () => submission(), ...submissions },
  })
  renderAt(
    <Routes>
      <Route path={paths.assignment.pattern} element={<AssignmentScreen />} />
    </Routes>,
    paths.assignment.to(place),
  )
  return called
}
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What did you clean?' })

test('writing goes on from the saved draft, and is saved when typing pauses', async () => {
  const called = open({ saveAnswers: async () => submission({ updatedAt: '2026-11-20T12:01:00.000Z' }) })
  const field = await text()
  expect(field.value).toBe('Kept words')
  await userEvent.type(field, ' and more')
  await waitFor(() => expect(called.some(({ name }) => name === 'submissions.saveAnswers')).toBe(true))
  const saved = called.find(({ name }) => name === 'submissions.saveAnswers')
  expect(saved?.request.body).toEqual({ answers: [{ questionId: id(4), value: 'Kept words and more' }], draftVersion: 0 })
  expect((await screen.findAllByText(/^Saved \d\d:\d\d$/)).length).toBeGreaterThan(0)
}, 10_000)

test('what the server refuses stays on the page, says so, and can be sent again', async () => {
  let isDown = true
  open({
    saveAnswers: async () => {
      if (isDown) throw new FakeProblem(503, 'unavailable', 'The database is down.')
      return submission()
    },
  })
  await userEvent.type(await text(), '!')
  await userEvent.tab()
  const again = (await screen.findAllByRole('button', { name: 'Try again' }))[0]!
  isDown = false
  await userEvent.click(again)
  expect((await screen.findAllByText(/^Saved \d\d:\d\d$/)).length).toBeGreaterThan(0)
  expect((await text()).value).toBe('Kept words!')
})

test('the review leads to what is missing; then handing in gives a receipt', async () => {
  const handedIn = submission({
    status: 'SUBMITTED',
    attempt: 1,
    submittedAt: '2026-11-20T14:02:00.000Z',
    effectiveSubmittedAt: '2026-11-20T14:02:00.000Z',
    draft: null,
    answers: [{ questionId: id(4), value: 'Kept words' }],
    updatedAt: '2026-11-20T14:02:00.000Z',
  })
  let current = submission()
  const called = open({
    getSubmission: async () => current,
    saveAnswers: async () => submission(),
    submitAssignment: async () => (current = handedIn),
  })
  await text()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Required')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Submit' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go to question 2' }))
  await userEvent.click(await screen.findByRole('radio', { name: '2019' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Review and submit' })[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeTruthy()
  expect(screen.getByText('On time')).toBeTruthy()
  expect(called.find(({ name }) => name === 'submissions.submitAssignment')?.request.body).toEqual({
    answers: [
      { questionId: id(4), value: 'Kept words' },
      { questionId: id(5), value: '2019' },
    ],
    draftVersion: 0,
  })
}, 10_000)

const draftKey = `draft:0198f6a0-0000-7000-8000-0000000000aa:answers:${place.assignmentId}`
const stale = (current: object) => Object.assign(new FakeProblem(409, 'stale-version', 'Changed elsewhere.'), { current })
const bodies = (called: ReturnType<typeof open>) =>
  called.filter(({ name }) => name === 'submissions.saveAnswers').map(({ request }) => request.body)

test('answers saved elsewhere stand beside those on this device, and the student chooses', async () => {
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

test('a save that another tab was faster than asks which answers to keep; these go with the newer version', async () => {
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
  await waitFor(() => expect(bodies(called).at(-1)).toMatchObject({ draftVersion: 8, answers: [{ value: 'Kept words!' }] }), {
    timeout: 5000,
  })
  expect(screen.queryByRole('alert')).toBeNull()
}, 10_000)

test('what was typed before answers had versions stands beside what the server has', async () => {
  signInAs('USER')
  const value = { answers: { [id(4)]: 'Words of this device' }, base: '2026-11-20T11:00:00.000Z' }
  localStorage.setItem(draftKey, JSON.stringify({ value, savedAt: '2026-11-20T11:30:00.000Z' }))
  open({})
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Kept words')).toBeTruthy()
  expect((await text()).value).toBe('Words of this device')
})

test('our own save whose reply was lost is no conflict', async () => {
  signInAs('USER')
  const value = { answers: { [id(4)]: 'Kept words and more' }, base: 1, baseAnswers: {}, sent: { [id(4)]: 'Kept words' } }
  localStorage.setItem(draftKey, JSON.stringify({ value, savedAt: '2026-11-20T11:30:00.000Z' }))
  const called = open({
    getSubmission: async () => submission({ draftVersion: 2 }),
    saveAnswers: async ({ body }) => submission({ draft: body.answers, draftVersion: 3 }),
  })
  await waitFor(
    () => expect(bodies(called)).toEqual([{ answers: [{ questionId: id(4), value: 'Kept words and more' }], draftVersion: 2 }]),
    {
      timeout: 5000,
    },
  )
  expect(screen.queryByRole('alert')).toBeNull()
}, 10_000)

test('a submission that a save of the same answers overtook is sent again with its version', async () => {
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
}, 10_000)

test('closed work is read only, and says why', async () => {
  open({}, { ...assignment, status: 'CLOSED' })
  expect(await screen.findByText('This assignment is closed')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Kept words')).toBeTruthy()
})
