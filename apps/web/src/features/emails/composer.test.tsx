import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AudiencePreview } from '@lms/contract/course-emails'
import { useSession } from '#lib/session.ts'
import { readDraft } from '#lib/stored-drafts.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { openComposer, useOpenedComposer } from './composer-store.ts'
import { EmailDetails } from './email-details.tsx'
import { draftKey, saveEmailDraft, openWith } from './email-drafts.ts'
import { ComposerHost } from './late-parts.tsx'

const person = (number: number, name: string) => ({
  id: idOf(number),
  name,
  profileImageUrl: null,
  email: `person${number}@harbour.example`,
  lastSeenAt: null,
  part: 'STUDENT' as const,
})
const previewOf = (count = 2): AudiencePreview => ({
  rules: [{ kind: 'NOT_SUBMITTED', title: 'Method note', days: null }],
  count,
  groups: [
    { why: 'NOT_STARTED', count: count - 1, people: [person(11, 'Chloé Martin')] },
    { why: 'DRAFT_SAVED', count: 1, people: [person(12, 'Diego')] },
  ],
  leftOut: [{ reason: 'OPTED_OUT', count: 1, people: [person(13, 'Łukasz Nowak')] }],
  options: { all: 26, students: 24, trainers: 2, pending: 0 },
})
const opened = { courseId, sendTo: [`NOT_SUBMITTED:${idOf(4)}`] }
const written = { sendTo: [...opened.sendTo], except: [], isAnnounced: false, showUntil: '2026-11-29', sendAt: null }

const log = {
  id: idOf(30),
  subject: 'Last week',
  body: '<p>As sent</p>',
  sendTo: opened.sendTo,
  except: [],
  added: [],
  dropped: [],
  sender: person(10, 'Inês Carvalho'),
  cancelReason: null,
  rules: previewOf().rules,
  showUntil: null,
  createdAt: '2026-11-22T08:00:00.000Z',
  recipients: 2,
}
const counts = { queued: 0, sent: 2, failed: 0, leftOut: 0 }

/** The composer with a message that was written before. */
async function open(calls: Fakes['courseEmails'], { count = 2, body = '<p>Hello {{name}} of {{course}}</p>' } = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    courseEmails: { previewAudience: async () => previewOf(count), ...calls },
  })
  saveEmailDraft(opened, { ...written, subject: 'Your note', body })
  openComposer(opened)
  renderAt(<ComposerHost />)
  await screen.findByRole('dialog')
  await screen.findByText('Diego')
  return called
}
const kept = () => readDraft(useSession.getState().user!.id, draftKey(opened))
const queued = { id: idOf(30), recipients: 2 }

test('says who gets it and why, and who is left out', async () => {
  await open({})
  screen.getByRole('heading', { name: 'Write to 2 students' })
  const to = within(screen.getByRole('region', { name: 'To' }))
  for (const words of ['Method note', 'Not started', 'Draft saved', 'Łukasz Nowak', /opted out of emails from this course/])
    expect(to.queryByText(words)).not.toBeNull()
})

test('shows the email as each reader gets it', async () => {
  await open({})
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks()).toEqual(['Chloé', 'Data Journalism'])
  await userEvent.click(screen.getByRole('button', { name: 'As the next person gets it' }))
  expect(marks()).toEqual(['Diego', 'Data Journalism'])
})

test('sends the email, offers to undo it, and clears the draft', async () => {
  const sent: unknown[] = []
  await open({
    sendMails: async (request) => {
      sent.push(request.body)
      return queued
    },
    cancelCourseEmail: async () => ({ subject: '', body: '', sendTo: [], except: [], showUntil: null }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Leave out Diego' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send to 2 students' }))
  await screen.findByText(/Sending to 2 students/)
  expect(sent).toEqual([{ subject: 'Your note', body: '<p>Hello {{name}} of {{course}}</p>', sendTo: opened.sendTo, except: [idOf(12)] }])
  expect(useOpenedComposer.getState().opened).toBeNull()
  expect(kept()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Not sent. Your draft is kept.')
  expect(kept()?.value).toMatchObject({ subject: 'Your note', except: [idOf(12)] })
  expect(useOpenedComposer.getState().opened).toEqual(opened)
})

test('an announcement is posted even if nobody gets it by email', async () => {
  const toAll = { courseId, sendTo: ['STUDENTS'] }
  signInAs('TRAINER')
  const sent: unknown[] = []
  const none = { ...previewOf(), rules: [{ kind: 'STUDENTS' as const, title: null, days: null }], count: 0, groups: [] }
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    courseEmails: {
      previewAudience: async () => none,
      sendMails: async ({ body }) => {
        sent.push(body)
        return { id: idOf(30), recipients: 0 }
      },
    },
  })
  saveEmailDraft(toAll, { ...written, sendTo: toAll.sendTo, subject: 'Room 4', body: '<p>Today</p>' })
  openComposer(toAll)
  renderAt(<ComposerHost />)
  await screen.findByText('The only reader has opted out of emails from this course.')
  expect(screen.queryByRole('button', { name: 'Announce' })).toBeNull()
  await userEvent.click(screen.getByLabelText('Also show on the course page'))
  await screen.findByText('Nobody gets an email now. It is shown on the course page.')
  await userEvent.click(screen.getByRole('button', { name: 'Announce' }))
  await screen.findByText(/^Announcing/)
  expect(sent).toMatchObject([{ subject: 'Room 4', showUntil: '2026-11-29' }])
})

