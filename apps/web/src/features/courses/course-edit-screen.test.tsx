/** Editing a course: what is sent; and deleting it, only with its title typed. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { saveDraft } from '#lib/stored-drafts.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeWeek, pageWith } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { CourseEditScreen } from './course-edit-screen.tsx'
import { toCourseFormValues } from './course-form.tsx'

test('a course is deleted once its title is typed, and not before', async () => {
  signInAs('ADMIN')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(null, { title: 'Data Journalism' }), removeCourse: async () => undefined },
    users: { listUsers: async () => pageWith([]) },
  })
  const removals = () => called.filter(({ name }) => name === 'courses.removeCourse')
  renderAt(
    <Routes>
      <Route path={paths.courseEdit.pattern} element={<ScreenWithData of={CourseEditScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.courseEdit.to({ courseId }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the course' }))
  const dialog = within(await screen.findByRole('dialog'))
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Delete the course' }))
  const title = dialog.getByRole('textbox', { name: 'Type the title of the course' })
  for (const wrong of ['', 'Data', 'Data Journalism 2']) {
    await userEvent.clear(title)
    if (wrong) await userEvent.type(title, wrong)
    await press()
    expect(dialog.getByText('This is not the title of the course')).toBeTruthy()
  }
  expect(removals()).toEqual([])
  await userEvent.clear(title)
  await userEvent.type(title, ' data  journalism')
  await press()
  await waitFor(() => expect(removals()).toHaveLength(1))
  expect(removals()[0]!.request.params).toEqual({ id: courseId })
})

function show(facts: Partial<Course> = {}, courses: Fakes['courses'] = {}, files: Fakes['files'] = {}) {
  signInAs('ADMIN')
  let now = makeCourse(null, facts)
  const called = fakeApi({
    courses: {
      getCourse: async () => now,
      updateCourse: async ({ body }) => (now = { ...now, title: body?.title ?? now.title, seats: body?.seats ?? null }),
      removeCourse: async () => undefined,
      restoreCourse: async () => now,
      ...courses,
    },
    users: { listUsers: async () => pageWith([]) },
    files,
  })
  renderAt(
    <Routes>
      <Route path={paths.courseEdit.pattern} element={<ScreenWithData of={CourseEditScreen} />} />
      <Route path={paths.courses.pattern} element={<p>All courses</p>} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.courseEdit.to({ courseId }),
  )
  return (name: string) => called.filter((call) => call.name === `courses.${name}`).map(({ request }) => request)
}
const askToDelete = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the course' }))
  return within(await screen.findByRole('dialog'))
}

test('who may enrol is changed while people wait: the choice asks what happens to them', async () => {
  const callsOf = show({ enrolment: 'FORM', signUps: { all: 5, waiting: 2 } })
  const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }))
  await screen.findByRole('group', { name: 'Who can enrol' })
  const question = '2 people wait for an answer or a seat'
  expect(screen.queryByRole('group', { name: question })).toBeNull()
  await choose(/^Open/)
  const group = within(screen.getByRole('group', { name: question }))
  expect(group.getByRole<HTMLInputElement>('radio', { name: 'Keep them waiting' }).checked).toBe(true)
  await choose(/^Decline them/)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(callsOf('updateCourse')).toMatchObject([{ body: { enrolment: 'OPEN', waiting: 'DECLINE' } }]))
})

test('changes are counted, sent with everything else, and saved once; seats may be without limit', async () => {
  const callsOf = show({ seats: 20, endsOn: '2026-12-20', startsOn: '2026-11-02' })
  await userEvent.type(await screen.findByLabelText('Title'), ' 2 ')
  expect(screen.getByText('1 change')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Seats'))
  expect(screen.getByText('2 changes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Data Journalism 2 is saved')).toBeTruthy()
  expect(callsOf('updateCourse')).toMatchObject([
    {
      params: { id: courseId },
      body: { title: 'Data Journalism 2', seats: null, startsOn: '2026-11-02', endsOn: '2026-12-20', status: 'PUBLISHED' },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
})

test('a refused change is named at its field, and stays', async () => {
  show(
    {},
    {
      updateCourse: () =>
        Promise.reject(new FakeProblem(422, 'validation-failed', 'No', [{ pointer: '/seats', detail: '18 students are enrolled' }])),
    },
  )
  await userEvent.type(await screen.findByLabelText('Seats'), '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('link', { name: '18 students are enrolled' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Seats').value).toBe('3')
})

const ahead = {
  id: 'l1',
  title: 'Q&A',
  type: 'LIVE',
  durationSeconds: null,
  startsAt: '2099-01-05T12:00:00.000Z',
  durationMinutes: 60,
  hasRecording: false,
  position: 0,
} as const
const mailed = 'Everybody in it gets an email that its live sessions are cancelled.'

test.each([
  ['nothing in it', { weekCount: 0, weeks: [] }, /^You can restore it for 30 days\./],
  [
    'a week and students',
    { weekCount: 1, weeks: [makeWeek()], studentCount: 2 },
    /^Deleted with it: 1 week\. 2 students can no longer open it\. You can/,
  ],
  [
    'sessions to come',
    { weekCount: 1, weeks: [makeWeek({ media: [ahead] })] },
    new RegExp(`^Deleted with it: 1 week, 1 recording or session\\. ${mailed}`),
  ],
  ['sessions of a draft', { weekCount: 1, status: 'DRAFT', weeks: [makeWeek({ media: [ahead] })] }, /1 recording or session\. You can/],
] satisfies [string, Partial<Course>, RegExp][])('before deleting, what goes with it is said: %s', async (_, facts, words) => {
  show(facts)
  expect((await askToDelete()).getByText(words)).toBeTruthy()
})

test('a deleted course leads to the list, and comes back by Undo', async () => {
  const callsOf = show({ weeks: [makeWeek({ media: [ahead] })] })
  const dialog = await askToDelete()
  await enter(dialog.getByRole('textbox'), 'Data Journalism', '{Enter}')
  expect(await screen.findByText('All courses')).toBeTruthy()
  await userEvent.click(screen.getByText('Undo'))
  expect(await screen.findByText('Data Journalism is restored. Tell the students that its live sessions take place')).toBeTruthy()
  expect(callsOf('restoreCourse')).toMatchObject([{ params: { id: courseId } }])
})

test('a course that is kept, or was not deleted, stays', async () => {
  const callsOf = show({}, { removeCourse: () => Promise.reject(new FakeProblem(403, 'forbidden', 'You may not.')) })
  await userEvent.click((await askToDelete()).getByRole('button', { name: 'Keep the course' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('removeCourse')).toEqual([])
  const dialog = await askToDelete()
  await enter(dialog.getByRole('textbox'), 'Data Journalism', '{Enter}')
  expect(await screen.findByText('You may not.')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('another time zone asks before saving what stays: the times on the clock, chosen at first, or the moments', async () => {
  localStorage.clear()
  const callsOf = show({ timeZone: 'UTC' })
  const zone = await screen.findByRole('combobox', { name: /^Time zone/ })
  const choose = async (city: string) => {
    await userEvent.clear(zone)
    await userEvent.type(zone, city)
    await userEvent.click(await screen.findByRole('option', { name: RegExp(city) }))
  }
  const question = { name: 'Week openings, live sessions and due dates' }
  expect(screen.queryByRole('group', question)).toBeNull()
  // As late as UTC all year.
  await choose('Abidjan')
  expect(screen.queryByRole('group', question)).toBeNull()
  // In summer only.
  await choose('Lisbon')
  expect(screen.getByText(/: 12:00 becomes 13:00\.$/)).toBeTruthy()
  await choose('New York')
  expect(screen.getByText(/: 12:00 becomes 07:00\.$/)).toBeTruthy()
  const group = within(screen.getByRole('group', question))
  expect(group.getByRole<HTMLInputElement>('radio', { name: 'Keep the times on the clock' }).checked).toBe(true)
  await userEvent.click(group.getByRole('radio', { name: 'Keep the moments' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(callsOf('updateCourse')).toMatchObject([{ body: { timeZone: 'America/New_York', keepTimes: 'MOMENTS' } }]))
})

test('the cover of a restored draft is shown, also after a reload; one that is gone is to be chosen again', async () => {
  const [kept, gone] = [40, 41].map((n) => `image/${idOf(10)}/${idOf(n)}.webp`)
  const items = [{ key: kept!, url: 'https://store.example/kept.webp' }]
  for (const [cover, src] of [
    [kept, 'https://store.example/kept.webp'],
    [gone, null],
  ] as const) {
    saveDraft(signInAs('ADMIN').id, `course:${courseId}`, { ...toCourseFormValues(makeCourse(null)), coverImage: cover })
    const callsOf = show({ coverImage: 'image/old.webp', coverImageUrl: '/images/old.webp' }, {}, { getImageUrls: async () => ({ items }) })
    // oxlint-disable-next-line vitest/no-conditional-expect -- one of both
    if (src) await waitFor(() => expect(document.querySelector('form img')?.getAttribute('src')).toBe(src))
    else await screen.findByText('The picture you chose is no longer stored. Choose it again.')
    expect(document.querySelectorAll('form img')).toHaveLength(src ? 1 : 0)
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(callsOf('updateCourse')).toMatchObject([{ body: { coverImage: cover } }]))
    cleanup()
  }
})

test('if somebody else saved first, both versions are shown by field, and trainers by name', async () => {
  const tom = { id: idOf(61), name: 'Tom Reyes', profileImageUrl: null }
  const theirs = makeCourse(null, { title: 'Data', status: 'ARCHIVED', version: 1 })
  const sent: unknown[] = []
  show(
    { trainers: [tom] },
    {
      updateCourse: async ({ body }) => {
        sent.push(body)
        if (sent.length > 1) return { ...theirs, title: 'Tables', version: 2 }
        const current = { ...theirs, updatedBy: 'Marta Oliveira', updatedAt: '2026-11-25T00:01:00.000Z' }
        throw Object.assign(new FakeProblem(409, 'version-conflict'), { current })
      },
    },
  )
  await enter(await screen.findByLabelText(/^Title/), ' and tables')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^Marta Oliveira saved this course at/)).toBeTruthy()
  expect(screen.getByText('Trainers').closest('li')!.textContent).toContain('Tom Reyes → Empty')
  expect(screen.getByText('Status').closest('li')!.textContent).toContain('Published → Archived')
  await userEvent.click(screen.getByRole('radio', { name: 'Yours · not saved' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save course' }))
  expect(await screen.findByText(/is saved$/)).toBeTruthy()
  expect(sent[1]).toMatchObject({ title: 'Data Journalism and tables', status: 'ARCHIVED', version: 1 })
  // What somebody else changed there stays.
  expect(sent[1]).not.toHaveProperty('trainerIds')
})
