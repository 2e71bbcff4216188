import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MyAttendance as Attendance, MySession } from '@lms/contract/my-attendance'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf, makeAttendanceRecord } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { MyAttendance } from './my-attendance.tsx'

const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()
const session = (n: number, title: string, facts: Partial<MySession> = {}): MySession => ({
  id: idOf(n),
  title,
  type: 'LIVE',
  startsAt: daysAgo(20 - n),
  durationMinutes: 60,
  held: true,
  weekId: idOf(50),
  weekNumber: 1,
  beforeJoining: false,
  record: null,
  recording: null,
  ...facts,
})
const recording = { durationSeconds: 600, position: 0 }
const absent = makeAttendanceRecord('ABSENT')
const sessions = [
  session(1, 'Kick-off', { record: makeAttendanceRecord('PRESENT') }),
  session(2, 'Long ago', { beforeJoining: true }),
  session(3, 'Requests', { record: absent }),
  session(4, 'Percentages', { record: { ...absent, coverage: 0.4 }, recording }),
  session(5, 'Critique', { record: { ...absent, remark: 'Sent you the charts' }, recording }),
  session(6, 'Late one', { record: makeAttendanceRecord('LATE') }),
  session(7, 'Made up', { record: { ...absent, watchedAt: daysAgo(2) }, recording }),
  session(8, 'Cleaning', { type: 'RECORDED', startsAt: null, recording }),
  session(9, 'Next one', { startsAt: new Date(Date.now() + day).toISOString(), held: false }),
]
const [a, b] = [idOf(90), idOf(91)]
const courses = [
  { id: a, title: 'Data Journalism', percentage: 40, isLive: false },
  { id: b, title: 'Podcasts', percentage: null, isLive: false },
]
type Course = NonNullable<Attendance['course']>
const course: Course = {
  id: a,
  title: 'Data Journalism',
  settings: { madeUpAs: 'EXCUSED', needed: 60 },
  rate: { percentage: 40, marked: 6, sessions: 7 },
  sessions,
  toCome: 2,
}

const open = (facts: Partial<Course> = {}, path = '/attendance') => {
  signInAs('USER')
  const called = fakeApi({
    courses: {
      getCourse: async ({ params }) => ({
        ...courseCalled('Data Journalism'),
        id: params.id,
        membership: { role: 'STUDENT', status: 'ACTIVE' },
      }),
    },
    myAttendance: {
      getMyAttendance: async (request?: { query?: { courseId?: string | undefined } }) => ({
        courses,
        course: request?.query?.courseId === b ? { ...course, id: b, title: 'Podcasts', sessions: [] } : { ...course, ...facts },
      }),
    },
  })
  return { called, ...renderAt(<MyAttendance />, path) }
}
const heading = (name: RegExp) => screen.getByText((_, element) => element?.tagName === 'H2' && name.test(element.textContent ?? ''))
const group = (name: RegExp) => within(heading(name).closest('section')!)
const names = (name: RegExp): (string | null)[] =>
  group(name)
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((words) => !/^(Watch|Resume)/.test(words ?? ''))

test('exceptions come first with note and evidence; what was made up counts by the course’s setting', async () => {
  open()
  await screen.findByText('Attendance so far')
  const missed = group(/^Absent 3$/)
  expect(names(/^Absent 3$/)).toEqual(['Critique', 'Percentages', 'Requests'])
  expect(missed.getByText(/Sent you the charts/)).toBeDefined()
  expect(missed.getByText('No recording. It stays Absent.')).toBeDefined()
  expect(missed.getByRole('link', { name: 'Watch recording: Critique' }).getAttribute('href')).toContain(idOf(5))
  expect(missed.getByRole('link', { name: 'Resume: Percentages' })).toBeDefined()
  expect(missed.getByRole('progressbar', { name: /Percentages, watched/ }).getAttribute('aria-valuenow')).toBe('40')
  expect(group(/^Excused 1$/).getByText(/^Made up /)).toBeDefined()
  expect(names(/^Late 1$/)).toEqual(['Late one'])
  expect(names(/^Not marked 1$/)[0]).toBe('Cleaning')
  expect(names(/^Coming up 1$/)).toEqual(['Next one'])
  expect(names(/^Before you enrolled 1$/)).toEqual(['Long ago'])
  expect(screen.getByRole('heading', { name: 'Present 1' }).closest('details')?.open).toBe(false)
})