test('keeps the text when the server does not answer, and tries again', async () => {
  let tries = 0
  await open({
    sendMails: async () => {
      if (tries++ === 0) throw new FakeProblem(503, 'unavailable')
      return queued
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Send to 2 students' }))
  await screen.findByText('The server did not answer. Your text is kept.')
  expect(kept()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Sending to 2 students/)
})

test('sending to more than 50 people, or with Ctrl Enter, asks for confirmation', async () => {
  let sent = 0
  await open({ sendMails: async () => ((sent += 1), queued) }, { count: 212 })
  await userEvent.click(screen.getByRole('button', { name: 'Send to 212 students' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep writing' }))
  await waitFor(() => expect(screen.queryByText('Send to 212 students?')).toBeNull())
  screen.getByLabelText('Subject').focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toBe(0)
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 212' }))
  await waitFor(() => expect(sent).toBe(1))
})

test('an unknown placeholder and a missing subject are shown as errors at their fields', async () => {
  await open({}, { body: '<p>Hello {{nmae}}</p>' })
  await userEvent.clear(screen.getByLabelText('Subject'))
  await userEvent.click(screen.getByRole('button', { name: 'Send to 2 students' }))
  await screen.findByText('Enter a subject')
  expect(screen.queryByText('There is no {{nmae}}. Use Insert.')).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'))
})

test('Escape closes the schedule or the confirmation above the composer, not the composer', async () => {
  await open({}, { count: 212 })
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  ;(await screen.findByLabelText('Date and time')).focus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Date and time')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Send to 212 students' }))
  await screen.findByText('Send to 212 students?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Send to 212 students?')).toBeNull())
  expect(useOpenedComposer.getState().opened).toEqual(opened)
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
  await userEvent.keyboard('{Escape}')
  expect(useOpenedComposer.getState().opened).toBeNull()
})

test('Escape closes the field of a link first, and the composer from anywhere in it', async () => {
  await open({})
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  const field = await screen.findByPlaceholderText('https://example.com/')
  await userEvent.type(field, 'harbour{Escape}')
  await waitFor(() => expect(screen.queryByPlaceholderText('https://example.com/')).toBeNull())
  expect(useOpenedComposer.getState().opened).toEqual(opened)
  // A click beside the fields gives the focus to the dialog itself.
  act(() => screen.getByRole('dialog').focus())
  await userEvent.keyboard('{Escape}')
  expect(useOpenedComposer.getState().opened).toBeNull()
})

test('an email can only be scheduled for the future', async () => {
  const sent: object[] = []
  await open({
    sendMails: async ({ body }) => {
      sent.push(body)
      return queued
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  const field = await screen.findByLabelText('Date and time')
  fireEvent.change(field, { target: { value: '1 jan 2020 8:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Set time' }))
  await screen.findByText('Choose a time in the future')
  fireEvent.change(field, { target: { value: '23 nov 2099 8:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Set time' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Schedule for Mon 23 Nov 2099, 08:00 \S+$/ }))
  await waitFor(() => expect(sent).toMatchObject([{ sendAt: '2099-11-23T08:00:00.000Z' }]))
})

test('a scheduled email that is edited is scheduled for the same time again', async () => {
  const sendAt = '2099-11-23T08:00:00.000Z'
  signInAs('TRAINER')
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    courseEmails: {
      previewAudience: async () => previewOf(),
      getCourseEmail: async () => ({ ...log, state: 'SCHEDULED', sendAt, counts: { ...counts, sent: 0 } }),
      cancelCourseEmail: async () => ({ subject: 'Your note', body: '<p>Hello</p>', sendTo: opened.sendTo, except: [], showUntil: null }),
    },
  })
  renderAt(
    <>
      <EmailDetails courseId={courseId} id={idOf(30)} title="Data Journalism" timeZone="Europe/Lisbon" />
      <ComposerHost />
    </>,
  )
  expect(await screen.findByText(/^Mon 23 Nov 2099, 08:00 \S+$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel and edit' }))
  expect(await screen.findByRole('button', { name: /^Schedule for Mon 23 Nov 2099, 08:00 \S+$/ })).toBeTruthy()
})

/** The log with one email, while there is a draft to the same people. */
async function openLog(calls: Fakes['courseEmails']) {
  signInAs('TRAINER')
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    courseEmails: { previewAudience: async () => previewOf(), ...calls },
  })
  saveEmailDraft(opened, { ...written, subject: 'My draft', body: '<p>Half an hour of work</p>' })
  renderAt(
    <>
      <EmailDetails courseId={courseId} id={idOf(30)} title="Data Journalism" timeZone="Europe/Lisbon" />
      <ComposerHost />
    </>,
  )
}
const subjectField = () => screen.findByLabelText<HTMLInputElement>('Subject')

test('copying an email asks before it replaces a draft to the same people', async () => {
  const sent = { getCourseEmail: async () => ({ ...log, state: 'SENT' as const, sendAt: log.createdAt, counts }) }
  await openLog({ ...sent, listDeliveries: async () => ({ items: [], page: 1, limit: 20, total: 0, counts }) })
  const copy = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    return screen.findByRole('dialog', { name: 'You have a draft to the same people' })
  }
  expect((await copy()).textContent).toContain('“My draft”')
  await userEvent.click(screen.getByRole('button', { name: 'Keep the draft' }))
  expect((await subjectField()).value).toBe('My draft')
  await userEvent.keyboard('{Escape}')
  await copy()
  await userEvent.click(screen.getByRole('button', { name: 'Replace it' }))
  await waitFor(async () => expect((await subjectField()).value).toBe('Last week'))
})

test('an email that is undone does not replace a draft, and neither is lost by a wrong click', async () => {
  await openLog({
    getCourseEmail: async () => ({ ...log, state: 'SCHEDULED', sendAt: '2099-11-23T08:00:00.000Z', counts: { ...counts, sent: 0 } }),
    cancelCourseEmail: async () => ({ subject: 'Unsent', body: '<p>Unsent</p>', sendTo: opened.sendTo, except: [], showUntil: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel and edit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the draft' }))
  expect((await subjectField()).value).toBe('My draft')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await subjectField()).value).toBe('Unsent'))
})

test('an email that is undone in the log is not called on its way any more', async () => {
  await openLog({
    sendMails: async () => queued,
    getCourseEmail: async () => ({ ...log, state: 'SCHEDULED', sendAt: '2099-11-23T08:00:00.000Z', counts: { ...counts, sent: 0 } }),
    cancelCourseEmail: async () => ({ subject: 'Unsent', body: '<p>Unsent</p>', sendTo: opened.sendTo, except: [], showUntil: null }),
  })
  act(() => openComposer(opened))
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 2 students' }))
  await screen.findByText(/Sending to 2 students/)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel and edit' }))
  await screen.findByText('Not sent. Your draft is kept.')
  await waitFor(() => expect(screen.queryByText(/Sending to 2 students/)).toBeNull())
})

test('undoing an email puts it into an open empty composer to the same people', async () => {
  signInAs('TRAINER')
  fakeApi({ courses: { getCourse: async () => makeCourse('TRAINER') }, courseEmails: { previewAudience: async () => previewOf() } })
  openComposer(opened)
  renderAt(<ComposerHost />)
  const field = await subjectField()
  await userEvent.type(field, 'x{Backspace}')
  act(() => openWith(opened, { ...written, subject: 'Unsent', body: '<p>Unsent</p>' }, { isUnsent: true }))
  await waitFor(async () => expect((await subjectField()).value).toBe('Unsent'))
  await userEvent.type(await subjectField(), '!')
  await waitFor(() => expect(kept()?.value).toMatchObject({ subject: 'Unsent!', body: '<p>Unsent</p>' }))
})

test('the images of a stored draft get new URLs', async () => {
  const key = `image/${idOf(10)}/${idOf(40)}.jpg`
  await open(
    { getPictureUrls: async ({ body }) => ({ items: body.keys.map((one) => ({ key: one, url: `https://files.example/${one}?signed` })) }) },
    { body: `<p>Look</p><img data-key="${key}" src="blob:http://localhost/ended" alt="Chart">` },
  )
  const shown = () => screen.getAllByRole('img', { name: 'Chart', hidden: true }).map((image) => image.getAttribute('src'))
  expect(new Set(shown())).toEqual(new Set([`https://files.example/${key}?signed`]))
})

test('a discarded draft can be restored', async () => {
  await open({})
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(kept()).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(kept()?.value).toMatchObject({ subject: 'Your note' })
})
