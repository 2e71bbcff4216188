/** The grid of a course: what each key marks, and what happens to a rejected mark. */

import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AttendanceRecord, AttendanceSheet } from '@lms/contract/attendance'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeAttendanceRecord, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { CourseAttendance } from './course-attendance.tsx'

type Mark = AttendanceRecord['status']

const course = makeCourse('TRAINER')
const student = { id: idOf(7), name: 'Omar Haddad', profileImageUrl: null }
const session = {
  id: weekId,
  title: 'Cleaning',
  type: 'WEEK',
  startsAt: null,
  durationMinutes: null,
  held: true,
  isMarked: false,
  closed: null,
} as const

const refusal = new FakeProblem(403, 'forbidden', 'You no longer teach this course.')

type Undone = { userId: string; mediaId?: string | null | undefined; markedAt: string }

/** `answer` and `read` decide when, and whether, the nth call returns. */
function open({
  refuses = false,
  entry = makeAttendanceRecord('PRESENT'),
  answer = async (_nth: number): Promise<void> => undefined,
  read = async (_nth: number): Promise<void> => undefined,
} = {}) {
  const me = signInAs('TRAINER')
  const sent: (Mark | null)[] = []
  /** What the server has: the present record, below those that it replaced. */
  const stored: AttendanceRecord[] = [entry]
  const undone: Undone[] = []
  let reads = 0
  const sheet: AttendanceSheet = {
    sessions: [session],
    settings: { madeUpAs: 'EXCUSED', needed: null },
    students: [{ user: student, entries: { [weekId]: entry }, percentage: 100, beforeJoining: [] }],
    page: 1,
    limit: 100,
    total: 1,
  }
  fakeApi({
    attendance: {
      getCourseAttendance: async () => {
        const found = { ...sheet, students: sheet.students.map((one) => ({ ...one, entries: { [weekId]: stored.at(-1)! } })) }
        await read((reads += 1))
        return found
      },
      markBulkAttendance: async ({ body }) => {
        sent.push(body.attendance[0]!.status)
        const nth = sent.length
        await answer(nth)
        if (refuses) throw refusal
        const markedAt = `2026-11-25T10:00:0${nth}.000Z`
        stored.push(
          makeAttendanceRecord(body.attendance[0]!.status, { markedAt, markedBy: { id: me.id, name: me.name, profileImageUrl: null } }),
        )
        return { marked: 1, markedAt }
      },
      undoAttendance: async ({ body }) => {
        if (stored.at(-1)?.markedAt !== body.markedAt) throw new FakeProblem(409, 'conflict', 'This mark has changed since.')
        undone.push(body)
        stored.pop()
        return { record: stored.at(-1)! }
      },
    },
  })
  const week = makeWeek({ startsOn: '2026-01-05' })
  const view = renderAt(
    <CourseAttendance course={{ ...course, id: courseId }} weeks={[week]} nowNumber={null} started={[week]} latest={week} picker={null} />,
  )
  return { sent, undone, stored, client: view.client, view }
}
const cell = async (): Promise<HTMLElement> => {
  await screen.findAllByText('Omar Haddad')
  return waitFor(() => document.querySelector<HTMLElement>('[data-cell="0:0"]')!)
}
const markIn = (it: HTMLElement): string => `${it.textContent} ${it.getAttribute('aria-label') ?? ''}`

test.each([
  ['a', 'ABSENT'],
  ['l', 'LATE'],
  ['e', 'EXCUSED'],
  ['{Delete}', null],
  [' ', 'LATE'],
] as const)('%s marks %s', async (key, status) => {
  const { sent } = open()
  const it = await cell()
  it.focus()
  await userEvent.keyboard(key)
  await waitFor(() => expect(sent).toEqual([status]))
})

test('p marks present again after another mark', async () => {
  const { sent } = open()
  const it = await cell()
  it.focus()
  await userEvent.keyboard('p')
  await userEvent.keyboard('a')
  await waitFor(() => expect(markIn(it)).toMatch(/Absent/))
  await userEvent.keyboard('p')
  await waitFor(() => expect(sent).toEqual(['ABSENT', 'PRESENT']))
})

