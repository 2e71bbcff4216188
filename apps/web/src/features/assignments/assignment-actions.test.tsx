/** Duplicating and deleting an assignment in its editor, and giving up changes that were kept there. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { critique, openEditor } from '#test/assignment-editor.tsx'
import { FakeProblem } from '#test/fake-api.ts'
import { idOf, makeCourse, makeWeek } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { WeekPicker } from './assignment-actions.tsx'

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })

test('a copy goes into the week that was chosen, and opens there as a draft', async () => {
  const copy = { ...critique, id: idOf(44) }
  const { find, router } = await openEditor({ changes: { duplicateAssignment: async () => copy } })
  await press('Duplicate')
  const dialog = await screen.findByRole('dialog', { name: 'Duplicate Chart critique' })
  expect(within(dialog).queryByRole('button', { name: /^Duplicate into/ })).toBeNull()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Week' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['6. Cleaning', '7. Charts'])
  await userEvent.click(screen.getByRole('option', { name: '7. Charts' }))
  await press('Duplicate into week 7')
  expect(await screen.findByText('The copy is a draft without dates')).toBeDefined()
  expect(find('assignmentChanges.duplicateAssignment')).toMatchObject({
    params: { id: critique.id },
    body: { courseId: critique.courseId, weekId: idOf(22) },
  })
  const place = { courseId: critique.courseId, weekId: idOf(22), assignmentId: copy.id }
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.assignmentEdit.to(place)))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a copy into another course opens there', async () => {
  const there = idOf(70)
  const { find, router } = await openEditor({
    changes: { duplicateAssignment: async () => ({ ...critique, id: idOf(44), courseId: there }) },
  })
  const maps = {
    ...makeCourse('TRAINER', { id: there, title: 'Maps' }),
    percentage: null,
    next: null,
    currentWeek: null,
    lastActivityAt: null,
    hasWeekAhead: false,
  }
  vi.spyOn(api.courses, 'listMyCourses').mockResolvedValue({
    items: [maps],
    page: 1,
    limit: 20,
    total: 1,
  })
  await press('Duplicate')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Course' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Maps/ }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Week' }))
  await userEvent.click(await screen.findByRole('option', { name: '7. Charts' }))
  await press('Duplicate into week 7')
  const place = { courseId: there, weekId: idOf(22), assignmentId: idOf(44) }
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.assignmentEdit.to(place)))
  expect(find('assignmentChanges.duplicateAssignment')).toMatchObject({ body: { courseId: there, weekId: idOf(22) } })
})

test.each([
  ['Loading', undefined],
  ['This course has no weeks yet', []],
  ['Choose a week', [makeWeek()]],
])('the choice of a week says “%s”', async (words, weeks) => {
  const props = { title: 'Duplicate', courseField: null, courseId: idOf(1), label: () => 'Duplicate', isOpen: true }
  renderAt(<WeekPicker {...props} weeks={weeks} onClose={() => undefined} onChoose={() => undefined} />)
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Week' })).placeholder).toBe(words)
})

test('a copy that is refused leaves the dialog as it is', async () => {
  const { router } = await openEditor({
    changes: { duplicateAssignment: () => Promise.reject(new FakeProblem(403, 'forbidden', 'Only its trainers.')) },
  })
  const before = router.state.location.pathname
  await press('Duplicate')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Week' }))
  await userEvent.click(await screen.findByRole('option', { name: '6. Cleaning' }))
  await press('Duplicate into week 6')
  expect(await screen.findByText(/Only its trainers\./)).toBeDefined()
  expect(router.state.location.pathname).toBe(before)
  expect(screen.getByRole('button', { name: 'Duplicate into week 6' })).toBeDefined()
})

test.each([
  [0, /^Staff can restore it until \w{3} \d+ \w{3}\.$/],
  [1, /^1 submission and its mark leave the course\. Staff can restore it .* Students can still read what they submitted\.$/],
  [12, /^12 submissions and their marks leave the course\./],
])('before one with %i submissions is deleted, the page says what goes', async (submitted, words) => {
  const { find, router } = await openEditor({
    submitted,
    changes: { removeAssignment: async () => undefined, restoreAssignment: async () => critique },
  })
  await press('Delete assignment')
  expect(await screen.findByText(words)).toBeDefined()
  expect(find('assignmentChanges.removeAssignment')).toBeUndefined()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Delete assignment' })).at(-1)!)
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.course.to({ courseId: critique.courseId })))
  expect(find('assignmentChanges.removeAssignment')?.params).toEqual({ id: critique.id })
  await press('Undo')
  expect(await screen.findByText('Chart critique is restored')).toBeDefined()
  expect(find('assignmentChanges.restoreAssignment')?.params).toEqual({ id: critique.id })
})

test('changes from an earlier visit are named with their time, and can be discarded', async () => {
  const first = await openEditor()
  await userEvent.type(await title(), ' again')
  expect(screen.getByText('Students see no change yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  first.unmount()
  const { me } = await openEditor()
  expect((await title()).value).toBe('Chart critique again')
  expect(screen.getByText(/^Draft from .*, students see no change yet\./)).toBeDefined()
  await press('Discard')
  expect((await title()).value).toBe('Chart critique')
  expect(screen.queryByText(/students see no change yet/i)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  await waitFor(() => expect(localStorage.getItem(`draft:${me.id}:assignment-edit:${critique.id}`)).toBeNull())
})

test('words typed while it is saved stay in the editor, with the new version', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  const { router, find } = await openEditor({ until })
  const at = router.state.location.pathname
  await userEvent.type(await title(), ' two')
  await press('Save 1 change')
  await userEvent.type(await title(), ' LATE')
  resolve()
  expect(await screen.findByText('1 change saved')).toBeDefined()
  expect((await title()).value).toBe('Chart critique two LATE')
  expect(router.state.location.pathname).toBe(at)
  await press('Save 1 change')
  await waitFor(() =>
    expect(find('assignments.updateAssignment', -1)?.body).toMatchObject({ title: 'Chart critique two LATE', version: 8 }),
  )
  await waitFor(() => expect(router.state.location.pathname).not.toBe(at))
})

test('saving names the number of changes, leads to the assignment, and leaves no draft', async () => {
  const { router, me, find } = await openEditor({ submitted: 1 })
  expect(screen.getByText('1 of 24 students submitted')).toBeDefined()
  expect(screen.getByText('1 student has submitted')).toBeDefined()
  await userEvent.type(await title(), ' ')
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  await userEvent.type(await title(), 'two')
  await userEvent.click(screen.getByRole('switch', { name: /^Hold new marks/ }))
  await press('Save 2 changes')
  expect(await screen.findByText('2 changes saved')).toBeDefined()
  const place = { courseId: critique.courseId, weekId: critique.weekId, assignmentId: critique.id }
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.assignment.to(place)))
  expect(find('assignments.updateAssignment')?.body).toMatchObject({ title: 'Chart critique two', holdMarks: true, version: 7 })
  expect(localStorage.getItem(`draft:${me.id}:assignment-edit:${critique.id}`)).toBeNull()
})
