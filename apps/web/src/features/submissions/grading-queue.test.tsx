/** The queue of submissions to grade: all of them, however many pages of the list they fill, and where grading goes on. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RosterRow, Submission } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { createQueryClient } from '#app/query-client.ts'
import { fakeApi, type Fakes } from '#test/fake-api.ts'
import { courseId, idOf, noCounts } from '#test/fixtures.ts'
import { asDesktop, feedback, id, mark, open, roster, submission } from '#test/grading-page.tsx'
import { gradingQueueQuery } from './grading-queue.tsx'

const counts = { ...noCounts, all: 250, toGrade: 250 }
const row = (number: number): RosterRow => ({
  student: { id: idOf(number), name: `Student ${number}`, profileImageUrl: null, email: null },
  submissionId: number === 2 ? null : idOf(1000 + number),
  status: 'SUBMITTED',
  late: false,
  missing: false,
  beforeJoining: false,
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

/** The grading page of one of two students, of whom some have a mark. */
function openQueue(of: string, { graded = [], submissions = {} }: { graded?: string[]; submissions?: Fakes['submissions'] } = {}) {
  asDesktop()
  const items = roster.items.map((item): RosterRow => (graded.includes(item.submissionId!) ? { ...item, status: 'GRADED' } : item))
  const page = open(
    {
      getSubmission: async ({ params: { submissionId } }) =>
        submission(submissionId, graded.includes(submissionId) ? { status: 'GRADED', marks: 12 } : {}),
      listSubmissions: async () => ({ ...roster, items, counts: { ...noCounts, all: 2 } }),
      gradeSubmission: async ({ params, body }) => submission(params.id, { status: 'GRADED', marks: body.marks, version: 2 }),
      ...submissions,
    },
    of,
  )
  const sent = () => page.called.filter(({ name }) => name === 'submissions.gradeSubmission').map(({ request }) => request.body)
  return { ...page, sent }
}

test('after the last submission that waited for a mark everything is graded: work that has a mark is not opened again', async () => {
  const { router } = openQueue(id(6), { graded: [id(7)] })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17')
  await userEvent.click(screen.getByRole('button', { name: 'Grade and finish' }))
  expect(await screen.findByRole('heading', { name: 'All graded.' })).toBeTruthy()
  expect(router.state.location.pathname).toContain(id(6))
})

test('until the queue is there, the button does not say where it leads', async () => {
  openQueue(id(6), { submissions: { listSubmissions: () => new Promise(() => undefined) } })
  expect(await screen.findByRole('button', { name: 'Grade' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Grade and/ })).toBeNull()
})

test('correcting a mark goes on to the next row, and after the last row back to the list', async () => {
  const { router } = openQueue(id(6), { graded: [id(6), id(7)] })
  const correct = async (place: number) => {
    await screen.findByText(`${place} of 2 to grade`)
    await userEvent.clear(await mark())
    await userEvent.type(await mark(), '17{Enter}')
  }
  await correct(1)
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
  await correct(2)
  const list = paths.submissions.to({ courseId: id(1), assignmentId: id(3) })
  await waitFor(() => expect(router.state.location.pathname).toBe(list))
  expect(router.state.location.search).toBe('?tab=to-grade')
})

test('pressing Enter again while the last mark is being saved does not save it twice', async () => {
  const answer = Promise.withResolvers<Submission>()
  const { sent } = openQueue(id(6), { graded: [id(7)], submissions: { gradeSubmission: () => answer.promise } })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  await screen.findByText('Saving')
  await userEvent.type(await mark(), '{Enter}')
  answer.resolve(submission(id(6), { status: 'GRADED', marks: 17, version: 2 }))
  expect(await screen.findByRole('heading', { name: 'All graded.' })).toBeTruthy()
  expect(sent()).toHaveLength(1)
})

test('work is returned without a mark by one key, with the feedback, and grading goes on', async () => {
  const { router, sent } = openQueue(id(6), {
    submissions: { gradeSubmission: async ({ params }) => submission(params.id, { status: 'RETURNED', version: 2 }) },
  })
  await screen.findByText('1 of 2 to grade')
  await userEvent.type(await feedback(), 'Add a source.')
  await userEvent.keyboard('{Escape}r')
  expect(await screen.findByText('Omar Haddad: returned')).toBeTruthy()
  expect(sent()).toMatchObject([{ action: 'RETURN', feedback: 'Add a source.', version: 1 }])
  expect(router.state.location.pathname).toContain(id(7))
})

test('closed work is returned until a time: a week is suggested', async () => {
  const { sent } = openQueue(id(6), {
    submissions: {
      getSubmission: async ({ params }) => submission(params.submissionId, { isClosed: true }),
      gradeSubmission: async ({ params }) => submission(params.id, { status: 'RETURNED', version: 2 }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return this to Omar Haddad?' }))
  const until = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Open again until' })
  expect(until.value).toBe('Wed 2 Dec, 23:59')
  fireEvent.change(until, { target: { value: '20 nov 10:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Return it' }))
  expect(dialog.getByText('Choose a time in the future')).toBeTruthy()
  expect(document.activeElement).toBe(until)
  fireEvent.change(until, { target: { value: '4 dec 10:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Return it' }))
  await waitFor(() => expect(sent()).toMatchObject([{ action: 'RETURN', reopenUntil: '2026-12-03T23:30:00.000Z' }]))
})

test('after the last of a filtered list the page says how many others wait, and goes on with the oldest of them', async () => {
  const counts = { ...noCounts, all: 9, toGrade: 3 }
  const isOldest = (query: { status?: string | undefined; sort?: string | undefined; limit?: unknown }) =>
    query.status === 'to-grade' && query.sort === 'submittedAt' && Number(query.limit) === 1
  const { router } = openQueue(id(6), {
    submissions: {
      listSubmissions: async ({ query = {} }) => ({ ...roster, items: [roster.items[isOldest(query) ? 1 : 0]!], total: 1, counts }),
    },
  })
  await screen.findByText('1 of 1 to grade')
  await userEvent.type(await mark(), '17{Enter}')
  expect(await screen.findByRole('heading', { name: 'All graded in this list.' })).toBeTruthy()
  expect(screen.getByText('3 other submissions wait to be graded.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Grade next' }))
  await waitFor(() => expect(router.state.location.pathname).toContain(id(7)))
})
