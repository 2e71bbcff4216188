/** The dialog with the settings of a course's attendance. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AttendanceSettings } from '@lms/contract/attendance'
import { keepFocus } from '#lib/focus-keeper.ts'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeWeek, pageWith } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AttendanceScreen } from './attendance-screen.tsx'

const { matchMedia } = window
const onScreen = (width: 'min-width' | 'max-width') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(width) }))
beforeEach(() => void onScreen('min-width'))

const week = makeWeek({ id: idOf(11), number: 1, startsOn: '2026-01-05' })
const person = { id: idOf(71), name: 'Ana Li', profileImageUrl: null }

type Facts = { answer?: () => Promise<unknown>; at?: string }

function open({ answer, at = '' }: Facts = {}) {
  signInAs('TRAINER')
  const course = makeCourse('TRAINER', { weeks: [week] })
  let current: AttendanceSettings = { madeUpAs: 'EXCUSED', needed: null }
  const called = fakeApi({
    courses: { listCourses: async () => pageWith([course]), listMyCourses: async () => pageWith([]), getCourse: async () => course },
    calendar: { listMySessions: async () => pageWith([]) },
    attendance: {
      listOpenRegisters: async () => pageWith([]),
      getCourseAttendance: async () => ({
        sessions: [],
        settings: current,
        students: [{ user: person, entries: {}, percentage: null, beforeJoining: [] }],
        page: 1,
        limit: 100,
        total: 1,
      }),
      updateAttendanceSettings: async ({ body }) => {
        await answer?.()
        return (current = { ...current, ...body } as AttendanceSettings)
      },
    },
  })
  renderAt(<AttendanceScreen />, `${paths.attendance.to({ course: courseId })}${at}`)
  onTestFinished(keepFocus())
  const sent = () => called.filter(({ name }) => name === 'attendance.updateAttendanceSettings').map(({ request }) => request.body)
  const sheetsAsked = () => called.filter(({ name }) => name === 'attendance.getCourseAttendance').length
  return { user: userEvent.setup(), sent, sheetsAsked }
}

const button = () => screen.findByRole('button', { name: 'Options' })
async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await waitFor(async () => expect(await button()).toHaveProperty('disabled', false))
  await user.click(await button())
  return within(await screen.findByRole('dialog', { name: 'Options for attendance' }))
}

test('what an absence counts as and the attendance needed are saved together, and the sheet is asked for again', async () => {
  const { user, sent, sheetsAsked } = open()
  const dialog = await openDialog(user)
  expect(dialog.getByRole('radio', { name: 'Excused' })).toHaveProperty('checked', true)
  expect(dialog.getByText('Once the recording is watched')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Present' }))
  await user.type(dialog.getByRole('textbox', { name: /^Attendance that students need/ }), '80{Enter}')
  expect(await screen.findByText('Options saved')).toBeTruthy()
  expect(sent()).toEqual([{ madeUpAs: 'PRESENT', needed: 80 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await button()))
  await waitFor(() => expect(sheetsAsked()).toBe(2))
  const again = await openDialog(user)
  expect(again.getByRole('textbox')).toHaveProperty('value', '80')
  await user.clear(again.getByRole('textbox'))
  await user.click(again.getByRole('button', { name: 'Save options' }))
  await waitFor(() => expect(sent()[1]).toEqual({ madeUpAs: 'PRESENT', needed: null }))
})

test.each(['0', '101', '7.5', 'most'])('“%s” percent is refused at the field', async (needed) => {
  const { user, sent } = open()
  const dialog = await openDialog(user)
  await user.type(dialog.getByRole('textbox'), needed)
  await user.click(dialog.getByRole('button', { name: 'Save options' }))
  expect(await dialog.findByText('Enter 1 to 100 percent')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('textbox'))
  expect(sent()).toEqual([])
})

test('what the server refuses is in the dialog; Escape leads back to the button', async () => {
  const { user } = open({ answer: () => Promise.reject(new FakeProblem(403, 'forbidden', 'Only its trainers.')) })
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('button', { name: 'Save options' }))
  expect(await dialog.findByRole('alert')).toHaveProperty('textContent', 'Only its trainers.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await button()))
})

test('on a phone the options are beside the rates', async () => {
  onScreen('max-width')
  const { user } = open({ at: '&view=rates' })
  const dialog = await openDialog(user)
  expect(dialog.getByRole('radio', { name: 'Excused' })).toHaveProperty('checked', true)
})
