/** The list of submissions: selecting students, and what can be done about them. The viewer is in Adelaide. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { FakeProblem, fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, makeRosterRow, makeWeek, noCounts } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { SubmissionList } from './submission-list.tsx'

/** The table, not the list for phones. */
const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const assignment = makeAssignment({ dueAt: '2026-11-15T23:59:00.000Z' })
const rows = [
  makeRosterRow(20, 'Kwame Mensah'),
  makeRosterRow(21, 'Noah Berg', { missing: false, extendedTo: '2026-11-24T23:59:00.000Z' }),
  makeRosterRow(22, 'Diego Santos', { missing: false, excuseReason: 'Ill' }),
]
const counts = { ...noCounts, all: 4, notSubmitted: 1, missing: 1, excused: 1 }

function open(
  assignmentExceptions: Fakes['assignmentExceptions'] = {},
  isHidden = false,
  shown = rows,
  of = counts,
  facts: Partial<Assignment> = {},
  course: Partial<Course> = {},
) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { timeZone: 'America/New_York', ...course }) },
    submissions: {
      listSubmissions: async ({ query = {} }) => {
        // The fourth student is on the second page, whatever its length.
        const items = Number(query.page) === 1 ? shown : [makeRosterRow(23, 'Ana Li')]
        return { items, page: Number(query.page), limit: Number(query.limit), total: 4, counts: of, held: 1 }
      },
    },
    grading: { getHiddenNames: async () => ({ isHidden }) },
    assignmentExceptions,
  })
  const { router, unmount } = renderAt(<SubmissionList assignment={{ ...assignment, ...facts }} />, '/?tab=all')
  return { router, unmount, bodyOf: (name: string) => called.find((call) => call.name === `assignmentExceptions.${name}`)?.request.body }
}
const select = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
}
const bar = () => within(screen.getByRole('group', { name: 'Actions for the selected rows' }))

test('tabs have their number of students, and rows show special facts', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Excused 1' })).toBeTruthy()
  expect(screen.getByText(/^Extended to Wed 25 Nov/)).toBeTruthy()
  expect(screen.getByText('20@harbour.example')).toBeTruthy()
  expect(screen.getByText('Ill')).toBeTruthy()
})

test('students who joined after the due time are in a tab of their own, and are not reminded', async () => {
  const { unmount } = open()
  await screen.findByText('Kwame Mensah')
  expect(screen.queryByRole('link', { name: /^Before enrolment/ })).toBeNull()
  unmount()
  open({}, false, [makeRosterRow(20, 'Kwame Mensah', { missing: false, beforeJoining: true })], { ...counts, beforeJoining: 1 })
  expect(await screen.findByRole('link', { name: 'Before enrolment 1' })).toBeTruthy()
  expect(screen.getByText('Kwame Mensah').closest('tr')!.textContent).toContain('Before enrolment')
  await select('Kwame Mensah')
  expect(bar().getByRole('button', { name: 'Extend due time' })).toBeTruthy()
  expect(bar().queryByRole('button', { name: /^Remind/ })).toBeNull()
})

const ofWeek = (facts: Partial<Week>) => ({ weeks: [makeWeek({ id: assignment.weekId, ...facts })] })
test.each<[string, Partial<Assignment>, Partial<Course>, string[]]>([
  ['open', {}, {}, ['Extend due time for 2', 'Remind 2']],
  ['closed by hand', { status: 'CLOSED' }, {}, []],
  ['closed by time, but for one', { closesAt: '2026-11-20T12:00:00.000Z' }, {}, ['Extend due time for 2', 'Remind 1']],
  ['not open yet', { availableFrom: '2099-01-01T12:00:00.000Z' }, {}, ['Extend due time for 2']],
  ['without a due time', { dueAt: null }, {}, ['Remind 2']],
  ['in a week that is not open', {}, ofWeek({ locked: true }), ['Extend due time for 2']],
  ['in a week that is not published', {}, ofWeek({ published: false }), ['Extend due time for 2']],
  ['in a course that is a draft', {}, { status: 'DRAFT' }, ['Extend due time for 2']],
])('only what the server allows is offered for an assignment %s', async (_, facts, course, names) => {
  const extended = makeRosterRow(21, 'Noah Berg', { missing: false, extendedTo: '2026-11-26T23:59:00.000Z' })
  open({}, false, [rows[0]!, extended, rows[2]!], counts, facts, course)
  await select('Kwame Mensah', 'Noah Berg', 'Diego Santos')
  await bar().findByRole('button', { name: /^Excuse/ })
  const offered = bar()
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
  expect(offered.filter((name) => /^(Extend|Remind)/.test(name)).toSorted()).toEqual(names)
})

