/** Held marks on the screens of staff: where they are shown as held, and how they are released. */

import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Assignment } from '@lms/contract/assignments'
import { assignmentQuery } from '#features/assignments/api.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, noCounts } from '#test/fixtures.ts'
import { id, mark, open, submission } from '#test/grading-page.tsx'
import { renderAt } from '#test/render.tsx'
import { HeldBanner } from './held-marks.tsx'
import { SubmissionList } from './submission-list.tsx'

/** The table, not the list for phones. */
const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const list = { items: [], page: 1, limit: 20, total: 0, counts: noCounts, held: 0 }

function openBanner(facts: Partial<Assignment>, held: number, toGrade = 0) {
  signInAs('TRAINER')
  const assignment = makeAssignment(facts)
  const called = fakeApi({
    heldMarks: { releaseMarks: async () => ({ released: 13 }) },
    assignments: { updateAssignment: async ({ body }) => makeAssignment({ holdMarks: body?.holdMarks ?? false }) },
  })
  renderAt(<HeldBanner assignment={assignment} held={held} toGrade={toGrade} />)
  return { bodyOf: (name: string) => called.find((call) => call.name === name)?.request.body }
}

test('the banner says how many marks are held; releasing asks first', async () => {
  const { bodyOf } = openBanner({ holdMarks: true }, 13)
  expect(screen.getByText(/13 marks and their feedback are hidden from students\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release 13 marks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 13 marks?' }))
  expect(dialog.getByText('13 students see their mark and feedback, and get one email.')).toBeTruthy()
  expect(bodyOf('heldMarks.releaseMarks')).toBeUndefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Release 13 marks' }))
  expect(await screen.findByText('13 marks released')).toBeTruthy()
  expect(bodyOf('heldMarks.releaseMarks')).toEqual({})
})

test('releasing says what it leaves out: submissions without a mark', async () => {
  openBanner({}, 13, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Release 13 marks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 13 marks?' }))
  expect(dialog.getByText(/2 submissions in To grade are not included\. Work submitted again after grading is there, too\./)).toBeTruthy()
})

test('new marks are held or not by a switch; with nothing held and the switch off there is no banner', async () => {
  const { bodyOf } = openBanner({ holdMarks: true }, 0)
  expect(screen.queryByRole('button', { name: /Release/ })).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Hold new marks' }))
  await waitFor(() => expect(bodyOf('assignments.updateAssignment')).toEqual({ holdMarks: false }))
})

test('the switch stays as it was set while the assignment is read again', async () => {
  signInAs('TRAINER')
  let reads = 0
  const assignment = makeAssignment({ holdMarks: true })
  fakeApi({
    assignments: {
      getAssignment: async () => (reads++ === 0 ? assignment : new Promise<never>(() => undefined)),
      updateAssignment: async ({ body }) => makeAssignment({ holdMarks: body?.holdMarks ?? false }),
    },
  })
  const Banner = () => {
    const { data } = useQuery(assignmentQuery({ params: { id: assignment.id } }))
    return data && <HeldBanner assignment={data} held={3} toGrade={0} />
  }
  renderAt(<Banner />)
  const it = await screen.findByRole<HTMLInputElement>('switch', { name: 'Hold new marks' })
  await userEvent.click(it)
  expect(it.checked).toBe(false)
  await waitFor(() => expect(reads).toBeGreaterThan(1))
  expect(it.checked).toBe(false)
})

test('an assignment that holds nothing has no banner', () => {
  openBanner({ holdMarks: false }, 0)
  expect(screen.queryByRole('region', { name: 'Held marks' })).toBeNull()
})

test('the held marks of selected students are released, except of those who are excused', async () => {
  signInAs('TRAINER')
  const rowOf = (number: number, isHeld: boolean, excuseReason: string | null = null) => ({
    student: { id: idOf(number), name: `Student ${number}`, profileImageUrl: null, email: null },
    submissionId: idOf(100 + number),
    status: 'GRADED' as const,
    late: false,
    missing: false,
    beforeJoining: false,
    attempt: 1,
    submittedAt: '2026-11-15T12:00:00.000Z',
    effectiveSubmittedAt: null,
    isRecorded: false,
    marks: 14,
    gradedAt: '2026-11-16T12:00:00.000Z',
    isHeld,
    extendedTo: null,
    excuseReason,
    remindedAt: null,
  })
  const items = [rowOf(20, true), rowOf(21, false), rowOf(22, true), rowOf(23, true, 'Illness')]
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    submissions: {
      listSubmissions: async () => ({ ...list, items, total: items.length, held: 2 }),
    },
    heldMarks: { releaseMarks: async () => ({ released: 2 }) },
  })
  renderAt(<SubmissionList assignment={makeAssignment()} />, '/?tab=all')
  expect(await screen.findAllByText('Held,')).toHaveLength(3)
  for (const number of [20, 21, 22, 23]) await userEvent.click(screen.getByRole('checkbox', { name: `Select Student ${number}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Release 2 marks' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release 2 marks' }))
  expect(await screen.findByText('2 marks released')).toBeTruthy()
  expect(called.find((call) => call.name === 'heldMarks.releaseMarks')?.request.body).toEqual({ studentIds: [idOf(20), idOf(22)] })
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions for the selected rows' })).toBeNull())
})

test('grading says that the mark is held; after the last one all are released from there', async () => {
  const { called } = open(
    {
      gradeSubmission: async () => submission(id(6), { status: 'GRADED', marks: 17, version: 2, isHeld: true }),
      // The submission being graded is the last one.
      listSubmissions: async () => ({ ...list, counts: { ...noCounts, all: 2, graded: 2 }, held: 2 }),
    },
    id(6),
    makeAssignment({ holdMarks: true }),
    { heldMarks: { releaseMarks: async () => ({ released: 2 }) } },
  )
  await userEvent.type(await mark(), '17')
  expect(screen.getByText('Held until released')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Grade and finish' }))
  expect(await screen.findByRole('heading', { name: 'All graded.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to submissions' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release 2 marks' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release 2 marks' }))
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('heldMarks.releaseMarks'))
})
