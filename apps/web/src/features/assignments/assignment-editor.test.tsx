import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '../../../test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, makeQuestion } from '../../../test/fixtures.ts'
import { renderAt, ScreenWithData } from '../../../test/render.tsx'
import { AssignmentEditScreen } from './assignment-edit-screen.tsx'

const which = makeQuestion({
  id: idOf(5),
  type: 'SINGLE_CHOICE',
  prompt: 'Which base year?',
  options: ['2015', '2019', '2021'],
  answerKey: ['2015'],
  points: 4,
})
const assignment = makeAssignment({ title: 'Chart critique', questions: [which], maxMarks: 4, version: 7, questionsVersion: 1 })
const { courseId, weekId } = assignment

type Call = Parameters<NonNullable<NonNullable<Fakes['assignments']>['updateAssignment']>>[0]

const isDisabled = (label: string): boolean => screen.getAllByLabelText<HTMLInputElement>(label)[0]!.disabled

async function open(fakes: { update?: (call: Call) => Promise<typeof assignment>; of?: typeof assignment } = {}) {
  signInAs('TRAINER')
  const sent: Call[] = []
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { id: courseId, weeks: [] }) },
    assignments: {
      getAssignment: async () => fakes.of ?? assignment,
      updateAssignment: async (call) => {
        sent.push(call)
        return fakes.update ? fakes.update(call) : assignment
      },
    },
    assignmentChanges: {
      getAssignmentUsage: async () => ({
        students: 24,
        submitted: 12,
        questions: [{ questionId: idOf(5), answers: 12, choices: [{ option: '2019', count: 12 }], highestMarks: 0 }],
        formerQuestions: [],
      }),
      previewAssignmentChanges: async () => ({
        items: [
          {
            submissionId: idOf(6),
            student: { id: idOf(7), name: 'Chloé Martin', profileImageUrl: null },
            before: { marks: 0, late: false },
            after: { marks: 4, late: false },
          },
        ],
        total: 1,
        submitted: 12,
      }),
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.assignmentEdit.pattern} element={<ScreenWithData of={AssignmentEditScreen} />} />
      <Route path={paths.assignment.pattern} element={<p>The assignment</p>} />
    </Routes>,
    paths.assignmentEdit.to({ courseId, weekId, assignmentId: assignment.id }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /Which base year/ }))
  return sent
}

test('a question with answers keeps its kind and chosen options; a changed key shows whose marks change, and is saved with the version that was loaded', async () => {
  const sent = await open()
  expect(isDisabled('Option 2 of question 1')).toBe(true)
  expect(isDisabled('Option 1 of question 1')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Remove option 2' })).toBeNull()
  expect(isDisabled('Kind of answer')).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Option 2 is right' }))
  const row = (await screen.findByRole('rowheader', { name: 'Chloé Martin' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0', '4', '+4'])
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await screen.findByText('The assignment')
  expect(sent).toMatchObject([{ body: { version: 7, questions: [{ id: idOf(5), answerKey: ['2015', '2019'] }] } }])
})

test('a replaced question is sent without its id, and may take another kind', async () => {
  const sent = await open()
  await userEvent.click(screen.getByRole('button', { name: 'replace this question' }))
  expect(isDisabled('Kind of answer')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body?.questions?.[0]).not.toHaveProperty('id')
})

test('errors are listed, link to their fields, and disappear when the field is changed', async () => {
  const sent = await open()
  const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  await userEvent.clear(prompt())
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(prompt())
  expect(screen.getByText('Needs attention')).toBeTruthy()
  await userEvent.click(within(summary).getByRole('link', { name: 'Enter question 1' }))
  expect(document.activeElement).toBe(prompt())
  await userEvent.type(prompt(), 'Which?')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Title, instructions, dates/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Take marks off for each day' }))
  await userEvent.clear(screen.getByLabelText('Deduct per day (%)'))
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.click(screen.getByRole('button', { name: /^Save \d changes$/ }))
  const links = () => screen.getAllByRole('link', { name: /^Enter/ }).map(({ textContent }) => textContent)
  expect(links()).toEqual(['Enter a title', 'Enter a share from 1 to 100'])
  await userEvent.click(screen.getByRole('link', { name: 'Enter a share from 1 to 100' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Deduct per day (%)'))
  await userEvent.click(screen.getByRole('radio', { name: 'Ignore lateness' }))
  expect(links()).toEqual(['Enter a title'])
  expect(sent).toEqual([])
})

test('a change of one question leaves the errors of the others', async () => {
  await open()
  const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate question 1' }))
  await userEvent.clear(prompt())
  await userEvent.click(screen.getByRole('button', { name: /Which base year/ }))
  await userEvent.clear(prompt())
  await userEvent.click(screen.getByRole('button', { name: /^Save \d change/ }))
  const links = () => screen.getAllByRole('link', { name: /^Enter question/ }).map(({ textContent }) => textContent)
  expect(links()).toEqual(['Enter question 1', 'Enter question 2'])
  await userEvent.type(prompt(), 'Why?')
  expect(links()).toEqual(['Enter question 2'])
})

test('errors from the server are shown at the question, or above the form until the next attempt', async () => {
  const refusals = [
    new FakeProblem(422, 'validation-failed', 'Some fields', [{ pointer: '/questions/0/prompt', detail: 'Too long' }]),
    new FakeProblem(503, 'unavailable', 'The server is busy.'),
  ]
  await open({ update: () => Promise.reject(refusals.shift()!) })
  const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  await userEvent.type(prompt(), ' Why?')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Question 1: Too long' }))
  expect(document.activeElement).toBe(prompt())
  await userEvent.type(prompt(), ' How?')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not savedThe server is busy. What you wrote is kept.')
  await userEvent.type(prompt(), ' Where?')
  expect(alert.isConnected).toBe(true)
  expect(prompt().value).toBe('Which base year? Why? How? Where?')
})

test('if someone else saved first, nothing is lost, and saving again uses the newer version', async () => {
  const stale = new FakeProblem(409, 'version-conflict', 'Tom Reyes changed it.')
  stale.current = { version: 8 }
  let isFirst = true
  const sent = await open({
    update: () => {
      const wasFirst = isFirst
      isFirst = false
      return wasFirst ? Promise.reject(stale) : Promise.resolve(assignment)
    },
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Which year?' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Tom Reyes changed it.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep my changes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(sent.map(({ body }) => body?.version)).toEqual([7, 8]))
})

test('with an earlier due time staff choose whether work that was on time is late now; a later one does not ask', async () => {
  const sent = await open({ of: { ...assignment, dueAt: '2026-11-20T12:00:00.000Z' } })
  await userEvent.click(screen.getByRole('button', { name: /Title, instructions, dates/ }))
  const due = (value: string) => fireEvent.change(screen.getByLabelText(/^Due/), { target: { value } })
  const late = () => screen.queryByRole('checkbox', { name: 'Also count as late what was on time' })
  due('2026-11-22T12:00')
  await screen.findByRole('button', { name: 'Save 1 change' })
  expect(late()).toBeNull()
  due('2026-11-18T12:00')
  await waitFor(() => expect(late()).not.toBeNull())
  await userEvent.click(late()!)
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await screen.findByText('The assignment')
  expect(sent[0]?.body).toMatchObject({ dueAt: '2026-11-18T12:00:00.000Z', recheckLate: true })
})