test.each(['min-width', 'max-width'])('a mark of 0 is shown, and no mark is shown as none (%s)', async (width) => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(width) }))
  const graded = { status: 'GRADED', submissionId: idOf(40), attempt: 1, gradedAt: '2026-11-16T08:00:00.000Z', missing: false } as const
  open({}, false, [makeRosterRow(20, 'Kwame Mensah', { ...graded, marks: 0 }), makeRosterRow(21, 'Noah Berg')])
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr, li')!.textContent
  expect(await rowOf('Kwame Mensah')).toContain('0 / 20')
  expect(await rowOf('Noah Berg')).not.toContain('/ 20')
})

test('where names are hidden, the list says where they still appear', async () => {
  open({}, true)
  expect(await screen.findByText(/no search by name\. The gradebook and exports still show names\./)).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Hide names' }).title).toMatch(/The gradebook and exports still show names\.$/)
})

test('a later due time is set for the selected students; an earlier one is an error at the field', async () => {
  const { bodyOf } = open({ extendDueTime: async () => ({ students: 2, remarked: 0 }) })
  await select('Kwame Mensah', 'Noah Berg', 'Diego Santos')
  await userEvent.click(bar().getByRole('button', { name: 'Extend due time for 2' }))
  const field = await screen.findByRole('textbox', { name: 'New due time' })
  fireEvent.change(field, { target: { value: '15 nov 12:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Extend for 2 students' }))
  expect(await screen.findByText(/^Choose a time after Sun 15 Nov, 18:59/)).toBeTruthy()
  expect(bodyOf('extendDueTime')).toBeUndefined()
  fireEvent.change(field, { target: { value: '26 nov noon' } })
  await userEvent.click(screen.getByRole('button', { name: 'Extend for 2 students' }))
  expect(await screen.findByText('Due time extended for 2 students')).toBeTruthy()
  expect(bodyOf('extendDueTime')).toMatchObject({ studentIds: [idOf(20), idOf(21)], dueAt: '2026-11-26T17:00:00.000Z' })
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions for the selected rows' })).toBeNull())
})

