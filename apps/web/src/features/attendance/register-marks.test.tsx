/** Marking in a register: each change saved at once, by keys, ranges and all the rest; undone, kept on the device, refused, or met by another trainer's mark. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AttendanceSheet } from '@lms/contract/attendance'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { paths } from '#lib/paths.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeAttendanceRecord, makeCourse, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarkAttendanceScreen } from './mark-attendance-screen.tsx'

type Status = AttendanceRecord['status']
const names = ['Ana Li', 'Chloé Martin', 'Omar Haddad']
const tom = { id: 'u9', name: 'Tom Reyes', profileImageUrl: null }

/** A server with one session and three students. `answer` decides when, and whether, the nth marking returns. */
type Facts = { start?: Record<string, AttendanceRecord>; answer?: (nth: number) => Promise<void> }
function open({ start = {}, answer = async () => undefined }: Facts = {}) {
  const me = signInAs('TRAINER')
  const stored: Record<string, AttendanceRecord[]> = Object.fromEntries(Object.entries(start).map(([id, record]) => [id, [record]]))
  const sent: { userId: string; status: Status; remark?: string | null | undefined }[][] = []
  const undone: string[][] = []
  const newest = (id: string): AttendanceRecord | undefined => stored[id]?.at(-1)
  const sheet = (): AttendanceSheet => ({
    sessions: [
      {
        id: 's1',
        title: 'Q&A',
        type: 'LIVE',
        startsAt: '2026-11-24T20:00:00.000Z',
        durationMinutes: 60,
        held: true,
        isMarked: false,
        closed: null,
      },
    ],
    students: names.map((name, n) => {
      const record = newest(`u${n}`)
      return {
        user: { id: `u${n}`, name, profileImageUrl: null },
        entries: record ? { s1: record } : {},
        percentage: null,
        beforeJoining: [],
      }
    }),
    settings: { madeUpAs: 'EXCUSED', needed: null },
    page: 1,
    limit: 100,
    total: 3,
  })
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { id: courseId, weeks: [] }) },
    weeks: { getWeek: async () => makeWeek() },
    attendance: {
      getCourseAttendance: async () => sheet(),
      markBulkAttendance: async ({ body }) => {
        sent.push(body.attendance.map(({ userId, status, remark }) => ({ userId, status, remark })))
        const nth = sent.length
        await answer(nth)
        const markedAt = `2026-11-25T10:00:0${nth}.000Z`
        const isKept = ({ userId, seen }: { userId: string; seen?: string | null | undefined }): boolean => {
          const now = newest(userId)
          return now?.markedBy?.id === tom.id && now.markedAt !== seen
        }
        const kept = body.attendance.filter(isKept)
        for (const mark of body.attendance)
          if (!isKept(mark))
            (stored[mark.userId] ??= []).push(
              makeAttendanceRecord(mark.status, {
                markedAt,
                markedBy: { id: me.id, name: me.name, profileImageUrl: null },
                remark: mark.remark ?? null,
              }),
            )
        return {
          marked: body.attendance.length - kept.length,
          markedAt,
          kept: kept.map(({ userId }) => ({ userId, sessionId: 's1', record: newest(userId) ?? null })),
        }
      },
      undoAttendance: async ({ body }) => {
        const own = body.marks.filter(({ userId }) => newest(userId)?.markedAt === body.markedAt)
        undone.push(own.map(({ userId }) => userId))
        for (const { userId } of own) stored[userId]!.pop()
        return { undone: own.map(({ userId }) => ({ userId, sessionId: 's1', record: newest(userId) ?? null })) }
      },
      listAttendanceChanges: async () => ({
        items: [
          {
            id: 2,
            changedBy: tom,
            changedAt: '2026-11-25T10:00:00.000Z',
            source: 'STAFF',
            oldStatus: 'LATE',
            newStatus: 'PRESENT',
            oldRemark: null,
            newRemark: 'Train',
          },
          {
            id: 1,
            changedBy: null,
            changedAt: '2026-11-25T09:00:00.000Z',
            source: 'JOIN',
            oldStatus: null,
            newStatus: 'LATE',
            oldRemark: null,
            newRemark: null,
          },
        ],
        page: 1,
        limit: 10,
        total: 2,
      }),
    },
  })
  const view = renderAt(
    <Routes>
      <Route path={paths.markAttendance.pattern} element={<ScreenWithData of={MarkAttendanceScreen} />} />
    </Routes>,
    paths.markAttendance.to({ courseId, weekId }),
  )
  /** Another trainer marks. */
  const markByTom = (userId: string, status: Status) =>
    (stored[userId] ??= []).push(makeAttendanceRecord(status, { markedBy: tom, markedAt: '2026-11-25T09:33:00.000Z' }))
  return { view, called, sent, undone, stored, markByTom }
}

