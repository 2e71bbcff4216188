/** The page of one user: courses, missing work, attendance, marks, the account, and the timeline. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Role } from '@lms/contract/policy'
import type { UserAction, UserDetails, UserOverview } from '@lms/contract/users'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '#test/fake-api.ts'
import { makeCourse } from '#test/fixtures.ts'
import { userDetails } from '#test/people.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { UserDetailsScreen } from './user-details-screen.tsx'

const id = '0198f6a0-0000-7000-8000-0000000000bb'
const course = { id: 'c', title: 'Data Journalism' }
const omar = userDetails({
  id,
  name: 'Omar Haddad',
  email: 'omar@harbour.example',
  courses: [{ ...course, role: 'STUDENT', percentage: 40, attendance: { percentage: 66, marked: 6, sessions: 13 } }],
})
const action = (values: Partial<UserAction>): UserAction => ({
  type: 'COMMENT',
  subjectId: 's',
  title: 'Essay',
  course,
  weekId: null,
  attempt: null,
  late: false,
  attendance: null,
  marks: null,
  maxMarks: null,
  coverage: null,
  by: null,
  error: null,
  at: '2026-11-20T12:00:00Z',
  ...values,
})
const place = { courseId: 'c', courseTitle: 'Data Journalism', weekId: 'w', weekNumber: 5 }
const overview: UserOverview = {
  courses: [
    {
      ...course,
      role: 'STUDENT',
      trainers: ['Inês Carvalho', 'Tom Reyes'],
      endsOn: null,
      timeZone: 'Europe/Lisbon',
      numbers: {
        weeks: [
          { number: 1, startsOn: '2026-11-09', unlockAt: null, locked: false, done: 9, total: 10 },
          { number: 2, startsOn: '2026-11-23', unlockAt: null, locked: false, done: 2, total: 18 },
        ],
        total: 23.4,
        marked: 2,
        assignments: 6,
        attendance: { percentage: 60, marked: 10, sessions: 12 },
        missing: 2,
      },
    },
  ],
  missing: [
    {
      ...place,
      id: 'a1',
      title: 'Peer review',
      dueAt: '2026-11-18T12:00:00Z',
      closesAt: '2026-11-28T12:00:00Z',
      canSubmit: true,
      isCounted: false,
    },
    {
      ...place,
      id: 'a2',
      title: 'Fact check',
      dueAt: '2026-11-08T12:00:00Z',
      closesAt: '2026-11-15T12:00:00Z',
      canSubmit: false,
      isCounted: true,
    },
  ],
  marks: [{ ...place, submissionId: 's1', title: 'Interview', marks: 14, maxMarks: 20, gradedAt: '2026-11-09T12:00:00Z', isHeld: false }],
  feedback: { submissionId: 's1', courseId: 'c', title: 'Interview', text: 'Good start', gradedAt: '2026-11-09T12:00:00Z' },
  exceptions: [
    {
      ...place,
      id: 'x1',
      title: 'Critique circle',
      type: 'LIVE',
      startsAt: '2026-11-12T12:00:00Z',
      status: 'ABSENT',
      remark: 'New shift',
      coverage: null,
    },
    { ...place, id: 'x2', title: 'Cleaning', type: 'RECORDED', startsAt: null, status: null, remark: null, coverage: null },
  ],
  emails: { sent: 11, failed: 1 },
  sessions: null,
}

type Options = {
  person?: UserDetails
  actions?: UserAction[]
  as?: Role
  users?: NonNullable<Fakes['users']>
  courses?: NonNullable<Fakes['courses']>
  facts?: Partial<UserOverview>
}

function open({ person = omar, actions = [], as = 'TRAINER', users = {}, courses = {}, facts = {} }: Options = {}) {
  signInAs(as)
  const called = fakeApi({
    courses,
    users: {
      getUser: async () => person,
      getUserOverview: async () => ({ ...overview, ...facts }),
      listUserActivity: async ({ query }) => ({
        items: query?.page === '2' ? [action({ title: 'Older', subjectId: 'o' })] : actions,
        page: Number(query?.page ?? 1),
        limit: 20,
        total: actions.length,
      }),
      ...users,
    },
  })
  const element = (
    <Routes>
      <Route path="/users/user-details/:userId" element={<ScreenWithData of={UserDetailsScreen} />} />
    </Routes>
  )
  return { called, ...renderAt(element, `/users/user-details/${id}`) }
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('a course shows what is done, marks, attendance with its base, and how much is missing', async () => {
  open()
  const row = (await screen.findByRole('rowheader', { name: /Data Journalism/ })).closest('tr')!
  expect(row.textContent).toContain('Inês Carvalho, Tom Reyes')
  expect(row.textContent).toContain('11 of 28 so far')
  expect(row.textContent).toContain('23\u00a0%2 of 6 marked')
  expect(row.textContent).toContain('60\u00a0%10 of 12 marked')
  expect(hrefOf(/^11 of 28/)).toContain('?tab=work&course=c')
  expect(hrefOf(/^Attendance in/)).toContain('?tab=attendance&course=c')
})

test('missing work says until when it is open or that it counts as 0; absences have their remarks', async () => {
  open()
  const missing = within(await screen.findByRole('list', { name: 'Missing' }))
  expect(missing.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Peer reviewData Journalism, week 5 · was due Wed 18 NovOpen until Sat 28 Nov',
    'Fact checkData Journalism, week 5 · was due Sun 8 NovClosed 15 Nov, counts as 0',
  ])
  const attendance = within(screen.getByRole('list', { name: 'Attendance' }))
  expect(attendance.getByText(/Live, Thu 12 Nov/).textContent).toContain('“New shift”')
  expect(attendance.getByText('1 session not marked')).toBeDefined()
  expect(screen.getByText('Good start')).toBeDefined()
  expect(screen.getByText(', 1 failed')).toBeDefined()
})

test('a trainer sees no account; an admin signs the person out after a question', async () => {
  const { unmount } = open()
  await screen.findByRole('list', { name: 'Missing' })
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull()
  unmount()
  const sessions = [{ id: 'p', device: 'Chrome on Android', ip: '10.0.0.1', lastUsedAt: '2026-11-20T12:00:00Z' }]
  const { called } = open({ as: 'ADMIN', facts: { sessions }, users: { removeUserSessions: async () => undefined } })
  await screen.findByText('Chrome on Android')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out all' }))
  await screen.findByText('Omar Haddad was signed out everywhere')
  expect(called.find(({ name }) => name === 'users.removeUserSessions')?.request.params).toEqual({ id })
})

test('the timeline links to each source by day, and says why an email did not arrive', async () => {
  open({
    actions: [
      action({ type: 'VISIT', course: null }),
      action({ type: 'EMAIL', title: 'You missed it', by: 'Inês Carvalho', error: 'mailbox is full' }),
      action({ type: 'SUBMISSION', late: true, attempt: 2 }),
      action({ type: 'GRADED', title: 'Story', marks: 14, maxMarks: 20, by: 'Tom Reyes' }),
      action({ type: 'WATCHED', title: 'Per hundred', coverage: 0.12, weekId: 'w' }),
      action({ type: 'JOINED', title: 'Clinic', late: true, weekId: 'w' }),
      action({ type: 'ATTENDANCE', title: 'Session one', weekId: 'w', attendance: 'LATE', at: '2026-11-18T12:00:00Z' }),
      action({ type: 'DISCUSSION', title: 'My question', at: '2026-11-18T11:00:00Z' }),
    ],
  })
  const part = within(await screen.findByRole('region', { name: /^Timeline/ }))
  await part.findByText('Last visit')
  expect(part.getByText(/Not delivered: mailbox is full/)).toBeDefined()
  expect(part.getByText('Submitted late, attempt 2 · Data Journalism')).toBeDefined()
  expect(part.getByText('Marked 14 / 20 by Tom Reyes · Data Journalism')).toBeDefined()
  expect(part.getByText(/^Watched 12.% · Data Journalism/)).toBeDefined()
  expect(hrefOf(/^Essay/)).toBe('/submissions/s/course/c')
  expect(hrefOf(/^Session one/)).toBe('/courses/c/weeks/w/mark-attendance?session=s')
  expect(hrefOf(/^My question/)).toBe('/courses/course/c/discussion-forum/s')
  expect(part.getAllByRole('heading', { level: 3 })).toHaveLength(2)
})

test('E writes to them, J and K go through the rows; admins add them to a course', async () => {
  const user = userEvent.setup()
  const { called } = open({
    as: 'ADMIN',
    actions: [action({ type: 'EXTENDED', title: 'Fact check', subjectId: 'a2', weekId: 'w', by: 'Tom Reyes' })],
    users: { addUserToCourse: async () => ({ passed: 0 }) },
    courses: { listCourses: async () => ({ items: [makeCourse('TRAINER', { title: 'Photography' })], page: 1, limit: 20, total: 1 }) },
  })
  await screen.findByText('More time by Tom Reyes · Data Journalism')
  await user.keyboard('e')
  expect(useOpenedComposer.getState().opened).toEqual({ courseId: 'c', sendTo: [id] })
  await user.keyboard('jj')
  expect(document.activeElement?.textContent).toContain('Fact check')
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toContain('Peer review')
  await user.click(screen.getByRole('button', { name: 'Add to course' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Add to a course' }))
  await user.click(await screen.findByRole('option', { name: 'Photography' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.find(({ name }) => name === 'users.addUserToCourse')?.request.params).toMatchObject({ id })
})

test('earlier entries come after 20, and one kind can be chosen', async () => {
  const { called } = open({ actions: Array.from({ length: 21 }, (_, n) => action({ subjectId: `s${n}` })) })
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
  await screen.findByText('Older')
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Messages' }))
  await waitFor(() => expect(called.at(-1)?.request.query).toMatchObject({ kind: 'MESSAGES' }))
})

test('a user who takes no courses has neither tabs nor missing work', async () => {
  const teaches = { ...overview.courses[0]!, role: 'TRAINER' as const, numbers: null }
  const person = {
    ...omar,
    role: 'TRAINER' as const,
    courses: [{ ...course, role: 'TRAINER' as const, percentage: null, attendance: null }],
  }
  open({ person, facts: { courses: [teaches], missing: [], exceptions: [], marks: [], feedback: null } })
  await screen.findByText('Teaches')
  expect(screen.queryByRole('link', { name: 'Work' })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Missing' })).toBeNull()
})

test.each([
  ['TRAINER', 'You do not have access to this page', 'Trainers see the people of the courses they teach.'],
  ['ADMIN', 'This account was removed or never existed', 'The link may be old.'],
] as const)('what the server hides from a %s is explained in words that help', async (role, title, help) => {
  signInAs(role)
  fakeApi({ users: { getUser: () => Promise.reject(new FakeProblem(404, 'not-found')) } })
  renderAt(<ScreenWithData of={UserDetailsScreen} />, `/users/user-details/${id}`)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByText((text) => text.includes(help))).toBeTruthy()
})
