/** Attendance marks, found by role and accessible name. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { type RecordedStatus, attendanceLabels, AttendancePicker, AttendanceStatus } from './attendance-status.tsx'

test('attendance can be marked, and cleared by choosing the same mark again', async () => {
  const marks: (RecordedStatus | null)[] = []
  function Marking() {
    const [mark, setMark] = useState<RecordedStatus | null>(null)
    return <AttendancePicker label="Ana Li" value={mark} onChange={(next) => (marks.push(next), setMark(next))} />
  }
  renderAt(<Marking />)
  const group = screen.getByRole('group', { name: 'Ana Li' })
  await userEvent.click(within(group).getByRole('radio', { name: 'Late' }))
  await userEvent.click(within(group).getByRole('radio', { name: 'Late' }))
  expect(marks).toEqual(['LATE', null])
})

test('a status has a full accessible name', () => {
  renderAt(<AttendanceStatus mark="PRESENT" coverage={0.72} isSelfMarked />)
  expect(screen.getByRole('img', { name: 'Present, 72\u00a0% watched, self-marked' })).toBeTruthy()
})

test.each([
  ['PRESENT', 'P'],
  ['LATE', 'L'],
  ['ABSENT', 'A'],
  ['EXCUSED', 'E'],
] as const)('%s is drawn as %s, in a cell as in the choice', (mark, letter) => {
  renderAt(<AttendanceStatus mark={mark} />)
  expect(screen.getByRole('img', { name: attendanceLabels[mark] }).textContent).toBe(letter)
  renderAt(<AttendancePicker label="Ana Li" value={mark} onChange={() => {}} />)
  expect(screen.getByRole('radio', { name: attendanceLabels[mark], checked: true }).closest('label')?.textContent).toBe(letter)
})