const group = (name: string) => within(screen.getByRole('group', { name }))
const radio = (name: string, mark: string) => group(name).getByRole<HTMLInputElement>('radio', { name: mark })
const shown = (): (string | null)[] =>
  names.map(
    (name) =>
      group(name)
        .getAllByRole<HTMLInputElement>('radio')
        .find(({ checked }) => checked)
        ?.getAttribute('aria-label') ?? null,
  )
const row = (n: number) => document.querySelector<HTMLElement>(`[data-index="${n}"]`)!
const ready = () => screen.findByText(/of 3 marked/)
const undoKey = '{Control>}z{/Control}'
const record = (status: Status, facts: Partial<AttendanceRecord> = {}) =>
  makeAttendanceRecord(status, { markedAt: '2026-11-24T10:00:00.000Z', ...facts })

test('the first row has the focus; each letter is saved at once and goes to the next row', async () => {
  const { sent } = open()
  await ready()
  expect(document.activeElement).toBe(row(0))
  await userEvent.keyboard('p')
  await userEvent.keyboard('a')
  expect(document.activeElement).toBe(row(2))
  await screen.findByText(/^Saved \d/)
  expect(sent.map(([mark]) => [mark!.userId, mark!.status])).toEqual([
    ['u0', 'PRESENT'],
    ['u1', 'ABSENT'],
  ])
  screen.getByText('2 of 3 marked')
})

test('the rest is marked in one call, the first row has the focus, and one undo restores exactly those', async () => {
  const { sent, undone, stored } = open({ start: { u1: record('LATE', { source: 'JOIN' }) } })
  await ready()
  await userEvent.click(screen.getByRole('button', { name: 'Mark 2 as present' }))
  expect(document.activeElement).toBe(row(0))
  expect(shown()).toEqual(['Present', 'Late', 'Present'])
  await screen.findByText('2 marked as present')
  await screen.findByText(/^Saved \d/)
  expect(sent.map((marks) => marks.map(({ userId }) => userId))).toEqual([['u0', 'u2']])
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(undone).toEqual([['u0', 'u2']]))
  await waitFor(() => expect(shown()).toEqual([null, 'Late', null]))
  expect(stored['u1']).toMatchObject([{ source: 'JOIN' }])
})

test('undo of the rest keeps a mark that was given since, and Ctrl+Z takes that one first', async () => {
  const { undone } = open()
  await ready()
  await userEvent.click(screen.getByRole('button', { name: 'Mark 3 as present' }))
  await userEvent.keyboard('l')
  await waitFor(() => expect(shown()).toEqual(['Late', 'Present', 'Present']))
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(shown()).toEqual(['Late', null, null]))
  row(0).focus()
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(shown()).toEqual(['Present', null, null]))
  expect(undone).toEqual([['u1', 'u2'], ['u0']])
})

test('Shift with arrows chooses several, one key marks them in one call, Backspace clears, Escape leaves the range', async () => {
  const { sent } = open()
  await ready()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect([row(0), row(1), row(2)].map((one) => one.getAttribute('aria-selected'))).toEqual(['true', 'true', 'false'])
  await userEvent.keyboard('e')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(shown()).toEqual(['Excused', 'Excused', null])
  expect(document.activeElement).toBe(row(2))
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}{Backspace}')
  await waitFor(() => expect(shown()).toEqual([null, null, null]))
  expect(sent.map((marks) => marks.map(({ status }) => status))).toEqual([
    ['EXCUSED', 'EXCUSED'],
    [null, null],
  ])
  await userEvent.keyboard('{Escape}')
  expect(row(1).getAttribute('aria-selected')).toBe('false')
})

