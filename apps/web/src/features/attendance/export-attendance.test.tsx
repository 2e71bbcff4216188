/** The dialog that chooses the days and statuses of an export. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { ExportMenu } from './export-attendance.tsx'

beforeEach(() => {
  localStorage.clear()
  signInAs('TRAINER')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
})

function open(answer: () => Promise<Blob> = async () => new Blob(['x'])) {
  const called = fakeApi({ attendance: { exportAttendance: answer } })
  renderAt(<ExportMenu course={makeCourse('TRAINER')} />)
  return { user: userEvent.setup(), queries: () => called.map(({ request }) => request.query) }
}

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Choose dates and statuses…' }))
  return within(await screen.findByRole('dialog', { name: 'Export attendance' }))
}

test('days and statuses are sent, and offered again the next time; a plain press downloads everything', async () => {
  const { user, queries } = open()
  const dialog = await openDialog(user)
  await user.type(dialog.getByLabelText('From'), '1 nov')
  await user.type(dialog.getByLabelText('To'), '7/11')
  await user.click(dialog.getByRole('checkbox', { name: 'Absent' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Not marked' }))
  await user.click(dialog.getByRole('radio', { name: 'Excel (XLSX)' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  const chosen = { courseId, format: 'xlsx', from: '2026-11-01', to: '2026-11-07', statuses: 'ABSENT,NONE' }
  await waitFor(() => expect(queries()).toEqual([chosen]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openDialog(user)
  expect(again.getByLabelText('To')).toHaveProperty('value', 'Sat 7 Nov')
  await user.click(again.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(queries()).toEqual([chosen, chosen]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(queries()[2]).toEqual({ courseId, format: 'csv' }))
})

test('days in the wrong order are refused, and the server’s answer is shown at its field', async () => {
  const detail = 'No sessions from 1 to 7 August.'
  const { user, queries } = open(() => Promise.reject(new FakeProblem(422, 'validation-failed', detail, [{ pointer: '?from', detail }])))
  const dialog = await openDialog(user)
  await user.type(dialog.getByLabelText('From'), '1 aug')
  await user.type(dialog.getByLabelText('To'), '31 jul')
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(await dialog.findByText('Must not be before the first day')).toBeTruthy()
  expect(queries()).toEqual([])
  await user.clear(dialog.getByLabelText('To'))
  await user.type(dialog.getByLabelText('To'), '7 aug')
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(await dialog.findByText(detail)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('From'))
})
