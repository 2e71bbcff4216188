/** Answering: nothing typed is lost, nothing incomplete is submitted by accident, and submitting gives a receipt. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { id, place, work, assignment, course, submission, show, open, text } from '#test/assignment-page.tsx'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { makeCourse, noCounts } from '#test/fixtures.ts'

afterEach(() => void vi.restoreAllMocks())

test('writing continues from the saved draft, and is saved when typing pauses', async () => {
  const called = open({ saveAnswers: async () => submission({ updatedAt: '2026-11-20T12:01:00.000Z' }) })
  const field = await text()
  expect(field.value).toBe('Kept words')
  await userEvent.type(field, ' and more')
  await waitFor(() => expect(called.some(({ name }) => name === 'submissions.saveAnswers')).toBe(true))
  const saved = called.find(({ name }) => name === 'submissions.saveAnswers')
  expect(saved?.request.body).toEqual({ answers: [{ questionId: id(4), value: 'Kept words and more' }], draftVersion: 0 })
  expect((await screen.findAllByText(/^Saved \d\d:\d\d$/)).length).toBeGreaterThan(0)
})

test('answers that the server refuses stay on the page with a message, and can be sent again', async () => {
  let isRefused = true
  open({
    saveAnswers: async () => {
      if (isRefused) throw new FakeProblem(403, 'forbidden', 'You are no longer enrolled.')
      return submission()
    },
  })
  await userEvent.type(await text(), '!')
  await userEvent.tab()
  const again = (await screen.findAllByRole('button', { name: 'Try again' }))[0]!
  isRefused = false
  await userEvent.click(again)
  expect((await screen.findAllByText(/^Saved \d\d:\d\d$/)).length).toBeGreaterThan(0)
  expect((await text()).value).toBe('Kept words!')
})

test('the review links to missing answers; submitting then gives a receipt', async () => {
  const submitted = submission({
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
    submitAssignment: async () => (current = submitted),
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
    questionsVersion: 1,
  })
})

test('words typed while the answers are submitted are a change of the submission, and not lost', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  let current = submission({
    draft: [
      { questionId: id(4), value: 'Kept words' },
      { questionId: id(5), value: '2019' },
    ],
  })
  const called = open({
    getSubmission: async () => current,
    saveAnswers: async ({ body }) => (current = submission({ ...current, draft: body.answers, draftVersion: 2 })),
    submitAssignment: async ({ body }) => {
      await until
      const { answers } = body
      return (current = submission({
        status: 'SUBMITTED',
        attempt: 1,
        answers,
        draft: null,
        draftVersion: 1,
        submittedAt: '2026-11-20T14:02:00.000Z',
        effectiveSubmittedAt: '2026-11-20T14:02:00.000Z',
      }))
    },
  })
  await text()
  await userEvent.click(screen.getAllByRole('button', { name: 'Review and submit' })[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
  await userEvent.type(await text(), ', and more')
  resolve()
  expect(await screen.findByText('You are changing work that you submitted')).toBeDefined()
  expect((await text()).value).toBe('Kept words, and more')
  await waitFor(() =>
    expect(called.filter(({ name }) => name === 'submissions.saveAnswers').at(-1)?.request.body).toMatchObject({
      answers: [{ value: 'Kept words, and more' }, { value: '2019' }],
      draftVersion: 1,
    }),
  )
})

test('an assignment that was closed in the meantime is shown as closed once the server rejects the submission', async () => {
  const called = open({
    saveAnswers: async () => submission(),
    submitAssignment: () => Promise.reject(new FakeProblem(409, 'closed', 'This assignment is closed.')),
  })
  const reads = () => called.filter(({ name }) => name === 'assignments.getAssignment').length
  await userEvent.click(await screen.findByRole('radio', { name: '2019' }))
  const before = reads()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('a closed assignment is read-only, and says why', async () => {
  open({}, { ...assignment, status: 'CLOSED' })
  expect(await screen.findByText('This assignment is closed')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Kept words')).toBeTruthy()
})

test('an excused student sees a message while writing, and when nothing can be submitted', async () => {
  const excused = { ...assignment, work: { ...work, isExcused: true } }
  open({}, excused)
  await text()
  expect(screen.getByText('You are excused from this assignment')).toBeTruthy()
  expect(screen.getByText('It is not in your total. You can still submit it, but you do not have to.')).toBeTruthy()
  cleanup()
  open({}, { ...excused, status: 'CLOSED' })
  expect(await screen.findByText('It is not in your total.')).toBeTruthy()
  expect(screen.queryByText('This assignment is closed')).toBeNull()
})

test('who joined after it was due reads that nothing has to be submitted, and no deduction', async () => {
  const dueAt = new Date(Date.now() - 3_600_000).toISOString()
  const terms = { dueAt, latePolicy: { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 } }
  const before = { ...assignment, ...terms, work: { ...work, beforeJoining: true } }
  open({}, before)
  await text()
  expect(screen.getByText('This was due before you joined')).toBeTruthy()
  expect(screen.getByText(/^You can still submit it, but you do not have to\./)).toBeTruthy()
  expect(screen.getByText('Before you enrolled')).toBeTruthy()
  expect(screen.queryByText(/off, at most|counts as late/)).toBeNull()
  cleanup()
  open({}, { ...before, status: 'CLOSED' })
  expect(await screen.findByText('It is not in your total.')).toBeTruthy()
})

test('with a mouse, the first answer has the focus, with the caret at its end', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('pointer: fine') }))
  open({})
  const field = await text()
  expect(document.activeElement).toBe(field)
  expect(field.selectionStart).toBe('Kept words'.length)
})

test('the current late deduction is shown before submitting', async () => {
  const dueAt = new Date(Date.now() - 3_600_000).toISOString()
  open({ saveAnswers: async () => submission() }, { ...assignment, dueAt, latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 } })
  await userEvent.click(await screen.findByRole('radio', { name: '2019' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(within(await screen.findByRole('dialog')).getByText('Submit now: 10 % off, at most 18 of 20')).toBeTruthy()
})

test('a receipt is emailed on request, and the choice is remembered', async () => {
  const full = submission({
    draft: [
      { questionId: id(4), value: 'a' },
      { questionId: id(5), value: '2019' },
    ],
  })
  const called = open({
    getSubmission: async () => full,
    submitAssignment: async () => submission({ status: 'SUBMITTED', attempt: 1, draft: null }),
  })
  await text()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Email me a receipt' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { name: 'Your submission' })
  expect(called.find(({ name }) => name === 'submissions.submitAssignment')?.request.body).toMatchObject({ emailReceipt: true })
  expect(useSession.getState().user?.preferences).toMatchObject({ emailReceipts: true })
})

test('the questions are loaded when the assignment opens, and cannot be answered before', async () => {
  const availableFrom = new Date(Date.now() - 1000).toISOString()
  let reads = 0
  signInAs('USER')
  const hidden = { ...assignment, availableFrom, instructions: '', questions: [], isHidden: true, work: { ...work, submissionId: null } }
  fakeApi({
    assignments: { getAssignment: async () => (reads++ === 0 ? hidden : { ...assignment, availableFrom, work: hidden.work }) },
    courses: { getCourse: async () => course },
  })
  show()
  expect(await text()).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull()
  expect(reads).toBe(2)
})

const slides = { ...assignment.questions[0]!, id: id(7), type: 'FILE' as const, prompt: 'Your slides', required: false }
const withSlides = { ...assignment, questions: [assignment.questions[0]!, slides] }
const answered = submission({ draft: [{ questionId: id(4), value: 'a' }] })
const submitted = submission({
  status: 'SUBMITTED',
  attempt: 1,
  submittedAt: '2026-11-20T14:02:00.000Z',
  draft: null,
  answers: [{ questionId: id(4), value: 'As submitted' }],
})
const fileOf = (name: string) => new File(['%PDF-1.7'], name)
const review = () => userEvent.click(screen.getAllByRole('button', { name: 'Review and submit' })[0]!)

test('nothing is submitted while a file is still uploading', async () => {
  const called = open(
    {
      getSubmission: async () => answered,
      submitAssignment: async () => submitted,
    },
    withSlides,
    { presignUpload: () => new Promise(() => undefined) },
  )
  await userEvent.upload(await screen.findByLabelText('Choose a file'), fileOf('slides.pdf'))
  await review()
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('A file is still uploading')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(called.some(({ name }) => name === 'submissions.submitAssignment')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Keep writing' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel slides.pdf' }))
  await review()
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeTruthy()
})

/** A store that takes every file. */
class TakingRequest extends EventTarget {
  readonly upload = new EventTarget()
  readonly status = 200
  readonly response = new Blob()
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => ''
  abort() {}
  send = () => queueMicrotask(() => this.dispatchEvent(new Event('load')))
}

