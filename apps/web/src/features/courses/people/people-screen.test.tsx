/** The people of a course: those at risk first, what staff do with some of them, limits, files and prints. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { StudentProgress } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { classOf, studentRow } from '#test/class-progress.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse } from '#test/fixtures.ts'
import { listedUser } from '#test/people.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { PeopleScreen } from './people-screen.tsx'

const diego = studentRow(1, 'Diego Santos', {
  reasons: [
    { kind: 'VISIT', days: 15 },
    { kind: 'MISSING', count: 4 },
    { kind: 'ATTENDANCE', percentage: 60, needed: 75 },
  ],
  missing: 4,
  attendance: { percentage: 60, marked: 10, sessions: 12 },
})
const others = [2, 3, 4].map((n) => studentRow(n, `Student ${n}`))

const trainer = { id: idOf(90), name: 'Inês Carvalho', profileImageUrl: null }
const shared = { code: 'KTFMWRPH', url: 'https://learn.example.org/join/KTFMWRPH', isActive: true, isOpenToNewPeople: true }
interface Options {
  total?: number
  courses?: Fakes['courses']
  users?: Fakes['users']
  role?: 'TRAINER' | 'ADMIN'
  link?: Partial<typeof shared>
}

function open(
  rows: StudentProgress[] = [diego, ...others],
  { total = rows.length, courses = {}, users = {}, role = 'TRAINER', link = {} }: Options = {},
) {
  signInAs(role)
  let joinLink = { ...shared, ...link }
  const called = fakeApi({
    users,
    joinLinks: {
      getJoinLink: async () => ({ link: joinLink }),
      updateJoinLink: async ({ body }) => ({ link: (joinLink = { ...joinLink, ...body }) }),
    },
    courses: {
      getCourse: async () => ({ ...makeCourse('TRAINER'), studentCount: total, trainers: [trainer] }),
      listCourseProgress: async ({ query }) => {
        const page = Number(query.page ?? 1)
        const limit = Number(query.limit ?? 20)
        const all = [...rows, ...Array.from({ length: total - rows.length }, (_, n) => studentRow(100 + n, `More ${n}`))]
        const found = all.filter(({ student }) => student.name.includes(query.search ?? ''))
        return { ...classOf(found.slice((page - 1) * limit, page * limit), found.length), page, limit }
      },
      ...courses,
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.people.pattern} element={<ScreenWithData of={PeopleScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.people.to({ courseId }),
  )
  const of = (name: string, domain = 'courses') => called.filter((one) => one.name === `${domain}.${name}`).map(({ request }) => request)
  return { of }
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('those at risk come first, with their reasons, and figures have their base', async () => {
  open()
  const row = await rowOf('Diego Santos')
  expect(row.textContent).toContain('No visit for 15 days · 4 missing · 60 % attendance')
  expect(row.textContent).toContain('10 of 12 marked')
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Student'),
    'At risk 1No visit for 14 days, 2 missing assignments, or attendance below 75 % · Change',
    expect.stringContaining('Diego Santos'),
    'Other students 3',
    ...others.map(({ student }) => expect.stringContaining(student.name) as unknown),
    'Trainers 1',
    expect.stringContaining('Inês Carvalho'),
  ])
  const link = within(row).getByRole('link', { name: '4 missing' })
  expect(link.getAttribute('href')).toBe(paths.userDetails.to({ userId: idOf(1) }, { tab: 'work', course: courseId }))
})

test('a row has marks and a menu: writing to one, extending for one; admins remove one', async () => {
  const user = userEvent.setup()
  const { of } = open(undefined, {
    role: 'ADMIN',
    users: { removeUserFromCourse: async () => undefined },
  })
  const row = await rowOf('Student 2')
  expect(row.textContent).toContain('72\u00a0%')
  await user.click(within(row).getByRole('button', { name: 'Actions for Student 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Write' }))
  expect(useOpenedComposer.getState().opened).toEqual({ courseId, sendTo: [idOf(2)] })
  await user.click(within(row).getByRole('button', { name: 'Actions for Student 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from course' }))
  const dialog = await screen.findByRole('dialog', { name: /^Remove Student 2 from/ })
  await user.click(within(dialog).getByRole('button', { name: 'Remove from course' }))
  await waitFor(() => expect(of('removeUserFromCourse', 'users')[0]?.params).toEqual({ id: idOf(2), courseId }))
})

test('trainers are the last group; the join link is copied, or switched on, under the title', async () => {
  open(undefined, { link: { isActive: false } })
  expect(await screen.findByText('Trainers 1')).toBeTruthy()
  expect(screen.getByText('1 trainer')).toBeTruthy()
  expect(await screen.findByText(/^Join link off/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Switch the join link on' }))
  expect(await screen.findByRole('button', { name: 'Copy the join link' })).toBeTruthy()
})

test('a head sorts, and then there are no groups', async () => {
  const { of } = open()
  await userEvent.click(await screen.findByRole('link', { name: 'Missing' }))
  await waitFor(() => expect(screen.queryByText('Other students 3')).toBeNull())
  expect(of('listCourseProgress').map(({ query }) => (query as { sort: string }).sort)).toEqual(['risk', '-missing'])
})

test('selected students are written to and exported; Shift and X selects a range, E writes, Escape clears', async () => {
  const user = userEvent.setup()
  const { of } = open(undefined, { courses: { exportCourseProgress: async () => new Blob(['Name']) } })
  await rowOf('Diego Santos')
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Diego Santos')
  await user.keyboard('xjj{Shift>}X{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Export 3' }))
  await waitFor(() => expect(of('exportCourseProgress')).toHaveLength(1))
  const ids = [diego, ...others.slice(0, 2)].map(({ student }) => student.id)
  expect(of('exportCourseProgress')[0]!.query).toEqual({ students: ids.join(',') })
  await user.click(screen.getByRole('button', { name: 'Write to these 3' }))
  expect(useOpenedComposer.getState().opened).toEqual({ courseId, sendTo: ids })
  screen.getByRole('link', { name: 'Student 3' }).focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('3 selected')).toBeNull()
  await user.keyboard('e')
  expect(useOpenedComposer.getState().opened).toEqual({ courseId, sendTo: ['STUDENTS'] })
})

test('admins find people and add them; who cannot be added stays in the dialog, with the reason', async () => {
  const user = userEvent.setup()
  const [omar, mei] = [listedUser({ id: idOf(50), name: 'Omar Haddad' }), listedUser({ id: idOf(51), name: 'Mei Tanaka' })]
  let isFull = true
  const { of } = open(undefined, {
    role: 'ADMIN',
    users: {
      listUsers: async () => ({ items: [omar, mei], page: 1, limit: 50, total: 2 }),
      addUserToCourse: async ({ params }) => {
        if (params.id === mei.id && isFull) throw new FakeProblem(409, 'course-full')
        return { passed: 0 }
      },
    },
  })
  await rowOf('Student 2')
  await user.click(screen.getByRole('button', { name: 'Add people' }))
  const dialog = await screen.findByRole('dialog', { name: /^Add people to/ })
  for (const name of ['Omar Haddad', 'Mei Tanaka']) {
    await user.click(within(dialog).getByRole('combobox', { name: 'Students' }))
    await user.click(await screen.findByText(new RegExp(`^${name}, `)))
  }
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 people' }))
  expect(await within(dialog).findByText('1 person enrolled in', { exact: false })).toBeTruthy()
  isFull = false
  await user.click(within(dialog).getByRole('button', { name: 'Add 1 person' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('addUserToCourse', 'users').map(({ params }) => params)).toEqual([omar, mei, mei].map(({ id }) => ({ id, courseId })))
  expect(of('listUsers', 'users')[0]!.query).toMatchObject({ role: 'USER' })
})

test('admins remove several at once after a question; who could not be removed stays selected', async () => {
  const user = userEvent.setup()
  let isDown = true
  const { of } = open(undefined, {
    role: 'ADMIN',
    users: {
      removeUserFromCourse: async ({ params }) => {
        if (params.id === idOf(3) && isDown) throw new FakeProblem(403, 'forbidden')
        // Removed by somebody else already.
        if (params.id === idOf(2)) throw new FakeProblem(404, 'not-found')
      },
    },
  })
  await rowOf('Student 2')
  for (const name of ['Student 2', 'Student 3', 'Student 4']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Remove from course' }))
  const dialog = await screen.findByRole('dialog', { name: /^Remove 3 people from/ })
  await user.click(within(dialog).getByRole('button', { name: 'Remove 3' }))
  expect(await within(dialog).findByText('They stay selected, so you can try again.')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
  isDown = false
  await user.click(within(dialog).getByRole('button', { name: 'Remove 1' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('1 selected')).toBeNull()
  expect(of('removeUserFromCourse', 'users').map(({ params }) => params.id)).toEqual([2, 3, 4, 3].map(idOf))
})

test('trainers neither add nor remove people; missing work leads to the work of that student in this course', async () => {
  open()
  const row = await rowOf('Diego Santos')
  expect(within(row).getByRole('link', { name: '4 missing' }).getAttribute('href')).toBe(
    paths.userDetails.to({ userId: diego.student.id }, { tab: 'work', course: courseId }),
  )
  await userEvent.click(within(row).getByRole('checkbox'))
  expect(screen.getByRole('button', { name: 'Export 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove from course' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add people' })).toBeNull()
})

test('the limits of the course are changed; each field says what is wrong with it', async () => {
  const { of } = open(undefined, { courses: { updateAtRiskLimits: async () => undefined } })
  await userEvent.click(await screen.findByRole('button', { name: 'Change when a student is at risk' }))
  const dialog = await screen.findByRole('dialog')
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
  const values = [
    [/^Days/, '0', 'Enter 1 to 365 days'],
    [/^Missing/, 'two', 'Enter 1 to 100'],
    [/^Attendance/, '101', 'Enter 0 to 100 percent'],
  ] as const
  for (const [name, value] of values) {
    await userEvent.clear(field(name))
    await userEvent.type(field(name), value)
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  for (const [, , error] of values) expect(await within(dialog).findByText(error)).toBeTruthy()
  for (const [name, value] of [
    [/^Days/, '7'],
    [/^Missing/, '1'],
    [/^Attendance/, '80'],
  ] as const) {
    await userEvent.clear(field(name))
    await userEvent.type(field(name), value)
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(of('updateAtRiskLimits')[0]?.body).toEqual({ daysAway: 7, missing: 1, attendance: 80 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('limits that could not be saved say so, and can be saved again', async () => {
  let isDown = true
  const { of } = open(undefined, {
    courses: {
      updateAtRiskLimits: async () => {
        if (isDown) throw new FakeProblem(409, 'conflict', 'This course is archived.')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change when a student is at risk' }))
  const dialog = await screen.findByRole('dialog')
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect((await within(dialog).findByRole('alert')).textContent).toContain('This course is archived.')
  isDown = false
  await userEvent.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('updateAtRiskLimits')).toHaveLength(2)
})

test('the class list is printed with all students, not only those of the page', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { of } = open(undefined, { total: 130 })
  await rowOf('Diego Santos')
  expect(screen.getByText('1 to 50 of 130')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Print class list' }))
  const sheet = await waitFor(() => document.querySelector<HTMLElement>('[data-print-sheet]')!)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(sheet.querySelectorAll('tbody tr')).toHaveLength(130)
  expect(sheet.textContent).toContain('s1@harbour.example')
  // By name, whatever the order of the page: a class list goes from hand to hand.
  expect(of('listCourseProgress').at(-1)!.query).toMatchObject({ sort: 'name', limit: '100' })
  dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull())
  await userEvent.keyboard('{Control>}p{/Control}')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(document.querySelector('[data-print-sheet]')!.textContent).toContain('No visit for 15 days, 4 missing, 60 % attendance')
})

test('nobody at risk, nobody that matches, nobody at all, and a list that did not load', async () => {
  open(others)
  expect(await screen.findByText('Nobody is at risk.')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), 'Zoe')
  expect(await screen.findByText('No student matches.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await rowOf('Student 2')).toBeTruthy()
})

test('a course without students says how to get some', async () => {
  open([])
  expect(await screen.findByText('Share the join link or add people.')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a list that did not load can be asked for again', async () => {
  let isDown = true
  open(undefined, {
    courses: {
      listCourseProgress: async () => {
        if (isDown) throw new FakeProblem(500, 'internal')
        return classOf([diego])
      },
    },
  })
  expect(await screen.findByText('The people could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('Diego Santos')).toBeTruthy()
})
