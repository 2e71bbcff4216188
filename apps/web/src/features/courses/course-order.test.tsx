/** The course page for staff: weeks and items are put in order, and outdated orders say so. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { course, day, essay, given, id, nothing, show, week } from '#test/course-page.tsx'
import { FakeProblem, signInAs } from '#test/fake-api.ts'

const assignment = (name: string, position: number) => ({ ...essay, id: name.toLowerCase(), title: name, position })
const items = [assignment('Note', 0), assignment('Quiz', 1), assignment('Essay', 2)]
const isOrder = ({ name }: { name: string }): boolean => name === 'weeks.changeOrder'

/** The page with two weeks; `answer` is what the server does with an order. */
async function open(answer: (body: unknown) => void = () => undefined, facts: object = {}) {
  signInAs('TRAINER')
  const weeks = [week(1, day(-2), { assignments: items }), week(2, day(5))]
  const called = given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' }, weeks, ...facts }) },
    {
      assignments: { listCourseAssignments: async () => nothing },
      weeks: { changeOrder: async ({ body }) => answer(body), moveItem: async () => undefined, restoreWeek: async () => weeks[0]! },
    },
  )
  show()
  await screen.findByText('Quiz')
  return {
    sent: () => called.filter(isOrder).map(({ request }) => request.body),
    params: () => called.find(isOrder)?.request.params,
    weeks,
    called,
  }
}
const lift = async (name: string, keys: string) => {
  screen.getByRole('button', { name: `Move ${name}` }).focus()
  await userEvent.keyboard(keys)
}
const stale = (current: object) => Object.assign(new FakeProblem(409, 'version-conflict'), { current })
const fromMenu = async (name: string, action: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('an item is moved by keys, and Undo sends the former order', async () => {
  const { sent, params, weeks } = await open()
  await lift('Note', ' {ArrowDown}')
  expect(screen.getByText('Note, 2 of 3, after Quiz.')).toBeTruthy()
  expect(screen.getByText('2 of 3, was 1')).toBeTruthy()
  await userEvent.keyboard(' ')
  const weekId = weeks[0]!.id
  expect(await screen.findByText('Moved to 2 of 3')).toBeTruthy()
  expect(params()).toEqual({ id })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Moved back')).toBeTruthy()
  expect(sent()).toEqual([
    { weekId, itemIds: ['quiz', 'note', 'essay'] },
    { weekId, itemIds: ['note', 'quiz', 'essay'] },
  ])
})

test('menus move one step, and not beyond the ends', async () => {
  const { sent, weeks } = await open()
  await fromMenu('Essay', 'Move up')
  await waitFor(() => expect(sent()).toEqual([{ weekId: weeks[0]!.id, itemIds: ['note', 'essay', 'quiz'] }]))
  await fromMenu('week 1', 'Move down')
  await waitFor(() => expect(sent()[1]).toEqual({ weekIds: [weeks[1]!.id, weeks[0]!.id] }))
  expect(await screen.findByText('Moved to week 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Note' }))
  expect((await screen.findByRole('menuitem', { name: 'Move up' })).hasAttribute('disabled')).toBe(true)
})

test('an outdated order says so, and is tried again on the present list', async () => {
  let tries = 0
  const { sent, weeks } = await open(() => {
    if (++tries === 1) throw stale({ itemIds: ['note', 'quiz', 'essay', 'added'] })
  })
  await lift('Note', ' {ArrowDown} ')
  expect(await screen.findByText('Somebody changed this week. Not moved.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Move again' }))
  await waitFor(() => expect(sent()[1]).toEqual({ weekId: weeks[0]!.id, itemIds: ['quiz', 'note', 'essay', 'added'] }))
  expect(await screen.findByText('Moved to 2 of 4')).toBeTruthy()
})

test('what was deleted cannot be moved again', async () => {
  await open(() => {
    throw stale({ itemIds: ['quiz', 'essay'] })
  })
  await lift('Note', ' {ArrowDown} ')
  expect(await screen.findByText('Somebody changed this week. Not moved.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move again' })).toBeNull()
})

test('a week that was deleted can be restored; any other failure can be tried again', async () => {
  let error = new FakeProblem(404, 'not-found')
  const { called, sent } = await open(() => {
    throw error
  })
  await lift('Note', ' {ArrowDown} ')
  expect(await screen.findByText('Week 1 was deleted.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(called.some(({ name }) => name === 'weeks.restoreWeek')).toBe(true))
  error = new FakeProblem(500, 'internal')
  await lift('Note', ' {ArrowDown} ')
  const toast = within(await screen.findByText('The order could not be saved.'))
  await userEvent.click(toast.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent()).toHaveLength(3))
})

test('lifting a week closes all weeks; a week that starts before an earlier one says so', async () => {
  await open(undefined, { weeks: [week(1, '2026-11-23', { assignments: items }), week(2, '2026-11-16')] })
  expect(screen.getByText(/^16 to 22 November.*, before week 1$/)).toBeTruthy()
  screen.getByRole('button', { name: 'Move Title 1' }).focus()
  expect(screen.getByRole('button', { name: 'Move Note' })).toBeTruthy()
  await userEvent.keyboard(' ')
  expect(screen.queryByRole('button', { name: 'Move Note' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Move Note' })).toBeTruthy()
})

test('nothing is moved in an archived course', async () => {
  await open(undefined, { status: 'ARCHIVED' })
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Note' })).toBeNull()
})

test('an item is moved to another week, and Undo puts it back to its place', async () => {
  const { called, weeks } = await open()
  const moves = () => called.filter(({ name }) => name === 'weeks.moveItem').map(({ request }) => request.body)
  await fromMenu('Quiz', 'Move to week…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to week' }))
  expect(dialog.getByRole('button', { name: /Title 1/ })).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('button', { name: /Title 2/ }))
  expect(await screen.findByText('Moved to week 2')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Moved back')).toBeTruthy()
  expect(moves()).toEqual([
    { itemId: 'quiz', weekId: weeks[1]!.id },
    { itemId: 'quiz', weekId: weeks[0]!.id, position: 1 },
  ])
})
