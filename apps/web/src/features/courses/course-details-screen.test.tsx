/** The details of a course: the way in for each reader, its facts, and the sign-up form in their place. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import type { SignupForm } from '@lms/contract/signup-forms'
import { paths } from '#lib/paths.ts'
import type { SessionUser } from '#lib/session.ts'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeSignUpForm } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { CourseDetailsScreen } from './course-details-screen.tsx'

const person = (n: number, name: string) => ({ id: idOf(n), name, profileImageUrl: null })
const plan = [
  { number: 1, title: 'Finding a story' },
  { number: 2, title: 'Cleaning' },
] as Course['plan']

function show(
  facts: Partial<Course> = {},
  {
    role = 'USER',
    hash = '',
    courses = {},
    form = makeSignUpForm(),
  }: { role?: SessionUser['role']; hash?: string; courses?: Fakes['courses']; form?: SignupForm } = {},
) {
  signInAs(role)
  const called = fakeApi({
    courses: {
      getCourse: async () => makeCourse(null, { description: '<p>What it is about</p>', plan, studentCount: 18, ...facts }),
      ...courses,
    },
    signupForms: { getForm: async () => form },
  })
  renderAt(
    <Routes>
      <Route path={paths.courseDetails.pattern} element={<ScreenWithData of={CourseDetailsScreen} />} />
      <Route path={paths.course.pattern} element={<p>The course</p>} />
    </Routes>,
    paths.courseDetails.to({ courseId }) + hash,
  )
  return called
}
const active = (role: 'STUDENT' | 'TRAINER') => ({ membership: { role, status: 'ACTIVE' as const } })

test.each([
  ['open to a student', {}, 'USER', ['Enrol'], [], null],
  ['a member', active('STUDENT'), 'USER', [], ['Go to course'], null],
  ['a trainer of another course', {}, 'TRAINER', [], [], null],
  ['an admin', {}, 'ADMIN', [], ['Go to course'], null],
  ['full', { seats: 18 }, 'USER', [], [], 'All seats are taken.'],
  ['by invitation', { enrolment: 'INVITE' }, 'USER', [], [], 'An admin can add you to this course.'],
  ['by invitation, a trainer', { enrolment: 'INVITE' }, 'TRAINER', [], [], null],
  ['with a form', { enrolment: 'FORM' }, 'USER', ['Sign up'], [], null],
  ['with a form, archived', { enrolment: 'FORM', status: 'ARCHIVED' }, 'USER', [], [], 'This course is archived.'],
  ['ended', { endsOn: '2026-11-20' }, 'USER', [], [], 'This course has ended.'],
  ['with a form, a member', { enrolment: 'FORM', ...active('STUDENT') }, 'USER', [], ['Go to course'], null],
] as [string, Partial<Course>, SessionUser['role'], string[], string[], string | null][])(
  'the way in: %s',
  async (_, facts, role, buttons, links, reason) => {
    show(facts, { role })
    expect(await screen.findByText('What it is about')).toBeTruthy()
    for (const name of buttons) expect(await screen.findByRole('button', { name })).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: /Enrol|Sign up/ })).toHaveLength(buttons.length)
    expect(screen.queryAllByRole('link', { name: /course$/ }).map(({ textContent }) => textContent)).toEqual(links)
    const reasons = screen.queryAllByText(/seats are taken|can add you|has ended|is archived/).map(({ textContent }) => textContent)
    expect(reasons).toEqual(reason ? [reason] : [])
  },
)

test.each([
  ['open to all', { enrolment: 'OPEN' }, ['Enrol']],
  ['by invitation', { enrolment: 'INVITE' }, []],
  ['archived', { enrolment: 'FORM', status: 'ARCHIVED' }, []],
] as const)('who waits for an answer may still withdraw after the course was made %s', async (_, facts, buttons) => {
  const waiting = { membership: { role: 'STUDENT', status: 'PENDING' } } as const
  const response: SignupForm['response'] = {
    id: idOf(9),
    status: 'PENDING',
    version: 1,
    questions: [],
    answers: [],
    note: null,
    sentAt: '2026-11-20T12:00:00Z',
    place: null,
  }
  show({ ...facts, ...waiting }, { form: { ...makeSignUpForm(), response } })
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change your answers' })).toBeNull()
  expect(screen.queryAllByRole('button', { name: /^Enrol/ })).toHaveLength(buttons.length)
})

test('facts: dates, people, seats left, how to enrol, the time zone of a dated course, and its plan', async () => {
  const dates = { startsOn: '2026-01-05', endsOn: '2026-03-15', weekCount: 10 }
  show({ trainers: [person(6, 'Inês Carvalho'), person(7, 'Tom Reed')], seats: 20, ...dates, timeZone: 'America/New_York' })
  expect(await screen.findByRole('heading', { name: 'Trainers' })).toBeTruthy()
  const facts = screen.getByText('Seats left').closest('dl')!
  expect([...facts.children].map(({ textContent }) => textContent)).toEqual([
    'StartsMon 5 Jan',
    'EndsSun 15 Mar, 10 weeks',
    'Students18',
    'Seats left2 of 20',
    'EnrolmentOpen',
    'Time zoneNew York time',
  ])
  expect(
    within(screen.getByRole('list', { name: 'Plan' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1Finding a story', '2Cleaning'])
})

test('without a limit, dates or a plan there is no word of them; one trainer is one', async () => {
  show({ trainers: [person(6, 'Inês Carvalho')], plan: [], description: ' ' })
  expect(await screen.findByRole('heading', { name: 'Trainer' })).toBeTruthy()
  for (const words of ['Seats left', 'Time zone', 'Plan', 'About this course']) expect(screen.queryByText(words)).toBeNull()
})

test('enrolling leads to the course', async () => {
  const called = show({}, { courses: { enroll: async () => ({ role: 'STUDENT', status: 'ACTIVE' }) as never } })
  await userEvent.click(await screen.findByRole('button', { name: 'Enrol' }))
  expect(await screen.findByText('The course')).toBeTruthy()
  expect(called.find(({ name }) => name === 'courses.enroll')?.request.params).toEqual({ id: courseId })
})

test('a link to the form opens it at once, in place of the facts and the plan', async () => {
  show({ enrolment: 'FORM' }, { hash: '#sign-up' })
  expect(await screen.findByLabelText('Why this course?')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Plan' })).toBeNull())
  for (const words of ['What it is about', 'Students']) expect(screen.queryByText(words)).toBeNull()
})