test('a click with Shift chooses the rows between, and marks nothing', async () => {
  const { sent } = open()
  await ready()
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(radio('Omar Haddad', 'Late'))
  await user.keyboard('{/Shift}')
  expect([row(0), row(1), row(2)].map((one) => one.getAttribute('aria-selected'))).toEqual(['true', 'true', 'true'])
  expect(sent).toEqual([])
  await user.keyboard('p')
  await waitFor(() => expect(sent.map((marks) => marks.length)).toEqual([3]))
})

test('with letter keys turned off the space bar marks, and the page mentions no letters', async () => {
  const { sent } = open()
  choosePreferences({ letterKeys: false })
  await ready()
  expect(screen.queryByText('mark, then next row')).toBeNull()
  await userEvent.keyboard('p{ArrowDown} ')
  await waitFor(() => expect(sent).toEqual([[{ userId: 'u1', status: 'PRESENT', remark: null }]]))
})

test('a chosen mark is cleared by choosing it again; two quick marks keep their order', async () => {
  const first = Promise.withResolvers<void>()
  const { sent } = open({ start: { u0: record('PRESENT') }, answer: (nth) => (nth === 1 ? first.promise : Promise.resolve()) })
  await ready()
  await userEvent.click(radio('Ana Li', 'Present'))
  await userEvent.click(radio('Ana Li', 'Late'))
  expect(shown()[0]).toBe('Late')
  expect(sent.map(([mark]) => mark!.status)).toEqual([null])
  screen.getByText('Saving')
  first.resolve()
  await screen.findByText(/^Saved \d/)
  expect([sent.map(([mark]) => mark!.status), shown()[0]]).toEqual([[null, 'LATE'], 'Late'])
})

test('N writes a note, Enter saves it and returns to the row; Escape leaves it', async () => {
  const { sent } = open({ start: { u0: record('ABSENT') } })
  await ready()
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(screen.getByLabelText('Note for Ana Li'))
  await userEvent.keyboard(' Ill{Enter}')
  await waitFor(() => expect(sent).toEqual([[{ userId: 'u0', status: 'ABSENT', remark: 'Ill' }]]))
  expect(document.activeElement).toBe(row(0))
  await screen.findByText(/Ill/)
  await userEvent.keyboard('nx{Escape}')
  expect(document.activeElement).toBe(row(0))
  expect(sent).toHaveLength(1)
})

test('a mass mark that loses the connection is kept on this device and sent once', async () => {
  const { sent, view } = open()
  const answer = globalThis.fetch
  let isLost = true
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!isLost || !url.includes('mark-bulk')) return answer(url, init)
    throw new TypeError('Failed to fetch')
  })
  await ready()
  await userEvent.click(screen.getByRole('button', { name: 'Mark 3 as present' }))
  await screen.findByText('Offline, kept on this device')
  expect(shown()).toEqual(['Present', 'Present', 'Present'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close register' }).disabled).toBe(true)
  // Left and opened again.
  view.unmount()
  const again = open()
  await screen.findByText(/^Saved \d/)
  expect(again.sent.map((marks) => marks.length)).toEqual([3])
  isLost = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(shown()).toEqual(['Present', 'Present', 'Present']))
  expect([sent.length, again.sent.length]).toEqual([0, 1])
})

test('a refused mark is not in its row, which says why, and is sent again from the line above', async () => {
  let isRefused = true
  const { sent } = open({
    answer: async () => {
      if (isRefused) throw new FakeProblem(403, 'forbidden', 'You no longer teach this course.')
    },
  })
  await ready()
  await userEvent.keyboard('a')
  await within(row(0)).findByText('Not saved.')
  expect(shown()[0]).toBeNull()
  isRefused = false
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  await screen.findByText(/^Saved \d/)
  expect([sent.length, shown()[0]]).toEqual([2, 'Absent'])
  expect(within(row(0)).queryByText('Not saved.')).toBeNull()
})