test('the card says what would bring the rate up, the cheapest first', async () => {
  open()
  expect(await screen.findByText('Needed 60 %')).toBeDefined()
  expect(screen.getByText('2 of 5 marked sessions. 1 is not marked yet.')).toBeDefined()
  // Without two absences 2 of 3 remain.
  expect(screen.getByText('Watch 2 recordings').closest('li')?.textContent).toMatch(/Percentages.*, 6 min; .*Critique.*, 10 min.*66.%$/)
})

test.each([
  [{ needed: 40 }, 'You have reached 40 %.'],
  [{ needed: 100 }, '100 % cannot be reached any more. The most is 80 %.'],
])('needed %o: %s', async (settings, words) => {
  open({ settings: { ...course.settings, ...settings } })
  expect(await screen.findByText((text) => text.replaceAll('\u00a0', ' ') === words)).toBeDefined()
})

test('nothing is asked for without a needed rate', async () => {
  open({ settings: { madeUpAs: 'PRESENT', needed: null } })
  await screen.findByText('Attendance so far')
  expect(screen.queryByText(/Needed|To reach/)).toBeNull()
})

test('one course at a time, chosen by its tab', async () => {
  const { called, router } = open()
  await screen.findByText('Attendance so far')
  await userEvent.click(screen.getByRole('link', { name: 'Podcasts –' }))
  expect(await screen.findByText('No sessions yet. They appear here when the first week opens.')).toBeDefined()
  expect(router.state.location.search).toBe(`?course=${b}`)
  const asked = () => called.filter(({ name }) => name === 'myAttendance.getMyAttendance').map(({ request }) => request.query)
  await waitFor(() => expect(asked()).toEqual([{}, { courseId: b }]))
  expect(screen.getByRole('link', { name: 'Podcasts –' }).getAttribute('aria-current')).toBe('page')
})

test('a course in the address is one of the pages of that course', async () => {
  open({}, `/attendance?course=${a}`)
  const tabs = await screen.findByRole('navigation', { name: 'Pages of the course' })
  expect(within(tabs).getByRole('link', { name: 'Attendance' }).getAttribute('aria-current')).toBe('page')
})

test('without a course there is one to look for', async () => {
  signInAs('USER')
  fakeApi({ myAttendance: { getMyAttendance: async () => ({ courses: [], course: null }) } })
  renderAt(<MyAttendance />, '/attendance')
  expect(await screen.findByText('You are not enrolled in a course.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Browse courses' })).toBeDefined()
})

test('what is not right is sent to the trainers, with words', async () => {
  signInAs('USER')
  const called = fakeApi({
    myAttendance: {
      getMyAttendance: async () => ({ courses, course }),
      questionAttendance: async () => undefined,
    },
  })
  renderAt(<MyAttendance />, '/attendance')
  const button = await screen.findByRole('button', { name: /^This is not right: .*Requests/ })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Write what is not right')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Your message'), 'I was there')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByLabelText('Your message')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  const [sent] = called.filter(({ name }) => name === 'myAttendance.questionAttendance').slice(-1)
  expect(sent?.request).toMatchObject({ params: { courseId: a, mediaId: idOf(3) }, body: { text: 'I was there' } })
})

test('what was said is with the session, until it is answered', async () => {
  const objection = { at: '2026-11-24T21:00:00.000Z', text: 'I was there' }
  open({ sessions: [session(3, 'Requests', { record: { ...absent, objection } })] })
  expect(await screen.findByText(/^You said .* that this is not right: “I was there”$/)).toBeDefined()
})