test('several files of one answer are all kept, in the order in which they were chosen, and a removed one is not submitted', async () => {
  vi.stubGlobal('XMLHttpRequest', TakingRequest)
  const called = open(
    { getSubmission: async () => answered, saveAnswers: async () => answered, submitAssignment: async () => submitted },
    withSlides,
    {
      presignUpload: async ({ query }) => ({
        key: `document/${query.fileName}`,
        url: 'https://store.example',
        headers: {},
        expiresAt: '2026-11-20T15:00:00.000Z',
      }),
    },
  )
  await userEvent.upload(await screen.findByLabelText('Choose a file'), [fileOf('one.pdf'), fileOf('two.pdf')])
  await screen.findByRole('button', { name: 'Remove two.pdf' })
  await userEvent.upload(screen.getByLabelText('Choose another file'), fileOf('three.pdf'))
  await screen.findByRole('button', { name: 'Remove three.pdf' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove one.pdf' }))
  await review()
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { name: 'Your submission' })
  expect(called.find(({ name }) => name === 'submissions.submitAssignment')?.request.body).toMatchObject({
    answers: [
      { questionId: id(4), value: 'a' },
      { questionId: id(7), value: ['document/two.pdf', 'document/three.pdf'] },
    ],
  })
})

test('changes of submitted work can be given up: what was submitted counts, also in the draft on the server', async () => {
  const changed = { ...submitted, draft: [{ questionId: id(4), value: 'Half a change' }], draftVersion: 4 }
  const called = open(
    { getSubmission: async () => changed, saveAnswers: async () => ({ ...changed, draft: submitted.answers, draftVersion: 5 }) },
    { ...assignment, work: { ...work, status: 'SUBMITTED', attempt: 1 } },
  )
  expect((await text()).value).toBe('Half a change')
  await userEvent.click(screen.getByRole('button', { name: 'Keep what I submitted' }))
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeTruthy()
  expect(screen.getByText('As submitted')).toBeTruthy()
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'submissions.saveAnswers')?.request.body).toEqual({ answers: submitted.answers }),
  )
})

