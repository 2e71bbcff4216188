/** The gradebook on phones: what is said about each student's work, and the way from one assignment to another. The viewer is in Adelaide. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { GradebookColumn, GradebookRow, MarkCell } from '@lms/contract/marks'
import { signInAs } from '#test/fake-api.ts'
import { idOf, makeCourse } from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { renderAt } from '#test/render.tsx'
import { GradebookPhone } from './gradebook-phone.tsx'

const graded = { submissionId: idOf(70), attempt: 1, state: 'GRADED', marks: 15, gradedAt: '2026-11-12T12:00:00.000Z' } as const
const summary = { id: idOf(50), graded: 4, toGrade: 3, missing: 1, median: 0, lowest: 0, highest: 20, spread: [4, 0, 0, 0, 0] }

function open(cells: MarkCell[], columns: GradebookColumn[] = [columnOf(50, 'Essay')], { at = '/', total = null as number | null } = {}) {
  signInAs('TRAINER')
  const items: GradebookRow[] = [
    { student: { id: idOf(60), name: 'Ana Li', profileImageUrl: null, email: 'a@harbour.example' }, total, cells },
  ]
  const list = { summary: { data: { assignments: [summary] } } } as never
  const onRelease = vi.fn<(id: string) => void>()
  const { router } = renderAt(
    <GradebookPhone course={makeCourse('TRAINER')} columns={columns} items={items} list={list} onRelease={onRelease} />,
    at,
  )
  return { router, onRelease }
}
const row = () => screen.getByRole('listitem').textContent

test.each<[Partial<MarkCell>, Partial<GradebookColumn>, RegExp | null]>([
  [{ state: 'MISSING' }, {}, /^Was due Tue 10 Nov, 22:30/],
  [{ state: 'MISSING' }, { dueAt: null }, null],
  [{ ...graded, late: true, deduction: 2.5 }, {}, /^Late, 17\.5 less 2\.5$/],
  [graded, {}, /^Graded 12 Nov$/],
  [{ state: 'TO_GRADE', late: true, submissionId: idOf(70), attempt: 1 }, {}, /^Late$/],
])('the work %j of an assignment %j says %s', (facts, column, words) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z'), toFake: ['Date'] })
  open([cell(facts)], [columnOf(50, 'Essay', column)])
  expect(screen.queryAllByText(words ?? /^(Was due|Late|Graded)/)).toHaveLength(words ? 1 : 0)
})

test('the line below the assignment sums it up, and a median of 0 is one', () => {
  open([cell(graded)], [columnOf(50, 'Essay', { weight: 15, held: 2 })])
  expect(screen.getByText(/^Week 1/).textContent).toBe('Week 1 · of 20 · 15 % · 4 marked · median 0 · 2 held')
})

test('another assignment is chosen by its name or with the arrows, and stays in the address', async () => {
  const columns = [columnOf(50, 'Essay'), columnOf(51, 'Chart')]
  const { router } = open([cell(graded), cell({ state: 'NOT_DUE' })], columns, { at: `/?assignment=${idOf(51)}` })
  expect(screen.getByRole('list', { name: 'Chart' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Previous assignment' }))
  expect(within(screen.getByRole('list', { name: 'Essay' })).getByText('15')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Previous assignment' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('combobox', { name: 'Assignment' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Chart' }))
  await waitFor(() => expect(screen.getByRole('list', { name: 'Chart' })).toBeDefined())
  expect(router.state.location.search).toBe(`?assignment=${idOf(51)}`)
})

test('totals lead nowhere, and a student without marks has none', () => {
  open([cell(graded)], [columnOf(50, 'Essay')], { at: '/?view=totals' })
  expect(screen.queryByRole('link')).toBeNull()
  expect(row()).toContain('–')
  expect(row()).not.toContain('0 %')
})

test('work that was excused or not submitted by the student leads nowhere', () => {
  open([cell({ state: 'EXCUSED', submissionId: idOf(70), attempt: 0 })])
  expect(screen.queryByRole('link')).toBeNull()
})

test('the spread of an assignment is shown on request, and releases its held marks', async () => {
  const { onRelease } = open([cell(graded)], [columnOf(50, 'Essay', { held: 2 })])
  await userEvent.click(screen.getByRole('button', { name: 'Show spread' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Essay' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Release 2 held marks' }))
  expect(onRelease.mock.calls).toEqual([[idOf(50)]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
