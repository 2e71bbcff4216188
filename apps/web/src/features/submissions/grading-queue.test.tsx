/** The queue of submissions to grade: all of them, however many pages of the list they fill, and where grading goes on. */
import type { RosterRow } from '@lms/contract/submissions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { createQueryClient } from '#app/query-client.ts'
import { fakeApi } from '#test/fake-api.ts'
import { courseId, idOf, noCounts } from '#test/fixtures.ts'
import { asDesktop, id, mark, open, roster, submission } from '#test/grading-page.tsx'
import { gradingQueueQuery } from './grading-queue.tsx'

const counts = { ...noCounts, all: 250, toGrade: 250 }
const row = (number: number): RosterRow => ({
  student: { id: idOf(number), name: `Student ${number}`, profileImageUrl: null, email: null },
  submissionId: number === 2 ? null : idOf(1000 + number),
  status: 'SUBMITTED',
  late: false,
  missing: false,
  attempt: number === 3 ? 0 : 1,
  submittedAt: null,
  effectiveSubmittedAt: null,
  isRecorded: false,
  marks: null,
  gradedAt: null,
  isHeld: false,
  extendedTo: null,
  excuseReason: null,
  remindedAt: null,
})

test('goes beyond the first page, in its order, without those who submitted nothing', async () => {
  const all = Array.from({ length: 1250 }, (_, index) => row(index + 1))
  const called = fakeApi({
    submissions: {
      listSubmissions: async ({ query }) => {
        const [page, limit] = [Number(query?.page), Number(query?.limit)]
        return { items: all.slice((page - 1) * limit, page * limit), page, limit, total: all.length, counts, held: 0 }
      },
    },
  })
  const filter = { tab: 'all', late: false, search: '', sort: 'name' } as never
  const queue = await createQueryClient().fetchQuery(gradingQueueQuery({ courseId, assignmentId: idOf(4), filter }))
  expect(queue).toHaveLength(1248)
  expect([queue[0], queue[1], queue.at(-1)]).toEqual([1, 4, 1250].map((number) => ({ id: idOf(1000 + number), isToGrade: true })))
  expect(called.map(({ request }) => request.query['page'])).toHaveLength(13)
})

test('only submitted work of students who are not excused waits for a mark', async () => {
  const items: RosterRow[] = [row(10), { ...row(11), status: 'GRADED' }, { ...row(12), excuseReason: 'Ill' }]
  fakeApi({
    submissions: { listSubmissions: async () => ({ items, page: 1, limit: 100, total: items.length, counts, held: 0 }) },
  })
  const filter = { tab: 'all', late: false, search: '', sort: 'name' } as never
  const queue = await createQueryClient().fetchQuery(gradingQueueQuery({ courseId, assignmentId: idOf(4), filter }))
  expect(queue.map(({ isToGrade }) => isToGrade)).toEqual([true, false, false])
})

/** The grading page of one of two students, of whom the given ones have a mark. */
function openQueue(of: string, ...graded: string[]) {
  asDesktop()
  const items = roster.items.map((item): RosterRow => (graded.includes(item.submissionId!) ? { ...item, status: 'GRADED' } : item))
  return open(
    {
      getSubmission: async ({ params: { submissionId } }) =>
        submission(submissionId, graded.includes(submissionId) ? { status: 'GRADED', marks: 12 } : {}),
      listSubmissions: async () => ({ ...roster, items, counts: { ...noCounts, all: 2 } }),
      gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 }),
    },
    of,
  )
}

test('after the last submission that waited for a mark everything is graded: work that has a mark is not opened again', async () => {
  const { router } = openQueue(id(6), id(7))
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and finish' }))
  expect(await screen.findByRole('heading', { name: 'All graded.' })).toBeTruthy()
  expect(router.state.location.pathname).toContain(id(6))
})

test('correcting a mark goes on to the next row, and after the last row back to the list', async () => {
  const { router } = openQueue(id(6), id(6), id(7))
  for (const at of [1, 2]) {
    await screen.findByText(`${at} of 2 to grade`)
    await userEvent.clear(await mark())
    await userEvent.type(await mark(), '17{Enter}')
    if (at === 1) await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  }
  const list = paths.submissions.to({ courseId: id(1), assignmentId: id(3) })
  await waitFor(() => expect(router.state.location.pathname).toBe(list))
  expect(router.state.location.search).toBe('?tab=to-grade')
})
