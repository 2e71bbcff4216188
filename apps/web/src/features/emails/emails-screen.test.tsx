/** The log of a course's emails: waiting and sent ones, the delivery to each person, and retries; announcements. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CourseEmailText, Delivery } from '@lms/contract/course-emails'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { readDraft } from '#lib/stored-drafts.ts'
import { fakeApi, FakeProblem, signInAs, signInOptionsWith, type Fakes } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse } from '#test/fixtures.ts'
import { letPass } from '#test/passing-time.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { AnnouncementList } from './announcements.tsx'
import { closeComposer, useOpenedComposer } from './composer-store.ts'
import { draftKey } from './email-drafts.ts'
import { EmailsScreen } from './emails-screen.tsx'

const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})
afterEach(() => vi.restoreAllMocks())

const makeEmail = (n: number, facts: Partial<CourseEmailText> = {}): CourseEmailText => ({
  id: idOf(n),
  subject: `Email ${n}`,
  sender: { id: idOf(10), name: 'Inês Carvalho', profileImageUrl: null },
  state: 'SENT',
  cancelReason: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  sendAt: '2026-11-20T08:00:10.000Z',
  rules: [{ kind: 'STUDENTS', title: null, days: null }],
  showUntil: null,
  recipients: 3,
  counts: { queued: 0, sent: 1, failed: 1, leftOut: 1 },
  body: '<p>Bring one dataset.</p>',
  sendTo: ['STUDENTS'],
  except: [],
  added: [],
  dropped: [],
  ...facts,
})
const makeDelivery = (n: number, facts: Partial<Delivery>): Delivery => ({
  person: { id: idOf(n), name: `Person ${n}`, profileImageUrl: null, email: `p${n}@harbour.example` },
  state: 'SENT',
  reason: null,
  answer: null,
  delayedBy: null,
  nextAttemptAt: null,
  sentAt: '2026-11-20T08:00:12.000Z',
  ...facts,
})
const deliveries = [
  makeDelivery(21, { state: 'FAILED', answer: '550 5.1.1 user unknown', sentAt: null }),
  makeDelivery(22, { state: 'LEFT_OUT', reason: 'ANNOUNCEMENTS_DAILY', sentAt: null }),
  makeDelivery(23, {}),
]

function open(emails: CourseEmailText[], calls: Fakes['courseEmails'] = {}, options = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    auth: { getSignInOptions: async () => signInOptionsWith(options) },
    courses: { getCourse: async () => makeCourse('TRAINER') },
    courseEmails: {
      listCourseEmails: async () => ({ items: emails, page: 1, limit: 20, total: emails.length, failed: 1 }),
      getCourseEmail: async ({ params }) => emails.find(({ id }) => id === params.id)!,
      listDeliveries: async ({ query }) => {
        const items = deliveries.filter(({ state }) => !query?.state || state === query.state)
        return { items, page: 1, limit: 50, total: items.length, counts: emails[0]!.counts }
      },
      ...calls,
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.courseEmails.pattern} element={<ScreenWithData of={EmailsScreen} />} />
    </Routes>,
    paths.courseEmails.to({ courseId }),
  )
  return called
}
const details = (subject: string) => screen.findByRole('region', { name: subject })
const rows = () =>
  within(screen.getByRole('region', { name: 'Deliveries' }))
    .getAllByRole('row')
    .slice(1)

test('each person’s delivery is described in words, failed ones with the server’s reply; a tab shows one state', async () => {
  open([makeEmail(1)])
  const panel = within(await details('Email 1'))
  await waitFor(() => expect(rows().map((row) => row.textContent)).toHaveLength(3))
  expect(rows()[0]!.textContent).toMatch(/Person 21.*Failed.*Not delivered.*user unknown/)
  expect(rows()[1]!.textContent).toContain('Not sent: gets announcements in the daily email')
  await userEvent.click(panel.getByRole('link', { name: 'Failed 1' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('the next attempt to deliver says on which day, and in which zone where the course has another', async () => {
  const waiting = makeDelivery(24, { state: 'QUEUED', sentAt: null, delayedBy: 'RECIPIENT', nextAttemptAt: '2026-11-25T13:47:00.000Z' })
  const listDeliveries = async () => ({
    items: [waiting],
    page: 1,
    limit: 50,
    total: 1,
    counts: { queued: 0, sent: 0, failed: 0, leftOut: 0 },
  })
  open([makeEmail(1)], { listDeliveries })
  await details('Email 1')
  await waitFor(() => expect(rows()[0]?.textContent).toContain('The recipient’s server was busy. Next attempt Wed 25 Nov, 13:47 UTC'))
})

test('one failed delivery or all of them are tried again', async () => {
  const bodies: unknown[] = []
  open([makeEmail(1)], { retryDeliveries: async ({ body }) => (bodies.push(body), { queued: 1 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry for Person 21' }))
  await waitFor(() => expect(bodies).toEqual([{ userIds: [idOf(21)] }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 1 failed' }))
  await waitFor(() => expect(bodies).toEqual([{ userIds: [idOf(21)] }, {}]))
})

test('waiting emails come first and can be sent now; the newest sent one is open', async () => {
  const sent: string[] = []
  const waiting = makeEmail(2, {
    state: 'SCHEDULED',
    sendAt: '2099-11-23T08:00:00.000Z',
    counts: { queued: 0, sent: 0, failed: 0, leftOut: 0 },
  })
  open([waiting, makeEmail(1)], { sendCourseEmailNow: async ({ params }) => (sent.push(params.id), waiting) })
  await details('Email 1')
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.slice(0, 2).map((words) => words?.replace(/\d+$/, '').trim())).toEqual(['Waiting', 'Sent'])
  expect(screen.getByRole('link', { name: 'Email 1' }).parentElement!.textContent).toMatch(/Fri 20 Nov.*, 08:00 UTC$/)
  await userEvent.click(screen.getByRole('link', { name: 'Email 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(sent).toEqual([idOf(2)]))
})

test('without a mail server an email waits, which the page says, and can be cancelled', async () => {
  const none = { queued: 0, sent: 0, failed: 0, leftOut: 0 }
  const times = { createdAt: '2026-11-24T08:00:00.000Z', sendAt: '2026-11-24T08:00:10.000Z' }
  open([makeEmail(2, { state: 'SCHEDULED', ...times, recipients: 24, counts: none })], {}, { sendsEmail: false })
  expect(await screen.findByText('Email is not set up')).toBeTruthy()
  const row = screen.getByRole('link', { name: 'Email 2' }).closest('li')!
  expect(row.textContent).toContain('24 waiting')
  const panel = within(await details('Email 2'))
  expect(await panel.findByRole('button', { name: 'Cancel and edit' })).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Send now' })).toBeNull()
})

test('an email that can no longer be cancelled says so, and stays', async () => {
  const waiting = makeEmail(2, { state: 'SCHEDULED', sendAt: '2099-11-23T08:00:00.000Z' })
  open([waiting, makeEmail(1)], {
    cancelCourseEmail: () => Promise.reject(new FakeProblem(409, 'conflict', 'This email is already on its way.')),
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Email 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel and edit' }))
  expect(await screen.findByText(/This email is already on its way\./)).toBeTruthy()
  expect(useOpenedComposer.getState()).toEqual(useOpenedComposer.getInitialState())
})

test('an announcement is taken off the course page; a cancelled email says why it was not sent', async () => {
  const cancelled = makeEmail(2, { state: 'CANCELLED', cancelReason: 'The course was archived.' })
  const called = open([makeEmail(1, { showUntil: '2099-12-01' }), cancelled], {
    updateCourseEmail: async () => makeEmail(1),
  })
  const panel = within(await details('Email 1'))
  expect(panel.getByText(/On the course page until/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from the course page' }))
  await screen.findByText('Removed from the course page')
  expect(called.find(({ name }) => name === 'courseEmails.updateCourseEmail')?.request).toMatchObject({ body: { showUntil: null } })
  await userEvent.click(screen.getByRole('link', { name: 'Email 2' }))
  expect(await screen.findByText('The course was archived.')).toBeTruthy()
})

test('writing again to the same people starts empty; a copy has the text, and is not announced again', async () => {
  open([makeEmail(1, { showUntil: '2099-12-01', except: [idOf(21)] })])
  const opened = { courseId, sendTo: ['STUDENTS'] }
  const choose = async (name: string) => {
    await userEvent.click(within(await details('Email 1')).getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
    await waitFor(() => expect(useOpenedComposer.getState().opened).toEqual(opened))
    closeComposer()
    return readDraft(useSession.getState().user!.id, draftKey(opened))?.value
  }
  expect(await choose('Write again to the same people')).toMatchObject({ subject: '', body: '', except: [idOf(21)] })
  expect(await choose('Copy')).toMatchObject({ subject: 'Email 1', body: '<p>Bring one dataset.</p>', isAnnounced: false })
})

test('announcements name who wrote them, and on the first page their course; links and scripts of others do nothing', () => {
  const item = {
    id: idOf(1),
    courseId,
    courseTitle: 'Data Journalism',
    subject: 'Room 4 <b>today</b>',
    body: '<p>Hello <strong>Ana</strong></p><img src="x" onerror="x()"><a href="javascript:x()">Read</a>',
    senderName: 'Inês Carvalho',
    shownUntil: '2026-12-24T00:00:00.000Z',
    sentAt: '2026-11-20T08:00:00.000Z',
  }
  const { unmount } = renderAt(<AnnouncementList loadedAt={0} items={[item]} />)
  const list = screen.getByRole('region', { name: 'Announcements' })
  expect(within(list).getByRole('heading', { name: 'Room 4 <b>today</b>' })).toBeTruthy()
  expect(list.querySelector('strong')?.textContent).toBe('Ana')
  expect(list.querySelector('img, [href^="javascript"]')).toBeNull()
  expect(list.textContent).toContain('Inês Carvalho')
  expect(list.textContent).not.toContain('Data Journalism')
  unmount()
  renderAt(<AnnouncementList loadedAt={0} items={[item]} hasCourses />)
  expect(screen.getByRole('region', { name: 'Announcements' }).textContent).toContain('Data Journalism')
})

test('a scheduled email is asked for when its time has come, and not before', async () => {
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const emails = [makeEmail(1, { state: 'SCHEDULED', sendAt })]
  const called = open(emails)
  expect(await screen.findByRole('region', { name: /^Waiting/ })).toBeTruthy()
  const asked = () => called.filter(({ name }) => name === 'courseEmails.listCourseEmails').length
  expect(asked()).toBe(1)
  letPass(sendAt, -5)
  emails[0] = makeEmail(1, { sendAt })
  expect(asked()).toBe(1)
  letPass(sendAt)
  expect(await screen.findByRole('region', { name: /^Sent/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: /^Waiting/ })).toBeNull()
})
