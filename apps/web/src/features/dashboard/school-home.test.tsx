/** An administrator's first page: what needs attention, the first steps, and how the school is doing. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SchoolHome, TeacherHome } from '@lms/contract/home'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { homeOf, quietSchool } from '#test/home.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

const course = { id: 'c1', title: 'Data Journalism', startsOn: '2026-11-23' }

function open(facts: Partial<SchoolHome> = {}, taught?: Partial<TeacherHome>) {
  signInAs('SUPER_ADMIN')
  const called = fakeApi({ home: { getHome: async () => homeOf.school(facts, taught) }, users: { updateMe: async () => ownUser({}) } })
  renderAt(<DashboardScreen />)
  return called
}

test('where nothing needs attention, it says so and when it was checked', async () => {
  const called = open()
  expect(await screen.findByText(/^Nothing needs attention\. Checked \d\d:\d\d$/)).toBeDefined()
  expect(called.map(({ name }) => name)).toEqual(['home.getHome'])
})

test('each matter has its button, and more than six are shown on request', async () => {
  open({
    attention: [
      { kind: 'MAIL', delivery: 'SMTP', trouble: { kind: 'SETTINGS', answer: '535 no', waiting: 4, since: '2026-11-20T10:00:00Z' } },
      { kind: 'STORAGE', usedShare: 0.86, freeBytes: 7_000_000_000 },
      { kind: 'FAILED_EMAILS', count: 5, newestAt: '2026-11-20T10:00:00Z', courses: [course] },
      { kind: 'FAILED_INVITATIONS', count: 1, people: [{ id: 'u1', name: 'Nia Bell' }] },
      { kind: 'NO_TRAINER', count: 2, courses: [course] },
      { kind: 'SIGN_UPS', waiting: 4, courses: [course] },
      { kind: 'UPLOADS', count: 3, bytes: 2_100_000_000, owners: ['Tom Reyes'], oldestAt: '2026-11-14T10:00:00Z' },
    ],
  })
  const part = within(await screen.findByRole('region', { name: 'Needs attention 7' }))
  expect(part.getAllByRole('listitem')).toHaveLength(6)
  expect(part.getByText('The mail server refuses our emails')).toBeDefined()
  expect(part.getByText(/^Storage is 86/)).toBeDefined()
  expect(part.getByRole('link', { name: 'Open failed emails' }).getAttribute('href')).toBe('/courses/course/c1/emails')
  expect(part.getByRole('link', { name: 'Add trainers' }).getAttribute('href')).toBe('/courses/c1/edit')
  expect(part.getByRole('link', { name: 'Review sign-ups' }).getAttribute('href')).toContain('/sign-up-form/responses')
  await userEvent.click(part.getByRole('button', { name: 'Show all 7' }))
  expect(part.getByText('3 uploads are not finished')).toBeDefined()
  expect(part.queryByRole('button', { name: /Show all/ })).toBeNull()
})

const fresh: Partial<SchoolHome> = {
  people: { students: 0, trainers: 0, admins: 1, invited: 0 },
  start: { firstCourse: null, hasEmailed: false, courseWithStudents: null },
}

test('a new school has four steps, of which the next has the only blue button', async () => {
  open(fresh)
  const part = within(await screen.findByRole('region', { name: 'Start here 0 of 4 done' }))
  expect(part.getByText('Needs a course with students')).toBeDefined()
  expect(part.queryByRole('link', { name: 'Write email' })).toBeNull()
  expect(screen.getAllByRole('link', { name: 'New course' })).toHaveLength(1)
})

test('steps are done by what there is, and gone when all are', async () => {
  open({ start: { ...quietSchool.start, hasEmailed: false } })
  const part = within(await screen.findByRole('region', { name: 'Start here 3 of 4 done' }))
  expect(part.getByText('26 trainers')).toBeDefined()
  expect(part.getByRole('link', { name: 'Write email' }).getAttribute('href')).toBe('/courses/course/c1/emails')
})

test('hidden steps stay hidden, with undo', async () => {
  open(fresh)
  await userEvent.click(await screen.findByRole('button', { name: 'Hide these steps' }))
  expect(screen.queryByRole('region', { name: /^Start here/ })).toBeNull()
  expect(useSession.getState().user?.preferences?.startSteps).toBe('HIDDEN')
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(screen.getByRole('region', { name: /^Start here/ })).toBeDefined()
})

const week = (startsOn: string, signedIn: number) => ({ startsOn, signedIn, newPeople: 6, videos: 588, sessions: 182, submissions: 214 })

test('the charts have a table with the same figures', async () => {
  open({ activity: [week('2026-11-09', 259), week('2026-11-16', 247)] })
  const part = within(await screen.findByRole('region', { name: 'Last 2 weeks' }))
  expect(part.getByText('of 312 people signed in this week')).toBeDefined()
  expect(part.queryByRole('table')).toBeNull()
  await userEvent.click(part.getByRole('button', { name: 'Show table' }))
  const row = within(part.getByRole('row', { name: /^People signed in/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['259', '247'])
  expect(part.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Week from', '9 Nov', '16'])
})

test('people lead to the list of users with that role', async () => {
  open({ people: { students: 281, trainers: 26, admins: 5, invited: 9 } })
  const list = within(await screen.findByRole('list', { name: 'People' }))
  expect(list.getByRole('link', { name: 'Trainers' }).getAttribute('href')).toContain('role=TRAINER')
  expect(list.getByRole('link', { name: 'Invited, not accepted' }).getAttribute('href')).toContain('status=INVITED')
})

test('an admin who teaches sees what waits in the own courses too', async () => {
  open({}, { nextSession: null })
  expect(await screen.findByRole('region', { name: 'Sessions today' })).toBeDefined()
  expect(screen.getByRole('region', { name: /^People/ })).toBeDefined()
})