test('a rejected mark is reset, with a message', async () => {
  open({ refuses: true })
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('a')
  expect(await screen.findByText(/Omar Haddad’s mark was not saved. You no longer teach this course./)).toBeTruthy()
  await waitFor(() => expect(markIn(it)).toBe(before))
})

test('quick keys on one cell are sent one after the other, and the last one counts', async () => {
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const { sent } = open({ answer: async (nth) => (nth === 1 ? first : undefined) })
  const it = await cell()
  it.focus()
  await userEvent.keyboard('l')
  await userEvent.keyboard('a')
  await userEvent.keyboard('e')
  expect(markIn(it)).toMatch(/Excused/)
  expect(sent).toEqual(['LATE'])
  resolve()
  await screen.findByText(/^All changes saved/)
  expect(sent).toEqual(['LATE', 'ABSENT', 'EXCUSED'])
  expect(markIn(it)).toMatch(/Excused/)
})

test('an older mark that fails late does not take a newer one off the screen', async () => {
  const { promise: first, reject } = Promise.withResolvers<void>()
  const { sent } = open({ answer: async (nth) => (nth === 1 ? first : undefined) })
  const it = await cell()
  it.focus()
  await userEvent.keyboard('l')
  await userEvent.keyboard('a')
  reject(refusal)
  await screen.findByText(/^All changes saved/)
  expect(sent).toEqual(['LATE', 'ABSENT'])
  expect(markIn(it)).toMatch(/Absent/)
  expect(screen.queryByText(/was not saved/)).toBeNull()
})

test('if both fail, the cell shows what the server has', async () => {
  const { sent } = open({ answer: () => Promise.reject(refusal) })
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('l')
  await userEvent.keyboard('a')
  expect(await screen.findByText(/Omar Haddad’s mark was not saved/)).toBeTruthy()
  await waitFor(() => expect(markIn(it)).toBe(before))
  expect(sent).toEqual(['LATE', 'ABSENT'])
})

test('a read that began before a mark does not take the mark off the screen', async () => {
  const { promise: second, resolve } = Promise.withResolvers<void>()
  const { client } = open({ read: async (nth) => (nth === 2 ? second : undefined) })
  const it = await cell()
  void client.refetchQueries({ queryKey: ['attendance'] })
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText(/^All changes saved/)
  resolve()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(markIn(it)).toMatch(/Absent/)
})

const undoKey = '{Control>}z{/Control}'

const noConnection = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

/** Marks do not reach the server, or their replies are lost; returns how to end it. */
function loseConnection({ isReplyLost = false, fail = noConnection } = {}): () => void {
  const answer = globalThis.fetch
  let isLost = true
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!isLost || !url.includes('mark-bulk')) return answer(url, init)
    if (isReplyLost) await answer(url, init)
    return fail()
  })
  return () => {
    isLost = false
    fireEvent(window, new Event('online'))
  }
}

test('without a connection marks stay in the grid and on this device, and are sent once it is back', async () => {
  const first = open()
  loseConnection()
  const it = await cell()
  it.focus()
  await userEvent.keyboard('l')
  await userEvent.keyboard('a')
  await screen.findByText('Offline, kept on this device')
  expect(markIn(it)).toMatch(/Absent/)
  expect(screen.queryByText(/was not saved/)).toBeNull()
  // Left and opened again.
  first.view.unmount()
  const again = open()
  const back = loseConnection()
  await waitFor(async () => expect(markIn(await cell())).toMatch(/Absent/))
  await screen.findByText('Offline, kept on this device')
  back()
  await screen.findByText(/^All changes saved/)
  expect([first.sent, again.sent]).toEqual([[], ['ABSENT']])
  expect(markIn(await cell())).toMatch(/Absent/)
  again.view.unmount()
  expect(Object.keys(localStorage).filter((name) => name.includes('unsent-marks'))).toEqual([])
})

