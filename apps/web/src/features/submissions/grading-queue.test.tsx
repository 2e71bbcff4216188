/** The queue of submissions to grade: all of them, however many pages of the list they fill. */
import type { RosterRow } from '@lms/contract/submissions'
import { expect, test } from 'vitest'
import { createQueryClient } from '#app/query-client.ts'
import { fakeApi } from '#test/fake-api.ts'
import { courseId, idOf, noCounts } from '#test/fixtures.ts'
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