test('another trainer’s mark since the page was read is shown; the others are saved, and either of the two is kept', async () => {
  const { sent, markByTom } = open()
  await ready()
  markByTom('u1', 'LATE')
  await userEvent.click(screen.getByRole('button', { name: 'Mark 3 as present' }))
  expect(await within(row(1)).findByText(/Tom Reyes.* marked Late at/)).toBeTruthy()
  expect(shown()).toEqual(['Present', 'Late', 'Present'])
  await userEvent.click(within(row(1)).getByRole('button', { name: 'Use Present' }))
  await waitFor(() => expect(shown()).toEqual(['Present', 'Present', 'Present']))
  expect(within(row(1)).queryByText(/Tom Reyes/)).toBeNull()
  expect(sent).toHaveLength(2)
})

test('their mark is kept with one click', async () => {
  const { sent, markByTom } = open()
  await ready()
  markByTom('u0', 'EXCUSED')
  await userEvent.keyboard('p')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Excused' }))
  expect([shown()[0], sent.length]).toEqual(['Excused', 1])
  expect(screen.queryByText(/ marked Excused/)).toBeNull()
})

test('what another trainer marks appears within ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { markByTom } = open()
  await ready()
  markByTom('u2', 'EXCUSED')
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(shown()).toEqual([null, null, 'Excused']))
})

test('a read that begins while marks are on their way does not take them off the screen', async () => {
  const gate = Promise.withResolvers<void>()
  const { view, markByTom } = open({ answer: () => gate.promise })
  await ready()
  await userEvent.keyboard('p')
  markByTom('u2', 'LATE')
  await view.client.invalidateQueries({ queryKey: ['attendance', 'wholeSheet'] })
  await waitFor(() => expect(shown()[2]).toBe('Late'))
  expect(shown()).toEqual(['Present', null, 'Late'])
  gate.resolve()
  await screen.findByText(/^Saved /)
  expect(shown()).toEqual(['Present', null, 'Late'])
})

test('H shows who changed the record, when, and what it was', async () => {
  open()
  await ready()
  await userEvent.keyboard('h')
  const dialog = within(await screen.findByRole('dialog', { name: /Ana Li.*, Q&A/ }))
  const changes = await dialog.findAllByRole('listitem')
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Late → PresentNote: none → “Train”.*Tom Reyes.* · /),
    expect.stringMatching(/^Not marked → LateJoined the session · /),
  ])
})

const objection = { at: '2026-11-24T21:00:00.000Z', text: 'I was there' }
const objections = () => screen.queryAllByText('Says this is not right')

test('an objection is in its row with the student’s words, until the same mark is given again; undo brings it back', async () => {
  const { sent } = open({ start: { u1: record('ABSENT', { objection, remark: 'Late' }) } })
  await ready()
  expect(within(row(1)).getByText('Says this is not right')).toBeDefined()
  expect(within(row(1)).getByText(/I was there/)).toBeDefined()
  expect(row(1).getAttribute('aria-label')).toMatch(/Absent.*Says this is not right: “.*I was there/)
  row(1).focus()
  await userEvent.keyboard('a')
  await screen.findByText(/^Saved \d/)
  expect(sent).toEqual([[{ userId: 'u1', status: 'ABSENT', remark: 'Late' }]])
  expect(objections()).toEqual([])
  await userEvent.keyboard(undoKey)
  await waitFor(() => expect(objections()).toHaveLength(1))
})

test('“Mark as answered” keeps what is marked, also nothing, and leaves the focus in the row', async () => {
  const { sent } = open({ start: { u0: record(null, { source: 'VIDEO', markedAt: null, objection }), u2: record('LATE', { objection }) } })
  await ready()
  screen.getByText('1 of 3 marked')
  await userEvent.click(screen.getByRole('button', { name: /^Mark as answered: .*Omar Haddad/ }))
  expect(document.activeElement).toBe(row(2))
  await userEvent.click(screen.getByRole('button', { name: /^Mark as answered: .*Ana Li/ }))
  await screen.findByText(/^Saved \d/)
  expect(sent.flat().map(({ userId, status }) => [userId, status])).toEqual([
    ['u2', 'LATE'],
    ['u0', null],
  ])
  expect(objections()).toEqual([])
  screen.getByText('1 of 3 marked')
})
