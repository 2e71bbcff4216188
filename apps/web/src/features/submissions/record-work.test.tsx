/** Recording work that was submitted outside LMS: from the list, for several students or one, and what the pages show of it. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { assignment as ownAssignment, open as openAssignment, submission as ownWork, text } from '#test/assignment-page.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeAssignment, makeCourse, makeRosterRow, noCounts } from '#test/fixtures.ts'
import { asDesktop, id, mark, open as openGrading, submission } from '#test/grading-page.tsx'
import { renderAt } from '#test/render.tsx'
import { SubmissionList } from './submission-list.tsx'

beforeEach(asDesktop)

const submittedAt = '2026-11-16T09:00:00.000Z'
const submitted = { submissionId: idOf(90), status: 'SUBMITTED', missing: false, attempt: 1, submittedAt } as const
const rows = [
  makeRosterRow(20, 'Kwame Mensah'),
  makeRosterRow(21, 'Noah Berg', { missing: false }),
  makeRosterRow(22, 'Diego Santos', { missing: false, excuseReason: 'Ill' }),
  makeRosterRow(23, 'Mei Tan', submitted),
  makeRosterRow(24, 'Ana Li', { ...submitted, submissionId: idOf(91), isRecorded: true }),
]

const Place = () => <p>At {useLocation().pathname}</p>

function openList(recordedWork: NonNullable<Fakes['recordedWork']>, status: 'PUBLISHED' | 'DRAFT' = 'PUBLISHED') {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    submissions: {
      listSubmissions: async () => ({ items: rows, page: 1, limit: 20, total: 5, counts: { ...noCounts, all: 5 }, held: 0 }),
    },
    grading: { getHiddenNames: async () => ({ isHidden: false }) },
    recordedWork,
  })
  renderAt(
    <Routes>
      <Route path="/list" element={<SubmissionList assignment={makeAssignment({ status })} />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    '/list?tab=all',
  )
  return (name: string) => called.filter((call) => call.name === `recordedWork.${name}`).map(({ request }) => request.body)
}
const select = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
}
const bar = () => within(screen.getByRole('group', { name: 'Actions for the selected rows' }))
const reply = (...numbers: number[]) => ({
  recorded: numbers.map((number) => ({ studentId: idOf(number), submissionId: idOf(100 + number) })),
  submitted: 0,
  excused: 0,
  notEnrolled: 0,
})

test('work is recorded for students who have not submitted, and Undo removes what was recorded', async () => {
  const bodiesOf = openList({ recordWork: async () => ({ ...reply(20), submitted: 1 }), undoRecordedWork: async () => ({ undone: 1 }) })
  await select('Kwame Mensah', 'Noah Berg', 'Diego Santos', 'Mei Tan')
  await userEvent.click(bar().getByRole('button', { name: 'Record 2 as submitted' }))
  expect(await screen.findByText('1 recorded as submitted outside LMS. 1 has already submitted.')).toBeTruthy()
  expect(bodiesOf('recordWork')).toEqual([{ studentIds: [idOf(20), idOf(21)] }])
  expect(screen.queryByRole('group', { name: 'Actions for the selected rows' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Recording undone')).toBeTruthy()
  expect(bodiesOf('undoRecordedWork')).toEqual([{ studentIds: [idOf(20)] }])
})

test('undoing says how many could not be undone', async () => {
  openList({ recordWork: async () => reply(20, 21), undoRecordedWork: async () => ({ undone: 1 }) })
  await select('Kwame Mensah', 'Noah Berg')
  await userEvent.click(bar().getByRole('button', { name: 'Record 2 as submitted' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 undone. 1 student submitted or got a mark in the meantime.')).toBeTruthy()
})

test('recording is not offered if it applies to nobody', async () => {
  openList({})
  await select('Diego Santos', 'Mei Tan')
  expect(bar().getByRole('button', { name: 'Write to these 2' })).toBeTruthy()
  expect(bar().queryByRole('button', { name: /Record/ })).toBeNull()
})

test('recording is not offered for a draft of an assignment', async () => {
  openList({}, 'DRAFT')
  await select('Kwame Mensah')
  expect(bar().queryByRole('button', { name: /Record/ })).toBeNull()
})

test('the menu of a row records and goes on to the mark; Undo leads back to the list', async () => {
  const bodiesOf = openList({ recordWork: async () => reply(20), undoRecordedWork: async () => ({ undone: 1 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Record as submitted and mark' }))
  const place = paths.submission.to({ submissionId: idOf(120), courseId })
  expect(await screen.findByText(`At ${place}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Kwame Mensah')).toBeTruthy()
  await waitFor(() => expect(bodiesOf('undoRecordedWork')).toEqual([{ studentIds: [idOf(20)] }]))
})

test('a student who submitted in the meantime is left out, and the page stays', async () => {
  openList({ recordWork: async () => ({ ...reply(), submitted: 1 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Record as submitted and mark' }))
  expect(await screen.findByText('Nothing was recorded. 1 has already submitted.')).toBeTruthy()
  expect(screen.getByText('Kwame Mensah')).toBeTruthy()
})

test('the list shows recorded work in place of the time', async () => {
  openList({})
  const row = await screen.findByRole('row', { name: /Ana Li/ })
  expect(within(row).getByText('Outside LMS')).toBeTruthy()
  expect(screen.getAllByText('Outside LMS')).toHaveLength(1)
})

test('the grading screen says who recorded it, in place of the answers, and takes a mark', async () => {
  const recordedBy = { id: idOf(40), name: 'Inês Carvalho', profileImageUrl: null }
  openGrading({ getSubmission: async ({ params }) => submission(params.submissionId, { recordedBy, answers: [] }) }, id(6))
  await mark()
  expect(screen.getByText('Submitted outside LMS, recorded by Inês Carvalho')).toBeTruthy()
  expect(screen.queryByText('No answer')).toBeNull()
})

test('students see that they submitted outside LMS; their draft stays until they submit it', async () => {
  const recordedBy = { id: idOf(40), name: 'Inês Carvalho', profileImageUrl: null }
  const recorded = ownWork({ status: 'SUBMITTED', attempt: 1, submittedAt, recordedBy })
  const called = openAssignment(
    { getSubmission: async () => recorded, saveAnswers: async () => recorded },
    { ...ownAssignment, work: { ...ownAssignment.work!, status: 'SUBMITTED', attempt: 1 } },
  )
  expect(await screen.findByText('Submitted outside LMS')).toBeTruthy()
  expect(screen.queryByText('On time')).toBeNull()
  expect(screen.queryByText('No answer')).toBeNull()
  expect(screen.queryByText(/You can change your answers/)).toBeNull()
  const open = () => userEvent.click(screen.getAllByRole('button', { name: 'Submit in LMS' })[0]!)
  await open()
  expect(screen.getByText('This counts until you submit in LMS.')).toBeTruthy()
  expect((await text()).value).toBe('Kept words')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await open()
  expect((await text()).value).toBe('Kept words')
  expect(called.some(({ name }) => name === 'submissions.saveAnswers')).toBe(false)
})
