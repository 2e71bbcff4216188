/** The media page with a live session: joining is reported to the server, the card follows the time, staff see the state of its meeting. */

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Media } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/progress-items'
import { formatClock } from '#lib/format-date.ts'
import { setServerTime } from '#lib/server-clock.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { courseId, live, mediaId, minutes, show, weekId, zoom } from '#test/media-page.tsx'

const joined = {
  status: 'PRESENT',
  source: 'JOIN',
  remark: null,
  markedBy: null,
  markedAt: null,
  coverage: null,
  joinedAt: minutes(0),
  minutes: null,
  watchedAt: null,
  matchedByName: false,
  objection: null,
  joinUrl: 'https://zoom.example/j/2',
} as const

/** jsdom opens no tabs. */
function fakeTab() {
  const tab = { opener: window, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return { tab, open }
}

test('joining is reported to the server, and opens the link in its answer', async () => {
  const { tab, open } = fakeTab()
  const called = show('STUDENT', live, { markLiveAttendance: async () => joined })
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://zoom.example/j/2'))
  expect(tab.opener).toBeNull()
  expect(called.find(({ name }) => name === 'attendance.markLiveAttendance')?.request.body).toEqual({ courseId, weekId, mediaId })
  open.mockRestore()
})

test('an error is shown as a message, and leaves no empty tab', async () => {
  const { tab, open } = fakeTab()
  const refusal = 'The time to join is over. Ask your trainer to mark you present.'
  show('STUDENT', live, { markLiveAttendance: () => Promise.reject(new FakeProblem(409, 'session-not-open', refusal)) })
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  expect(await screen.findAllByText(refusal)).toHaveLength(1)
  expect(tab.close).toHaveBeenCalled()
  open.mockRestore()
})

test('if the browser blocks the new tab, the link is shown', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show('STUDENT', live, { markLiveAttendance: async () => joined })
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  const link = await screen.findByRole('link', { name: 'Open the session' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://zoom.example/j/2', 'noopener noreferrer'])
  open.mockRestore()
})

test('the host starts the session with a link requested on clicking, and is not marked present by that', async () => {
  const { tab, open } = fakeTab()
  const called = show('TRAINER', live, {}, { getStartLink: async () => ({ url: 'https://zoom.example/s/1' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://zoom.example/s/1'))
  expect(called.some(({ name }) => name.startsWith('attendance.'))).toBe(false)
  expect(screen.getAllByRole('button', { name: 'Join' })).toHaveLength(1)
  open.mockRestore()
})

const planned = (startsAt: string, more: Partial<typeof zoom> = {}): Media => ({ ...live, zoomOptions: { ...zoom, startsAt, ...more } })

test.each([
  ['far ahead', planned(minutes(200)), 'Scheduled', ['Add to calendar'], ['Join']],
  [
    'a quarter of an hour before',
    planned(minutes(14)),
    'Opens soon',
    ['Join', 'Copy passcode 482 913', 'Trouble joining?'],
    ['Add to calendar'],
  ],
  ['running', planned(minutes(-3)), 'Live now', ['Join', 'Copy passcode 482 913'], ['Add to calendar']],
  ['over its time', planned(minutes(-65)), 'Ended', ['Join'], ['Add to calendar']],
  ['long over', planned(minutes(-200)), 'Ended', [], ['Join', 'Add to calendar']],
  ['moved', planned(minutes(200), { previousStartsAt: minutes(60) }), 'Moved', ['Update calendar'], ['Join']],
] as const)('the card of a session that is %s', async (_, shown, chip, there, gone) => {
  show('STUDENT', shown)
  expect(await screen.findByText(chip)).toBeDefined()
  for (const name of there) expect(screen.getByRole('button', { name })).toBeDefined()
  for (const name of gone) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('in an archived course a running session cannot be joined by students, nor started by them', async () => {
  show('STUDENT', planned(minutes(-3)), {}, {}, { status: 'ARCHIVED' })
  expect(await screen.findByText('Live now')).toBeDefined()
  for (const name of ['Join', 'I am here', 'Copy passcode 482 913', 'Trouble joining?'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText(/you can still join/)).toBeNull()
})

test('a session without a link says so to people who can add one, and to students', async () => {
  show('TRAINER', planned(minutes(-3), { joinUrl: null, passcode: null }))
  expect(await screen.findByText('There is no link yet. Edit this session to add it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  cleanup()
  show('STUDENT', planned(minutes(-3), { joinUrl: null, passcode: null }))
  expect(await screen.findByText('There is no link. If you are in the room, choose “I am here”.')).toBeDefined()
  cleanup()
  show('STUDENT', planned(minutes(200), { joinUrl: null, passcode: null }))
  expect(await screen.findByText('Scheduled')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull()
})

const noLink = planned(minutes(-3), { joinUrl: null, passcode: null })

test('students in the room of a session without a link can mark themselves present', async () => {
  const called = show('STUDENT', noLink, { markLiveAttendance: async () => ({ ...joined, joinUrl: null }) })
  await userEvent.click(await screen.findByRole('button', { name: 'I am here' }))
  expect(await screen.findByText('Noted: you are here')).toBeDefined()
  expect(called.find(({ name }) => name === 'attendance.markLiveAttendance')?.request.body).toEqual({ courseId, weekId, mediaId })
})

test('a link that was set in the meantime shows', async () => {
  show('STUDENT', noLink, { markLiveAttendance: async () => joined })
  await userEvent.click(await screen.findByRole('button', { name: 'I am here' }))
  const link = await screen.findByRole('link', { name: 'Open the session' })
  expect(link.getAttribute('href')).toBe('https://zoom.example/j/2')
})

const came: ProgressItem = {
  id: mediaId,
  type: 'LIVE',
  weekId,
  title: 'Q&A',
  required: true,
  done: true,
  reason: '',
  state: 'PRESENT',
  late: false,
  coverage: null,
  joinedAt: minutes(-2),
  marks: null,
  maxMarks: null,
}

test('a student who has joined sees when, and does not have to mark it again', async () => {
  show('STUDENT', live, {}, {}, {}, [came])
  expect(await screen.findByText(`You joined at ${formatClock(came.joinedAt!)}.`)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Join' })).toBeDefined()
  cleanup()
  show('STUDENT', noLink, {}, {}, {}, [came])
  expect(await screen.findByText(`You joined at ${formatClock(came.joinedAt!)}.`)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull()
})

test('a video added before the session is shown, and counts from its start', async () => {
  show('STUDENT', { ...planned(minutes(200)), url: 'videos/x.mp4', playbackUrl: '/files/x.mp4' })
  expect(await screen.findByText('Scheduled')).toBeDefined()
  expect(screen.queryByText(/watched/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('the same URL shows the recording, once there is one', async () => {
  show('STUDENT', { ...planned(minutes(-200)), url: 'videos/x.mp4', playbackUrl: '/files/x.mp4' })
  expect(await screen.findByText('Recording ready')).toBeDefined()
  expect(await screen.findByText('41 % watched')).toBeDefined()
})

test('staff see how far the Zoom meeting is, and can try again', async () => {
  const failed = planned(minutes(200), { joinUrl: null, zoomMeeting: { state: 'FAILED', reason: 'Zoom refused: No licence' } })
  const called = show('TRAINER', failed, {}, { retryZoomMeeting: async () => failed })
  expect(await screen.findByText('Zoom refused: No licence')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(called.some(({ name }) => name === 'media.retryZoomMeeting')).toBe(true))
})

test('the session’s card goes by the server’s clock', async () => {
  // The device's clock is an hour behind: by it, the session would be far away.
  const ahead = 60 * 60_000
  setServerTime(new Date(Date.now() + ahead).toUTCString(), Date.now())
  show('STUDENT', { ...live, zoomOptions: { ...zoom, startsAt: minutes(58) } })
  expect(await screen.findByText('Live now')).toBeDefined()
})

test('trouble joining: the tips name the meeting, its passcode and the waiting room, where there are any', async () => {
  const help = async () => userEvent.click(await screen.findByRole('button', { name: 'Trouble joining?' }))
  show('STUDENT', planned(minutes(-3), { meetingId: '812 345', waitingRoom: true }))
  await help()
  expect(await screen.findByText('In the meeting app: number 812 345, passcode 482 913.')).toBeDefined()
  expect(screen.getByText('There is a waiting room: stay until you are let in.')).toBeDefined()
  cleanup()
  show('STUDENT', planned(minutes(-3)))
  await help()
  expect(await screen.findByText(/^The session opens in a new tab\./)).toBeDefined()
  expect(screen.queryByText(/In the meeting app|waiting room/)).toBeNull()
})

test.each([
  [
    'still being made',
    null,
    { state: 'PENDING', reason: null },
    'Creating the Zoom meeting…',
    'The link appears here. You can leave this page.',
  ],
  [
    'being changed, with trouble',
    'https://zoom.example/j/1',
    { state: 'PENDING', reason: 'Zoom is busy.' },
    'Sending the change to Zoom…',
    'Zoom is busy. LMS tries again automatically.',
  ],
  [
    'not changed',
    'https://zoom.example/j/1',
    { state: 'FAILED', reason: 'No licence.' },
    'Zoom does not have the change yet',
    'No licence.',
  ],
] as const)('staff see that the Zoom meeting is %s', async (_, joinUrl, zoomMeeting, title, words) => {
  show('TRAINER', planned(minutes(200), { joinUrl, zoomMeeting }))
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
})

test('after a session its trainer adds the recording', async () => {
  show('TRAINER', planned(minutes(-200)))
  expect((await screen.findByRole('link', { name: 'Add recording' })).getAttribute('href')).toMatch(/\/edit$/)
  expect(screen.queryByText(/will appear here/)).toBeNull()
})

test.each([
  ['PRESENT', true, false, 'You were present. The recording will appear here.'],
  ['ABSENT', false, false, 'You were marked absent. The recording will appear here.'],
  ['PRESENT', true, true, 'You were present. Watching again changes nothing.'],
  ['ABSENT', false, true, 'You were marked absent. Watching the recording makes up for it.'],
  ['WATCHED', true, true, 'You watched the recording, which makes up for it. Watching again changes nothing.'],
] as const)(
  'after a session a student who is %s (done: %s, recording: %s) reads what that means',
  async (state, done, hasRecording, words) => {
    const held = { ...planned(minutes(-200)), ...(hasRecording && { url: 'videos/x.mp4', playbackUrl: '/files/x.mp4' }) }
    show('STUDENT', held, {}, {}, {}, [{ ...came, state, done }])
    expect(await screen.findByText(words)).toBeDefined()
  },
)