test.each([500, 502, 503, 504])('a server that answers %i decided nothing: the mark is kept and sent again', async (status) => {
  const { sent } = open()
  const back = loseConnection({ fail: async () => new Response('<h1>Bad gateway</h1>', { status }) })
  const it = await cell()
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText('Offline, kept on this device')
  expect(markIn(it)).toMatch(/Absent/)
  expect(screen.queryByText(/was not saved/)).toBeNull()
  back()
  await screen.findByText(/^All changes saved/)
  expect(sent).toEqual(['ABSENT'])
})

test('a mark that was not sent yet is undone without the server', async () => {
  const { undone } = open()
  loseConnection()
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText('Offline, kept on this device')
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(markIn(it)).toBe(before))
  await waitFor(() => expect(screen.queryByText('Offline, kept on this device')).toBeNull())
  expect(undone).toEqual([])
})

test('a newer mark takes the place of one that waits at once, on the screen and on this device', async () => {
  const { sent, view } = open({ answer: () => new Promise(() => undefined) })
  const back = loseConnection()
  const it = await cell()
  it.focus()
  await userEvent.keyboard('l')
  await screen.findByText('Offline, kept on this device')
  back()
  // Whatever is being sent again gets no answer.
  await userEvent.keyboard('a')
  expect(markIn(it)).toMatch(/Absent/)
  view.unmount()
  const kept = Object.entries(localStorage).find(([name]) => name.includes('unsent-marks'))?.[1]
  expect([kept?.includes('ABSENT'), kept?.includes('LATE'), sent.length]).toEqual([true, false, 1])
})

test('the page is not closed unasked while a mark is on its way', async () => {
  const answer = Promise.withResolvers<void>()
  open({ answer: () => answer.promise })
  const it = await cell()
  const isAsked = (): boolean => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  it.focus()
  await userEvent.keyboard('a')
  await waitFor(() => expect(isAsked()).toBe(true))
  answer.resolve()
  await waitFor(() => expect(isAsked()).toBe(false))
})

test('undo takes back the marks one by one, and shows the record as it was, with its source', async () => {
  const entry = { ...makeAttendanceRecord('PRESENT'), source: 'JOIN' as const, markedBy: null, joinedAt: '2026-11-25T09:00:00.000Z' }
  const { sent, undone } = open({ entry })
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('l')
  await userEvent.keyboard('a')
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(markIn(it)).toMatch(/Late/))
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(undone.map(({ markedAt }) => markedAt)).toEqual(['2026-11-25T10:00:02.000Z', '2026-11-25T10:00:01.000Z']))
  await waitFor(() => expect(markIn(it)).toBe(before))
  await userEvent.keyboard(undoKey)
  expect([sent, undone.length]).toEqual([['LATE', 'ABSENT'], 2])
})

test('a mark that was not saved is not undone', async () => {
  const { undone } = open({ refuses: true })
  const it = await cell()
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText(/mark was not saved/)
  await userEvent.keyboard(undoKey)
  expect(undone).toEqual([])
})

test('a mark that the server has, although its reply was lost, is taken back there', async () => {
  const { stored } = open()
  const back = loseConnection({ isReplyLost: true })
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText('Offline, kept on this device')
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(markIn(it)).toBe(before))
  // Neither does the reply to the undo arrive: it is not repeated.
  await screen.findByText('Offline, kept on this device')
  back()
  await screen.findByText(/^All changes saved/)
  expect([markIn(it), stored.map(({ status }) => status)]).toEqual([before, ['PRESENT']])
})

test('a mark that was sent again after its reply was lost is the first to be undone, also if the server has it twice', async () => {
  const { stored } = open()
  const back = loseConnection({ isReplyLost: true })
  const it = await cell()
  const before = markIn(it)
  it.focus()
  await userEvent.keyboard('a')
  await screen.findByText('Offline, kept on this device')
  back()
  await screen.findByText(/^All changes saved/)
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(stored.map(({ status }) => status)).toEqual(['PRESENT']))
  await waitFor(() => expect(markIn(it)).toBe(before))
})