test('of several students, those who have more time already keep it', async () => {
  const { bodyOf } = open({ extendDueTime: async () => ({ students: 1, remarked: 0 }) })
  await select('Kwame Mensah', 'Noah Berg')
  await userEvent.click(bar().getByRole('button', { name: 'Extend due time' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'New due time' }), { target: { value: '20 nov 12:00' } })
  expect(screen.getByText(/^Noah Berg has until Tue 24 Nov.* already, and keeps it\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Extend for 1 student' }))
  expect(await screen.findByText('Due time extended for 1 student')).toBeTruthy()
  expect(bodyOf('extendDueTime')).toMatchObject({ studentIds: [idOf(20)], dueAt: '2026-11-20T17:00:00.000Z' })
})

test('an extension can be removed', async () => {
  const { bodyOf } = open({ extendDueTime: async () => ({ students: 1, remarked: 0 }) })
  await select('Kwame Mensah', 'Noah Berg')
  await userEvent.click(bar().getByRole('button', { name: 'Extend due time' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove extension' }))
  await waitFor(() => expect(bodyOf('extendDueTime')).toEqual({ studentIds: [idOf(21)], dueAt: null, recheckLate: false }))
})

test('removing an extension can also make the work late again that it made on time', async () => {
  const submittedAt = '2026-11-16T09:00:00.000Z'
  const noah = { ...rows[1]!, attempt: 1, status: 'SUBMITTED' as const, submittedAt, effectiveSubmittedAt: submittedAt }
  const { bodyOf } = open({ extendDueTime: async () => ({ students: 1, remarked: 1 }) }, false, [rows[0]!, noah])
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Noah Berg' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Extend due time' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Count work as late again/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove extension' }))
  await waitFor(() => expect(bodyOf('extendDueTime')).toEqual({ studentIds: [idOf(21)], dueAt: null, recheckLate: true }))
})

test('excusing asks for a reason', async () => {
  const { bodyOf } = open({ excuseStudents: async () => ({ students: 1 }) })
  await select('Kwame Mensah')
  await userEvent.click(bar().getByRole('button', { name: 'Excuse' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Excuse 1 student' }))
  expect(await screen.findByText('Give a reason')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/Reason/), 'Moved away')
  await userEvent.click(screen.getByRole('button', { name: 'Excuse 1 student' }))
  await waitFor(() => expect(bodyOf('excuseStudents')).toEqual({ studentIds: [idOf(20)], reason: 'Moved away' }))
})

test('the reason typed for some students is not there for others, however many they share', async () => {
  const students = Array.from({ length: 7 }, (_, at) => makeRosterRow(30 + at, `Student ${at}`))
  open({}, false, students, { ...counts, all: 7 })
  await select(...[0, 1, 2, 3, 4, 5].map((at) => `Student ${at}`))
  await userEvent.click(bar().getByRole('button', { name: /^Excuse/ }))
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Ill')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await select('Student 5', 'Student 6')
  await userEvent.click(bar().getByRole('button', { name: /^Excuse/ }))
  expect((await screen.findByLabelText<HTMLInputElement>(/Reason/)).value).toBe('')
})

test('an excuse is removed from the menu of the row', async () => {
  const { bodyOf } = open({ excuseStudents: async () => ({ students: 1 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Diego Santos' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove excuse' }))
  await waitFor(() => expect(bodyOf('excuseStudents')).toEqual({ studentIds: [idOf(22)], reason: null }))
})

test('reminders go to students who have not submitted and were not reminded today', async () => {
  const { bodyOf } = open({ remindStudents: async () => ({ reminded: 1, recent: 1, unreachable: 0 }) })
  await select('Kwame Mensah', 'Noah Berg', 'Diego Santos')
  await userEvent.click(bar().getByRole('button', { name: 'Remind 2' }))
  expect(await screen.findByText('1 reminded. 1 was reminded today.')).toBeTruthy()
  expect(bodyOf('remindStudents')).toEqual({ studentIds: [idOf(20), idOf(21)] })
})

test('an error names the students who left the course: in the dialog, or in a message', async () => {
  const errors = [{ pointer: '/studentIds/1', detail: 'Not a student of this course' }]
  const refuse = async () => {
    throw new FakeProblem(422, 'validation-failed', 'Not a student of this course', errors)
  }
  open({ extendDueTime: refuse, excuseStudents: refuse, remindStudents: refuse })
  await select('Kwame Mensah', 'Noah Berg', 'Diego Santos')
  const refused = 'Noah Berg left the course. Nothing was changed.'
  await userEvent.click(bar().getByRole('button', { name: 'Remind 2' }))
  expect(await screen.findByText(refused)).toBeTruthy()
  await userEvent.click(bar().getByRole('button', { name: 'Excuse 2' }))
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Ill')
  await userEvent.click(screen.getByRole('button', { name: 'Excuse 2 students' }))
  expect(await screen.findByRole('textbox', { name: /Reason/, description: new RegExp(refused) })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(bar().getByRole('button', { name: 'Extend due time for 2' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'New due time' }), { target: { value: '26 nov 12:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Extend for 2 students' }))
  expect(await within(screen.getByRole('dialog')).findByText(refused)).toBeTruthy()
})

test.each(['tab=missing', 'tab=all&late=true', 'tab=all&search=Noah'])('another tab or filter clears the selection: %s', async (filter) => {
  const { router } = open()
  await select('Kwame Mensah')
  await router.navigate('/?tab=all&sort=-name')
  expect(await bar().findByText('1 selected')).toBeTruthy()
  await router.navigate(`/?${filter}`)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions for the selected rows' })).toBeNull())
})

test('all matching students are selected, on other pages too; another tab clears the selection', async () => {
  open()
  await select('Kwame Mensah')
  await userEvent.click(bar().getByRole('button', { name: 'Select all 4' }))
  expect(await bar().findByText('4 selected')).toBeTruthy()
  expect(bar().getByRole('button', { name: 'Write to these 4' })).toBeTruthy()
  expect(bar().queryByRole('button', { name: 'Select all 4' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Missing 1' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions for the selected rows' })).toBeNull())
})

test('the keyboard goes from row to row and selects', async () => {
  open()
  await screen.findByText('Kwame Mensah')
  await userEvent.keyboard('jjx')
  expect(screen.getByRole('checkbox', { name: 'Select Noah Berg' })).toHaveProperty('checked', true)
  await userEvent.keyboard('kx')
  expect(await bar().findByText('2 selected')).toBeTruthy()
})
