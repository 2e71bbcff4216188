/** The questions of an assignment in its editor: added, changed, moved, removed, and their options. The viewer is in Adelaide. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { baseYear, critique, openEditor } from '#test/assignment-editor.tsx'
import { idOf, makeQuestion } from '#test/fixtures.ts'

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const parts = () =>
  within(screen.getByRole('navigation', { name: 'Parts of the assignment' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const option = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Option ${number} of question 1` })
const isRight = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Option \d is right$/ }).map(({ checked }) => checked)
const saved = async (find: Awaited<ReturnType<typeof openEditor>>['find']) => {
  await press(/^Save \d change/)
  await screen.findByText('Elsewhere')
  return (find('assignments.updateAssignment')!.body as { questions: unknown[] }).questions
}

test('a removed option takes its tick along, and the others keep theirs', async () => {
  const { find } = await openEditor()
  await press(/Which base year/)
  expect(isRight()).toEqual([false, true, true])
  expect(screen.getByText(/With two ticks, either one counts\./)).toBeDefined()
  await press('Remove option 2')
  expect(isRight()).toEqual([false, true])
  expect(screen.queryByRole('button', { name: /^Remove option/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Option 1 is right' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Option 2 is right' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Shuffle choices' }))
  await userEvent.click(screen.getByRole('switch', { name: 'An answer is required' }))
  expect(await saved(find)).toEqual([
    {
      id: baseYear.id,
      type: 'SINGLE_CHOICE',
      prompt: 'Which base year?',
      required: false,
      points: 4,
      options: ['2015', '2021'],
      answerKey: ['2015'],
      shuffle: true,
    },
  ])
})

test('Enter goes to the next option, and after the last one makes another', async () => {
  const { find } = await openEditor()
  await press(/Which base year/)
  option(2).focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(option(3))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(option(4)))
  await userEvent.keyboard('2024')
  expect((await saved(find))[0]).toMatchObject({ options: ['2015', '2019', '2021', '2024'], answerKey: ['2019', '2021'] })
})

test('a question is added by its kind, opened, moved by keys, duplicated and removed; the list follows', async () => {
  await openEditor()
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Several choices' }))
  expect(parts()).toEqual([
    expect.stringContaining('One choice, 4 marks'),
    expect.stringMatching(/New question.*Several choices, 10 marks.*New/),
  ])
  expect(screen.getByText('Question 2 added')).toBeDefined()
  expect(screen.queryByText(/either one counts/)).toBeNull()
  const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  fireEvent.change(prompt(), { target: { value: 'Which charts?' } })
  fireEvent.keyDown(prompt(), { key: 'ArrowUp', altKey: true })
  expect(screen.getByText('Question 2 moved to 1')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Question 1' })).toBeDefined()
  expect(prompt().value).toBe('Which charts?')
  fireEvent.keyDown(prompt(), { key: 'ArrowUp', altKey: true })
  expect(prompt().value).toBe('Which charts?')
  await press('Duplicate question 1')
  expect(screen.getByRole('heading', { name: 'Question 2' })).toBeDefined()
  expect(parts()).toHaveLength(3)
  await press('Remove question 2')
  expect(screen.getByRole('heading', { name: 'Question 1' })).toBeDefined()
  await press('Remove question 1')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeDefined()
  expect(parts()).toEqual([expect.stringContaining('Which base year?')])
})

test('questions are dragged in the list, or moved by Alt and the arrows; the one that is being edited stays open', async () => {
  const questions = ['First?', 'Second?', 'Third?'].map((prompt, index) => makeQuestion({ id: idOf(80 + index), prompt }))
  const { find } = await openEditor({ of: { ...critique, questions } })
  const list = within(await screen.findByRole('navigation', { name: 'Parts of the assignment' }))
  const rows = () => list.getAllByRole('listitem')
  const order = () => parts().map((text) => /[A-Z]\w+\?/.exec(text ?? '')?.[0])
  const edited = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' }).value
  const drag = (from: number, ...over: number[]) => {
    fireEvent.dragStart(rows()[from]!, { dataTransfer: {} })
    for (const at of over) fireEvent.dragOver(rows()[at]!)
    fireEvent.drop(rows()[over.at(-1)!]!)
    fireEvent.dragEnd(rows()[over.at(-1)!]!)
  }
  await press(/Second\?/)
  drag(0, 1, 2)
  expect([order(), edited()]).toEqual([['Second?', 'Third?', 'First?'], 'Second?'])
  drag(2, 0)
  expect([order(), edited()]).toEqual([['First?', 'Second?', 'Third?'], 'Second?'])
  drag(1, 2)
  expect([order(), edited()]).toEqual([['First?', 'Third?', 'Second?'], 'Second?'])
  // Nothing is being dragged any more.
  fireEvent.dragOver(rows()[0]!)
  fireEvent.keyDown(within(rows()[1]!).getByRole('button'), { key: 'ArrowDown', altKey: true })
  expect([order(), edited()]).toEqual([['First?', 'Second?', 'Third?'], 'Second?'])
  expect(screen.getByText('Question 2 moved to 3')).toBeDefined()
  drag(2, 1, 0)
  expect((await saved(find)).map((question) => (question as { prompt: string }).prompt)).toEqual(['Third?', 'First?', 'Second?'])
})

test('dates, late policy and attempts are sent in the course’s zone, and the viewer’s time is shown where it differs', async () => {
  const { find } = await openEditor({ of: { ...critique, dueAt: '2026-07-20T22:59:00.000Z' } })
  expect(screen.getByRole('group', { name: 'Dates', description: 'Lisbon time' })).toBeDefined()
  expect(screen.getByText('Tue 21 Jul, 08:29').parentElement?.textContent).toBe('Tue 21 Jul, 08:29 for you, Adelaide time')
  const set = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  set('Opens', '29 mar 2026 1:30')
  fireEvent.blur(screen.getByLabelText('Opens'))
  expect(screen.getByText('01:30 does not exist on this day: clocks go from 01:00 to 02:00. Set to 02:30.')).toBeDefined()
  set('Opens', '1 jul 2026 9:00')
  set('Closes', '25 jul 2026 12:00')
  await userEvent.click(screen.getByRole('radio', { name: 'Take marks off for each day' }))
  set('Deduct per day (%)', '12,5')
  set('Minimum (%)', '')
  set(/^Attempts/, '2')
  await press('Save 4 changes')
  await screen.findByText('Elsewhere')
  expect(find('assignments.updateAssignment')?.body).toMatchObject({
    availableFrom: '2026-07-01T08:00:00.000Z',
    dueAt: '2026-07-20T22:59:00.000Z',
    closesAt: '2026-07-25T11:00:00.000Z',
    latePolicy: { kind: 'PERCENT_PER_DAY', percent: 12.5, floor: 0 },
    maxAttempts: 2,
  })
})

test('the preview shows what students will read, before anything is saved', async () => {
  await openEditor()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
  await press(/Which base year/)
  fireEvent.change(option(3), { target: { value: ' ' } })
  const aside = within(screen.getByRole('complementary', { name: 'Changes and preview' }))
  expect(aside.getByText('Chart critique!')).toBeDefined()
  expect(aside.getByRole('heading', { name: 'Which base year?' })).toBeDefined()
  expect(aside.queryByText('2021')).toBeNull()
  expect(aside.getByText('2019')).toBeDefined()
  expect(aside.getByText('Changes 2')).toBeDefined()
})
