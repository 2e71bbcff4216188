/** What a student sees of an assignment that was submitted, graded, returned, or cannot be submitted. The viewer is in Adelaide. */

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Assignment } from '@lms/contract/assignments'
import type { Answer, Submission } from '@lms/contract/submissions'
import { assignment, course, id, open, place, submission, text, work } from '#test/assignment-page.tsx'
import { FakeProblem, signInAs } from '#test/fake-api.ts'

const submitted = (change: Partial<Submission> = {}): Submission =>
  submission({
    status: 'SUBMITTED',
    attempt: 1,
    draft: null,
    answers: [
      { questionId: id(4), value: 'Two columns' },
      { questionId: id(5), value: '2015' },
    ],
    submittedAt: '2026-11-17T12:58:00.000Z',
    effectiveSubmittedAt: '2026-11-17T12:58:00.000Z',
    ...change,
  })
const show = (given: Partial<Submission> = {}, of: Partial<Assignment> = {}) =>
  open({ getSubmission: async () => submitted(given) }, { ...assignment, ...of })
const trainer = { id: id(8), name: 'Inês Carvalho', profileImageUrl: null }
const none = { ...work, submissionId: null, status: null }

test.each<[string, Partial<Assignment>, string, string]>([
  [
    'that is not open yet',
    { availableFrom: '2099-01-05T09:00:00.000Z' },
    'Opens Mon 5 Jan 2099, 19:30',
    'The instructions and questions are shown from then on.',
  ],
  ['that closed', { closesAt: '2026-01-05T09:00:00.000Z' }, 'Closed Mon 5 Jan', 'Nothing was submitted'],
  ['that staff closed', { status: 'CLOSED' }, 'This assignment is closed', 'Nothing was submitted'],
])('an assignment %s says so, and cannot be written', async (_, facts, title, words) => {
  open({}, { ...assignment, work: none, ...facts })
  expect(await screen.findByText((content) => content.startsWith(title))).toBeDefined()
  expect(screen.getByText((content) => content.startsWith(words))).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('in an archived course nothing can be written, and the page says why', async () => {
  open({}, { ...assignment, dueAt: '2099-01-05T09:00:00.000Z', closesAt: null }, {}, { ...course, status: 'ARCHIVED' })
  expect(await screen.findByText('This course is archived.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('answers that were saved but never submitted are named where it is closed', async () => {
  open({}, { ...assignment, status: 'CLOSED' })
  expect(await screen.findByText('Your answers below were saved and not submitted')).toBeDefined()
  expect(screen.getByText('Kept words')).toBeDefined()
})

test('words that were typed last and not saved before it closed are shown, and those alone', async () => {
  const { id: me } = signInAs('USER')
  const keep = (value: string): void =>
    localStorage.setItem(
      `draft:${me}:answers:${place.assignmentId}`,
      JSON.stringify({ value: { answers: { [id(4)]: value }, base: 0, baseAnswers: {} }, savedAt: '2026-11-20T12:00:00.000Z' }),
    )
  keep('Kept words')
  open({}, { ...assignment, status: 'CLOSED' })
  expect(await screen.findByText('Kept words')).toBeDefined()
  expect(screen.queryByText('What you typed last was not saved in time')).toBeNull()
  cleanup()
  keep('Kept words, and the last ones')
  open({}, { ...assignment, status: 'CLOSED' })
  expect(await screen.findByText('What you typed last was not saved in time')).toBeDefined()
  expect(screen.getByText('Kept words, and the last ones')).toBeDefined()
})

test('the last words are saved before it closes, and stay visible where they come too late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // The closing minute is over in ten seconds.
  const closesAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 60_000).toISOString()
  vi.setSystemTime(Date.parse(closesAt) + 50_000)
  let current = submission()
  const called = open(
    {
      getSubmission: async () => current,
      saveAnswers: async ({ body }) => {
        if (Date.now() >= Date.parse(closesAt) + 60_000) throw new FakeProblem(409, 'closed', 'The deadline has passed.')
        return (current = submission({ draft: body.answers, draftVersion: (current.draftVersion ?? 0) + 1 }))
      },
    },
    { ...assignment, closesAt },
  )
  fireEvent.change(await text(), { target: { value: 'Early words' } })
  await act(() => vi.advanceTimersByTimeAsync(6_500))
  fireEvent.change(await text(), { target: { value: 'Early words, last words' } })
  await act(() => vi.advanceTimersByTimeAsync(600))
  const saved = () =>
    called
      .filter(({ name }) => name === 'submissions.saveAnswers')
      .map(({ request }) => (request.body as { answers: Answer[] }).answers[0]?.value)
  await waitFor(() => expect(saved().at(-1)).toBe('Early words, last words'))
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  fireEvent.change(await text(), { target: { value: 'Early words, last words, too late' } })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(await screen.findByText('What you typed last was not saved in time')).toBeDefined()
  expect(screen.getByText('Early words, last words, too late')).toBeDefined()
})

test('a question that was removed after it was marked no longer counts, and its answer stays', async () => {
  const [first, second] = submission({}).questionVersions[0]!.questions
  const questionVersions = [{ version: 1, questions: [first!, { ...second!, points: 0, isRemoved: true as const }] }]
  const questionMarks = [
    { questionId: id(4), marks: 7.5 },
    { questionId: id(5), marks: 2 },
  ]
  show({ status: 'GRADED', marks: 7.5, questionVersions, questionMarks })
  const removed = within((await screen.findByText('no longer counts')).closest('section')!)
  expect(removed.getByText('2015')).toBeDefined()
  expect(removed.queryByText(/^2 \//)).toBeNull()
})

test('the mark, what lateness took, the share of each question and the feedback', async () => {
  show({
    status: 'GRADED',
    marks: 15,
    deduction: 2,
    late: true,
    feedback: 'Name the source.',
    gradedBy: trainer,
    gradedAt: '2026-11-18T09:00:00.000Z',
    questionMarks: [{ questionId: id(4), marks: 7.5 }],
  })
  const result = within(await screen.findByRole('region', { name: 'Your mark' }))
  expect(result.getByText('15')).toBeDefined()
  expect(result.getByText('/ 20')).toBeDefined()
  expect(result.getByText('17 before lateness, which took 2.')).toBeDefined()
  expect(result.getByText('Name the source.')).toBeDefined()
  expect(result.getByText('Inês Carvalho, Wed 18 Nov, 19:30')).toBeDefined()
  expect(screen.getByText('7.5 / 10 marks')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change your answers' })).toBeNull()
})

test('what was marked automatically names nobody, and without lateness nothing is said of it', async () => {
  show({ status: 'GRADED', marks: 20, gradedAt: '2026-11-18T09:00:00.000Z' })
  const result = within(await screen.findByRole('region', { name: 'Your mark' }))
  expect(result.getByText('Auto-graded, Wed 18 Nov, 19:30')).toBeDefined()
  expect(result.queryByText(/before lateness/)).toBeNull()
})

test('returned work can be written again, with what the trainer said', async () => {
  show({ status: 'RETURNED', feedback: 'Say more.', gradedBy: trainer, gradedAt: '2026-11-18T09:00:00.000Z' })
  const result = within(await screen.findByRole('region', { name: 'Returned to you' }))
  expect(result.getByText(/^Your trainer returned this for another attempt\./)).toBeDefined()
  expect(result.getByText('Say more.')).toBeDefined()
  expect((await text()).value).toBe('Two columns')
})

test('submitted work is a receipt with its time; it can be changed, and the change given up', async () => {
  const called = open({ getSubmission: async () => submitted(), saveAnswers: async () => submitted({ draft: [] }) }, assignment)
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeDefined()
  expect(screen.getByText('On time')).toBeDefined()
  expect(screen.getByText(/^Tue 17 Nov, 23:28/)).toBeDefined()
  expect(screen.getByText('Two columns')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Change your answers' })[0]!)
  expect((await text()).value).toBe('Two columns')
  expect(screen.getByText('You are changing work that you submitted')).toBeDefined()
  expect(screen.getByText('What you submitted Tue 17 Nov, 23:28 counts until you submit again.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Keep what I submitted' }))
  expect(await screen.findByRole('heading', { name: 'Your submission' })).toBeDefined()
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'submissions.saveAnswers')?.request.body).toEqual({ answers: submitted().answers }),
  )
})

test.each<[string, Partial<Submission>, Partial<Assignment>, string[], string[]]>([
  ['late work', { late: true }, {}, ['Late', 'Submitted'], ['On time']],
  ['work that waits for a new mark', { questionMarks: [{ questionId: id(4), marks: 7.5 }] }, {}, ['10 marks'], ['7.5 / 10 marks']],
  [
    'used attempts',
    {},
    { maxAttempts: 1 },
    ['All attempts are used. Your trainer can return it for another one.'],
    ['Change your answers'],
  ],
  [
    'attempts that are left',
    {},
    { maxAttempts: 3 },
    ['Change your answers'],
    ['All attempts are used. Your trainer can return it for another one.'],
  ],
])('%s', async (_, given, of, there, absent) => {
  show(given, of)
  await screen.findByRole('heading', { name: 'Your submission' })
  for (const words of there) expect(screen.getAllByText((content) => content.includes(words)).length).toBeGreaterThan(0)
  for (const words of absent) expect(screen.queryByText(words)).toBeNull()
})

test('earlier attempts keep their answers, marks and feedback', async () => {
  const earlier = {
    page: 1,
    limit: 5,
    total: 6,
    questionVersions: submitted().questionVersions,
    files: [],
    items: [
      {
        attempt: 1,
        submittedAt: '2026-11-10T12:00:00.000Z',
        late: true,
        answers: [{ questionId: id(4), value: 'One column' }],
        questionsVersion: 1,
        marks: 8,
        questionMarks: [],
        deduction: 0,
        feedback: 'Too short.',
        gradedBy: trainer,
        gradedAt: '2026-11-11T09:00:00.000Z',
      },
    ],
  }
  const called = open({ getSubmission: async () => submitted({ attempt: 7 }), listAttempts: async () => earlier }, assignment)
  const section = within(await screen.findByRole('region', { name: /^Earlier attempts ?6/ }))
  await section.findByText('Attempt 1')
  for (const words of ['Attempt 1', 'Tue 10 Nov, 22:30, late', '8 / 20', 'Too short.', 'One column'])
    expect(section.getByText(words)).toBeDefined()
  await userEvent.click(section.getByRole('button', { name: 'Show all 6' }))
  const limits = () => called.filter(({ name }) => name === 'submissions.listAttempts').map(({ request }) => request.query)
  await waitFor(() => expect(limits()).toEqual([{ limit: '5' }, { limit: '100' }]))
})

test('an assignment without questions is marked as done with one click', async () => {
  const done = submitted({ answers: [], questionVersions: [{ version: 1, questions: [] }] })
  const called = open({ submitAssignment: async () => done }, { ...assignment, questions: [], maxMarks: 0, work: none })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }))
  await waitFor(() => expect(called.find(({ name }) => name === 'submissions.submitAssignment')?.request.params).toEqual(place))
  expect(screen.queryByRole('button', { name: 'Review and submit' })).toBeNull()
})

