/** Two people edit a week: both versions are shown by field, and nothing that was typed is lost. The viewer is in Adelaide. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { WeekEditScreen } from './week-edit-screen.tsx'

const seen = makeWeek({ title: 'Cleaning', startsOn: '2026-11-16', description: '<p>A messy table.</p>', version: 3 })
const saved = { updatedBy: 'Tom Reyes', updatedAt: '2026-11-25T00:01:00.000Z' }

/** The server as Tom left it: it refuses older versions. */
function open(theirs: Partial<Week>) {
  signInAs('TRAINER')
  let stored = seen
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { weekCount: 8 }) },
    weeks: {
      getWeek: async () => stored,
      updateWeek: async ({ body: { version, ...fields } }) => {
        if (stored === seen) stored = { ...seen, ...theirs, version: 4 }
        if (version !== stored.version) throw Object.assign(new FakeProblem(409, 'version-conflict'), { current: { ...stored, ...saved } })
        stored = { ...stored, ...(fields as Partial<Week>), version: stored.version + 1 }
        return stored
      },
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.weekEdit.pattern} element={<ScreenWithData of={WeekEditScreen} />} />
    </Routes>,
    paths.weekEdit.to({ courseId, weekId }),
  )
  return () => called.filter(({ name }) => name === 'weeks.updateWeek').map(({ request }) => request.body)
}

async function saveTitle(title: string) {
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: title } })
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
}
const saveWeek = () => userEvent.click(screen.getByRole('button', { name: 'Save week' }))

test('what both changed has to be chosen; what one of them changed is taken, or put back', async () => {
  const sent = open({ title: 'Cleaning, checking', startsOn: '2026-11-17', published: false })
  await saveTitle('Cleaning data')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/Tom Reyes saved this week at 10:31.*Both of you changed 1 field/)
  await waitFor(() => expect(document.activeElement).toBe(alert))

  await saveWeek()
  expect(screen.getByText('Choose 1 field')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Tom Reyes · saved 10:31' }))
  expect(sent()).toHaveLength(1)

  await userEvent.click(screen.getByRole('radio', { name: 'Yours · not saved' }))
  const row = screen.getByText('First day').closest('li')!
  expect(row.textContent).toContain('Mon 16 Nov → Tue 17 Nov')
  await userEvent.click(within(row).getByRole('button', { name: 'Keep the old value: First day' }))
  expect(screen.getByText('Saves 1 of your changes, keeps 1 by Tom Reyes')).toBeTruthy()
  await saveWeek()
  expect(await screen.findByText('Week 6 is saved')).toBeTruthy()
  expect(sent().at(-1)).toMatchObject({ title: 'Cleaning data', startsOn: '2026-11-16', published: false, version: 4 })
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Cleaning data')
})

test('a text is written from both', async () => {
  const sent = open({ description: '<p>Ask it twice.</p>' })
  await screen.findByLabelText('Title')
  const draft = screen.getByRole('textbox', { name: 'What this week is about' })
  await userEvent.type(draft, ' Mine.')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit a text from both: What this week is about' }))
  expect(screen.getByText('Ask it twice.')).toBeTruthy()
  await userEvent.type(await screen.findByRole('textbox', { name: 'What this week is about' }), ' Both.')
  await saveWeek()
  await screen.findByText('Week 6 is saved')
  expect((sent().at(-1) as { description: string }).description).toMatch(/Mine.*Both|Both.*Mine/)
})

test('mine is discarded, and comes back with Undo', async () => {
  const sent = open({ title: 'Checking' })
  await saveTitle('Cleaning data')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard mine' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Checking')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Cleaning data')
  expect(sent()).toHaveLength(1)
})

test('a save whose answer was lost is sent again without a question', async () => {
  const sent = open({ title: 'Cleaning data' })
  await saveTitle('Cleaning data')
  expect(await screen.findByText('Week 6 is saved')).toBeTruthy()
  expect(sent().map((body) => (body as { version: number }).version)).toEqual([3, 4])
})

test('a draft from before weeks had versions opens, and is based on the present one', async () => {
  const { title, number, startsOn, description, published } = seen
  const value = { title: `${title} (draft)`, number: String(number), startsOn, description, published, unlockAt: '' }
  localStorage.setItem(`draft:${signInAs('TRAINER').id}:week:${weekId}`, JSON.stringify({ value, savedAt: '2026-11-24T00:00:00.000Z' }))
  const sent = open({ title: 'Checking' })
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Cleaning (draft)')
  expect(screen.getByText('1 change')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(sent()).toMatchObject([{ version: 3 }])
})
