/** Adding, deleting and restoring weeks: what is said before and after, and what is sent. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Week } from '@lms/contract/weeks'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeWeek, pageWith, weekId, weekVideo } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AddWeek } from './add-week.tsx'
import { DeletedWeeks, DeleteWeek } from './week-actions.tsx'

const ahead = {
  ...weekVideo,
  id: 'l1',
  type: 'LIVE',
  startsAt: '2099-01-05T12:00:00.000Z',
  durationMinutes: 60,
  hasRecording: false,
} as const
const essay = { id: 'a1', title: 'Essay', status: 'PUBLISHED', dueAt: null, closesAt: null, maxMarks: 10, position: 1 } as const
const mailed = ' Everybody in the course gets an email that its live sessions are cancelled.'

test.each([
  ['an empty week', {}, 0, '“Cleaning” is empty. You can restore it for 30 days.'],
  ['one item', { media: [weekVideo] }, 0, '“Cleaning” is deleted with 1 recording or session. You can restore it for 30 days.'],
  [
    'items and work',
    { media: [weekVideo, { ...weekVideo, id: 'm2' }], assignments: [essay] },
    3,
    '“Cleaning” is deleted with 2 recordings and sessions, 1 assignment and 3 submissions. You can restore it for 30 days. After that, students can still read what they submitted.',
  ],
  [
    'a session to come',
    { media: [ahead] },
    0,
    `“Cleaning” is deleted with 1 recording or session. You can restore it for 30 days.${mailed}`,
  ],
  [
    'a session to come that nobody knows of',
    { media: [ahead], published: false },
    0,
    '“Cleaning” is deleted with 1 recording or session. You can restore it for 30 days.',
  ],
] satisfies [string, Partial<Week>, number, string][])(
  'before deleting, what goes with it is said: %s',
  async (_, facts, submissions, words) => {
    signInAs('TRAINER')
    fakeApi({ weeks: { countWeekSubmissions: async () => ({ submissions }) } })
    renderAt(<DeleteWeek week={makeWeek(facts)} onClose={() => undefined} />)
    const dialog = await screen.findByRole('dialog', { name: 'Delete week 6?' })
    await waitFor(() => expect(dialog.textContent).toContain(words))
    expect(dialog.textContent.includes(mailed)).toBe(words.includes(mailed))
  },
)

test('a week whose submissions cannot be counted is not deleted before they are', async () => {
  signInAs('TRAINER')
  let isDown = true
  fakeApi({
    weeks: { countWeekSubmissions: async () => (isDown ? Promise.reject(new FakeProblem(500, 'internal')) : { submissions: 3 }) },
  })
  renderAt(<DeleteWeek week={makeWeek({ assignments: [essay] })} onClose={() => undefined} />)
  expect(await screen.findByText('The submissions of the week could not be counted')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete week 6' }).hasAttribute('data-loading')).toBe(true)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/1 assignment and 3 submissions/)).toBeTruthy()
})

test('a deleted week comes back by Undo; students get no email that its sessions take place', async () => {
  signInAs('TRAINER')
  const called = fakeApi({ weeks: { removeWeek: async () => undefined, restoreWeek: async () => makeWeek() } })
  const [onClose, onDeleted] = [vi.fn<() => void>(), vi.fn<() => void>()]
  renderAt(<DeleteWeek week={makeWeek({ media: [ahead] })} onClose={onClose} onDeleted={onDeleted} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete week 6' }))
  await userEvent.click(await screen.findByText('Undo'))
  expect(await screen.findByText('Week 6 is restored. Tell the students that its live sessions take place')).toBeTruthy()
  expect(called.map(({ name, request }) => [name, request.params])).toEqual([
    ['weeks.removeWeek', { courseId, weekId }],
    ['weeks.restoreWeek', { courseId, weekId }],
  ])
  expect([onClose.mock.calls.length, onDeleted.mock.calls.length]).toEqual([1, 1])
})

test('a week that was not deleted stays in the dialog', async () => {
  signInAs('TRAINER')
  fakeApi({ weeks: { removeWeek: () => Promise.reject(new FakeProblem(403, 'forbidden', 'You may not.')) } })
  const onClose = vi.fn<() => void>()
  renderAt(<DeleteWeek week={makeWeek()} onClose={onClose} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete week 6' }))
  expect(await screen.findByText('You may not.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

const deleted = {
  id: weekId,
  title: 'Cleaning',
  mediaCount: 1,
  assignmentCount: 1,
  deletedAt: '2026-11-18T12:00:00.000Z',
  restorableUntil: '2026-12-18T12:00:00.000Z',
}

test('deleted weeks are asked for when they are shown, and can be restored one by one', async () => {
  signInAs('TRAINER')
  let items = [deleted, { ...deleted, id: idOf(3), title: 'Nothing in it', mediaCount: 0, assignmentCount: 0 }]
  const called = fakeApi({
    weeks: {
      listDeletedWeeks: async () => pageWith(items, 100),
      restoreWeek: async ({ params }) => {
        items = items.filter(({ id }) => id !== params.weekId)
        return makeWeek()
      },
    },
  })
  renderAt(<DeletedWeeks courseId={courseId} />)
  expect(called).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show deleted weeks' }))
  const list = await screen.findByRole('list', { name: 'Deleted weeks' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Cleaning2 items, deleted .*18 Nov.*, restorable until .*18 Dec/),
    expect.stringMatching(/^Nothing in itEmpty, deleted/),
  ])
  for (const title of ['Cleaning', 'Nothing in it'])
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`Restore.*${title}`) }))
  expect(await screen.findByText('Cleaning is restored')).toBeTruthy()
  expect(await screen.findByText(/^No deleted weeks\. A deleted week can be restored for 30 days/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide deleted weeks' }))
  expect(screen.queryByText(/^No deleted weeks/)).toBeNull()
})

function add(lastStartsOn: string | null, createWeek?: () => Promise<Week>) {
  signInAs('TRAINER')
  const onClose = vi.fn<() => void>()
  const called = fakeApi({ weeks: { createWeek: createWeek ?? (async () => makeWeek()) } })
  renderAt(<AddWeek courseId={courseId} number={7} lastStartsOn={lastStartsOn} onClose={onClose} />)
  return { called, onClose }
}

test('a new week starts a week after the last, is published unless switched off, and needs a title', async () => {
  const { called, onClose } = add('2026-12-28')
  await userEvent.type(await screen.findByLabelText('Title'), ' ')
  await userEvent.click(screen.getByRole('button', { name: 'Add week 7' }))
  expect(await screen.findByRole('link', { name: 'Give the week a title' })).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.type(screen.getByLabelText('Title'), 'Charts')
  await userEvent.click(screen.getByRole('switch', { name: 'Students see it at once' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add week 7' }))
  expect(await screen.findByText('Week 7 is added')).toBeTruthy()
  expect(called.map(({ request }) => [request.params, request.body])).toEqual([
    [{ courseId }, { title: 'Charts', startsOn: '2027-01-04', published: false }],
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a course without dates gets a week without one; a refusal is shown and leaves the dialog', async () => {
  const { called, onClose } = add(null, () => Promise.reject(new FakeProblem(409, 'conflict', 'At most 100 weeks.')))
  expect(await screen.findByText('Leave it empty for a course without dates')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Title'), 'Charts')
  await userEvent.click(screen.getByRole('button', { name: 'Add week 7' }))
  expect(await screen.findByText('At most 100 weeks.')).toBeTruthy()
  await waitFor(() => expect(called[0]?.request.body).toEqual({ title: 'Charts', startsOn: null, published: true }))
  expect(onClose).not.toHaveBeenCalled()
})