test('questions that were changed in the meantime are loaded, and nothing is submitted before the student has seen them', async () => {
  const refused = Object.assign(new FakeProblem(409, 'version-conflict', 'The questions have changed.'), {
    current: { questionsVersion: 2 },
  })
  const called = open({ getSubmission: async () => answered, submitAssignment: () => Promise.reject(refused) }, withSlides)
  await text()
  await review()
  const reads = () => called.filter(({ name }) => name === 'assignments.getAssignment').length
  const before = reads()
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This assignment was changedNothing was submitted yet.')
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(called.filter(({ name }) => name === 'submissions.submitAssignment')).toHaveLength(1)
})

test('staff see how many submissions wait, are late or missing, each with its list, and open a closed assignment again', async () => {
  signInAs('TRAINER')
  let now = { ...assignment, status: 'CLOSED' as 'CLOSED' | 'PUBLISHED', work: null }
  const counts = { ...noCounts, all: 24, toGrade: 7, graded: 12, late: 3, missing: 5 }
  const called = fakeApi({
    assignments: {
      getAssignment: async () => now,
      updateAssignment: async ({ body }) => (now = { ...now, status: body?.status === 'PUBLISHED' ? 'PUBLISHED' : 'CLOSED' }),
    },
    courses: { getCourse: async () => makeCourse('TRAINER', { id: place.courseId }) },
    submissions: { listSubmissions: async () => ({ items: [], page: 1, limit: 1, total: 24, counts, held: 0 }) },
  })
  show()
  const list = (filter: Record<string, string>) => paths.submissions.to(place, filter)
  const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await target('7 submissions to grade')).toBe(list({ tab: 'to-grade' }))
  expect(await target('Late 3')).toBe(list({ tab: 'all', late: 'true' }))
  expect(await target('Missing 5')).toBe(list({ tab: 'missing' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }))
  expect(await screen.findByText('Method note is open again')).toBeTruthy()
  expect(called.find(({ name }) => name === 'assignments.updateAssignment')?.request.body).toEqual({ status: 'PUBLISHED' })
  expect(await screen.findByRole('button', { name: 'Close submissions' })).toBeTruthy()
})

test('what has closed by its time is not offered to be closed, and opening it again says that it stays closed', async () => {
  signInAs('TRAINER')
  let now = { ...assignment, status: 'CLOSED' as 'CLOSED' | 'PUBLISHED', closesAt: '2026-11-24T12:00:00.000Z', work: null }
  fakeApi({
    assignments: {
      getAssignment: async () => now,
      updateAssignment: async () => (now = { ...now, status: 'PUBLISHED' }),
    },
    courses: { getCourse: async () => makeCourse('TRAINER', { id: place.courseId }) },
    submissions: { listSubmissions: async () => ({ items: [], page: 1, limit: 1, total: 0, counts: noCounts, held: 0 }) },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Open again' }))
  expect(await screen.findByText('Method note stays closed: its closing time has passed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change it' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^(Open again|Close submissions)$/ })).toBeNull())
  expect(screen.getByText('Closed')).toBeTruthy()
})