test('an assignment without questions that could not be marked as done says why', async () => {
  const refuse = async () => {
    throw new FakeProblem(409, 'closed', 'The assignment is closed')
  }
  open({ submitAssignment: refuse }, { ...assignment, questions: [], maxMarks: 0, work: none })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not submitted.*The assignment is closed/)
})

test('after the due time the page says that submitting is still possible, and what it costs', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
  open({}, { ...assignment, dueAt: '2026-11-01T12:00:00.000Z', work: none })
  expect(await screen.findByText('The due time has passed. You can still submit')).toBeDefined()
  expect(screen.getByText('The work counts as late.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'What did you clean?, not answered' })).toBeDefined()
  await userEvent.type(await text(), 'x')
  expect(screen.getByRole('button', { name: 'What did you clean?, answered' })).toBeDefined()
  expect(screen.getByRole('heading', { name: '1 of 2 answered' })).toBeDefined()
})

test('an answer to a question that was replaced can still be copied', async () => {
  open({ getSubmission: async () => submission({ draft: [{ questionId: id(9), value: 'Old words' }] }) }, assignment)
  expect(await screen.findByText('Your answers to questions that were replaced')).toBeDefined()
  expect(screen.getByText('Old words')).toBeDefined()
})

test('returned work says to submit again only where it can be submitted', async () => {
  show({ status: 'RETURNED' }, { status: 'CLOSED', work: { ...work, status: 'RETURNED' } })
  const result = within(await screen.findByRole('region', { name: 'Returned to you' }))
  expect(result.getByText(/It is closed now/)).toBeDefined()
  expect(result.queryByText(/submit again/)).toBeNull()
})

test('work that was submitted stays on the page when the opening is moved later', async () => {
  show({ attempt: 1 }, { availableFrom: '2099-01-05T09:00:00.000Z', questions: [], isHidden: true })
  expect(await screen.findByText('Two columns')).toBeDefined()
  expect(screen.getByText(/^The opening was moved after you submitted/)).toBeDefined()
})

test('where lateness does not matter nothing is said of it', async () => {
  open({}, { ...assignment, dueAt: '2026-11-01T12:00:00.000Z', work: none, latePolicy: { kind: 'NONE', percent: 0, floor: 0 } })
  await text()
  expect(screen.queryByText(/late\b|The due time has passed/)).toBeNull()
})

test('an excused student does not read that nothing can be submitted any more', async () => {
  open({}, { ...assignment, status: 'CLOSED', work: { ...none, isExcused: true } })
  expect(await screen.findByText('You are excused from this assignment')).toBeDefined()
  expect(screen.getByText('It is not in your total.')).toBeDefined()
  expect(screen.queryByText('This assignment is closed')).toBeNull()
})

test('a link is completed on leaving its field, and a fault is named there', async () => {
  const question = { id: id(7), type: 'LINK' as const, prompt: 'Your map?', options: [], required: true, points: 10 }
  open({ getSubmission: async () => submission({ draft: [] }) }, { ...assignment, questions: [question] })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your map?' })
  await userEvent.type(field, 'www.example.org/map')
  await userEvent.tab()
  await waitFor(() => expect(field.value).toBe('https://www.example.org/map'))
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'my map')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Enter a public address, such as https://example.org/page')).toBeDefined()
})
