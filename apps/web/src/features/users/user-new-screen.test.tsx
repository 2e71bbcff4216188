/** Adding people: an existing email is not a dead end, and the next person keeps role and course. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AddedUser } from '@lms/contract/users'
import { CourseField, CoursesField } from '#features/courses/course-picker.tsx'
import { courseList } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { AddUserForm } from './user-new-screen.tsx'

const courses = courseList(['Data Journalism', 'Photography'])
const person: AddedUser = {
  isNew: true,
  passed: 0,
  id: 'u',
  name: 'Omar Haddad',
  email: 'omar@harbour.example',
  role: 'TRAINER',
  profileImage: null,
  profileImageUrl: null,
  status: 'INVITED',
  timeZone: null,
  createdAt: '2026-11-20T00:00:00Z',
  lastSeenAt: null,
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function fill() {
  const user = userEvent.setup()
  await user.type(field('Name'), 'Omar Haddad')
  await user.type(field('Email'), 'omar@harbour.example')
  return user
}

test('nothing is sent before name and email are filled in', async () => {
  signInAs('ADMIN')
  const called = fakeApi({})
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Add user' }))
  await screen.findByText('There is a problem')
  expect(screen.getAllByText('Enter the name')).toHaveLength(2)
  expect(called.filter(({ name }) => name === 'users.addUser')).toEqual([])
})

test('for an existing email the form says how to continue, and keeps its input', async () => {
  signInAs('ADMIN')
  fakeApi({
    courses: { listCourses: courses.find },
    users: {
      addUser: async () => {
        throw new FakeProblem(409, 'email-taken')
      },
    },
  })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = await fill()
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  await screen.findByText('This address has an account already')
  expect(field('Email').value).toBe('omar@harbour.example')
})

test('an existing email shows its user, who is enrolled with their own name and role', async () => {
  signInAs('ADMIN')
  const found = { ...person, courses: [], courseCount: 0, invitationError: null }
  const called = fakeApi({
    courses: { listCourses: courses.find },
    users: {
      listUsers: async () => ({ items: [found], page: 1, limit: 10, total: 1 }),
      addUser: async () => {
        throw new FakeProblem(409, 'email-taken')
      },
      addUserToCourse: () => Promise.resolve({ passed: 0 }),
    },
  })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = await fill()
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  expect(await screen.findByRole('link', { name: 'Omar Haddad' })).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Course for Omar Haddad' }))
  await user.click(await screen.findByRole('option', { name: 'Data Journalism' }))
  await user.click(screen.getByRole('button', { name: 'Enrol them in Data Journalism' }))
  await screen.findByText('Omar Haddad is in Data Journalism')
  expect(called.find(({ name }) => name === 'users.addUserToCourse')?.request.params).toEqual({ id: 'u', courseId: courses.all[0]!.id })
  expect(screen.queryByText('This address has an account already')).toBeNull()
  expect(field('Name').value).toBe('')
})

test('existing people are not reported as invited', async () => {
  signInAs('ADMIN')
  fakeApi({ courses: { listCourses: courses.find }, users: { addUser: async () => ({ ...person, isNew: false }) } })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = await fill()
  await user.click(screen.getByRole('combobox', { name: 'Courses' }))
  await user.click(await screen.findByRole('option', { name: 'Data Journalism' }))
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  expect(await screen.findByText('Omar Haddad is in Data Journalism. The account was there already.')).toBeTruthy()
})

test('several courses at once, and no email if none is wanted', async () => {
  signInAs('ADMIN')
  const called = fakeApi({ courses: { listCourses: courses.find }, users: { addUser: async () => person } })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = await fill()
  for (const title of ['Data Journalism', 'Photography']) {
    await user.click(screen.getByRole('combobox', { name: 'Courses' }))
    await user.click(await screen.findByRole('option', { name: title }))
  }
  await user.click(screen.getByRole('switch', { name: /^Send an invitation now/ }))
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  await screen.findByText('Omar Haddad is in 2 courses. No email was sent. You can invite them from the list.')
  const sent = called.find(({ name }) => name === 'users.addUser')?.request.body
  expect(sent).toMatchObject({ courseIds: courses.all.map(({ id }) => id), invite: false })
})

test('a probable typo in the email is pointed out, and fixed with one click', async () => {
  signInAs('ADMIN')
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = userEvent.setup()
  await user.type(field('Email'), 'omar@gmial.com')
  await user.click(screen.getByRole('button', { name: 'omar@gmail.com' }))
  expect(field('Email').value).toBe('omar@gmail.com')
  expect(screen.queryByText(/Did you mean/)).toBeNull()
})

test('“Add and add another” keeps the role and starts at the name', async () => {
  signInAs('ADMIN')
  const onAdded = vi.fn<() => void>()
  const called = fakeApi({ courses: { listCourses: courses.find }, users: { addUser: async () => person } })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={onAdded} />)
  const user = await fill()
  await user.click(screen.getByRole('radio', { name: 'Trainer' }))
  await user.click(screen.getByRole('button', { name: 'Add and add another' }))
  await waitFor(() => expect(field('Name').value).toBe(''))
  expect(called.find(({ name }) => name === 'users.addUser')?.request.body).toEqual({
    name: 'Omar Haddad',
    email: 'omar@harbour.example',
    role: 'TRAINER',
    courseIds: [],
    invite: true,
  })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Trainer' }).checked).toBe(true)
  expect(document.activeElement).toBe(field('Name'))
  expect(onAdded).not.toHaveBeenCalled()
})

test('the next person can be typed while the first is still being added', async () => {
  signInAs('ADMIN')
  const { promise: until, resolve } = Promise.withResolvers<void>()
  fakeApi({ courses: { listCourses: courses.find }, users: { addUser: async () => (await until, person) } })
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  const user = await fill()
  await user.click(screen.getByRole('button', { name: 'Add and add another' }))
  await user.clear(field('Email'))
  await user.type(field('Email'), 'next@harbour.example')
  resolve()
  await waitFor(() => expect(field('Name').value).toBe(''))
  expect(field('Email').value).toBe('next@harbour.example')
  expect(document.activeElement).toBe(field('Email'))
})

test('admins are not offered roles that they may not grant', () => {
  signInAs('ADMIN')
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={vi.fn<() => void>()} />)
  expect(screen.queryByRole('radio', { name: 'Admin' })).toBeNull()
})

test('if email is not set up, no invitation is promised: a link can be copied', async () => {
  signInAs('ADMIN')
  const url = 'https://lms.example.org/auth/reset-password?invitation=abc'
  const called = fakeApi({
    mail: { getMailState: async () => ({ delivery: 'NONE', trouble: null }) },
    users: { addUser: async () => person, replaceInvitationLink: async () => ({ url, expiresAt: '2026-11-27T00:00:00Z' }) },
  })
  const onAdded = vi.fn<() => void>()
  renderAt(<AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={onAdded} />)
  await screen.findByText('Email is not set up')
  expect(screen.queryByRole('switch')).toBeNull()
  const user = await fill()
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  await user.click(await screen.findByRole('button', { name: 'Copy new link for Omar Haddad' }))
  await screen.findByText('Invitation link for Omar Haddad copied. Earlier links no longer work.')
  expect(await navigator.clipboard.readText()).toBe(url)
  expect(onAdded).not.toHaveBeenCalled()
  expect(called.find(({ name }) => name === 'users.addUser')?.request.body).toMatchObject({ invite: false })
  expect(called.find(({ name }) => name === 'users.replaceInvitationLink')?.request.body).toEqual({ email: 'omar@harbour.example' })
})
