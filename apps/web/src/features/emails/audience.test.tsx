/** Choosing who gets a course email, and when: people are left out or added one by one, and each choice keeps the earlier ones. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AudiencePreview } from '@lms/contract/course-emails'
import { useSession } from '#lib/session.ts'
import { readDraft } from '#lib/stored-drafts.ts'
import { type Fakes, fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeWeek, pageWith, weekVideo } from '#test/fixtures.ts'
import { listedUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { type EmailDraft, openComposer } from './composer-store.ts'
import { draftKey, saveEmailDraft } from './email-drafts.ts'
import { ComposerHost } from './late-parts.tsx'

const names = ['Chloé Martin', 'Diego Ramos', 'Łukasz Nowak']
const students = names.map((name, n) => listedUser({ id: idOf(11 + n), name, email: `student${n}@harbour.example` }))
const rules: AudiencePreview['rules'] = [{ kind: 'STUDENTS', title: null, days: null }]

const weeks = [1, 2].map((number) =>
  makeWeek({
    id: idOf(20 + number),
    number,
    title: `Topic ${number}`,
    media: [{ ...weekVideo, id: idOf(40 + number), title: `Lecture ${number}` }],
  }),
)

/** The composer with a message that was written before, to three students or to those given. */
async function open(
  sendTo: string[],
  {
    preview,
    slowly = () => undefined,
  }: {
    preview?: NonNullable<Fakes['courseEmails']>['previewAudience']
    slowly?: (rule: string | undefined) => Promise<void> | undefined
  } = {},
) {
  signInAs('TRAINER')
  const sent: unknown[] = []
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { weeks }) },
    users: {
      listCourseStudents: async ({ query }) =>
        pageWith(
          students.filter(({ name }) => name.includes(query?.search ?? '')),
          50,
        ),
    },
    courseEmails: {
      previewAudience:
        preview ??
        (async ({ body }) => {
          await slowly([body.sendTo].flat()[0])
          const people = students
            .filter(
              ({ id }) =>
                ([body.sendTo].flat().some((rule) => /^[A-Z]/.test(rule)) || body.sendTo.includes(id)) && !body.except?.includes(id),
            )
            .map(({ id, name, email }) => ({ id, name, email, profileImageUrl: null, lastSeenAt: null, part: 'STUDENT' as const }))
          return {
            rules,
            count: people.length,
            groups: [{ why: 'STUDENT', count: people.length, people }],
            leftOut: [],
            options: { all: 4, students: 3, trainers: 1, pending: 0 },
          }
        }),
      sendMails: async ({ body }) => {
        sent.push(body)
        return { id: idOf(30), recipients: 1 }
      },
    },
  })
  const draft: EmailDraft = {
    sendTo,
    except: [],
    subject: 'Note',
    body: '<p>Hello</p>',
    isAnnounced: false,
    showUntil: '2026-11-29',
    sendAt: null,
  }
  saveEmailDraft({ courseId, sendTo }, draft)
  openComposer({ courseId, sendTo })
  renderAt(<ComposerHost />)
  await screen.findByRole('dialog')
  return { sent, kept: () => readDraft<EmailDraft>(useSession.getState().user!.id, draftKey({ courseId, sendTo }))?.value }
}

const leaveOut = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Leave out ${name}` }))
  await waitFor(() => expect(screen.queryByRole('button', { name: `Leave out ${name}` })).toBeNull())
}

test('of a large audience fifty names are shown; anybody else is found by name and left out', async () => {
  const asked: unknown[] = []
  const { kept } = await open(['STUDENTS'], {
    preview: async ({ body }) => {
      asked.push(body.search ?? body.limit)
      const everybody = Array.from({ length: 1200 }, (_, n) => ({ ...listedUser({ id: idOf(100 + n), name: `Student ${n + 1}` }) }))
        .filter(({ id }) => !body.except?.includes(id))
        .map(({ id, name, email }) => ({ id, name, email, profileImageUrl: null, lastSeenAt: null, part: 'STUDENT' as const }))
      const people = everybody.filter(({ name }) => name.includes(body.search ?? '')).slice(0, body.limit ?? 8)
      const groups = [{ why: 'STUDENT' as const, count: everybody.length, people }]
      return { rules, count: everybody.length, groups, leftOut: [], options: { all: 1201, students: 1200, trainers: 1, pending: 0 } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show 50 of 1200' }))
  expect(await screen.findByText('and 1150 more, found by name')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find someone to leave out' }), 'Student 1150')
  await leaveOut('Student 1150')
  expect(screen.getByText('Nobody here has this name')).toBeTruthy()
  await waitFor(() => expect(kept()?.except).toEqual([idOf(1249)]))
  expect(await screen.findByRole('button', { name: 'Send to 1199 students' })).toBeTruthy()
  expect(asked).toContain('Student 1150')
})

test('a person who was left out stays out when a second one is left out', async () => {
  const { sent, kept } = await open(['STUDENTS'])
  await leaveOut('Chloé Martin')
  await leaveOut('Diego Ramos')
  await waitFor(() => expect(kept()?.except).toEqual([idOf(11), idOf(12)]))
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 1 student' }))
  await waitFor(() => expect(sent).toMatchObject([{ sendTo: ['STUDENTS'], except: [idOf(11), idOf(12)] }]))
})

test('people are chosen one by one; the second does not replace the first, and one can be taken out again', async () => {
  const { sent } = await open([])
  await userEvent.click(await screen.findByRole('radio', { name: /^Choose people/ }))
  for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Diego Ramos' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 2 students' }))
  await waitFor(() => expect(sent).toMatchObject([{ sendTo: [idOf(11), idOf(13)], except: [] }]))
})

test('a search for people to choose says what it found, and that it found nobody', async () => {
  await open([])
  await userEvent.click(await screen.findByRole('radio', { name: /^Choose people/ }))
  const search = await screen.findByRole('searchbox', { name: 'Name of a student' })
  await userEvent.type(search, 'Diego')
  expect((await screen.findByText('1 found')).role).toBe('status')
  await userEvent.type(search, ' Nobody')
  expect((await screen.findByText('Nothing found')).role).toBe('status')
  expect(screen.getByText('Nobody has this name')).toBeTruthy()
})

test('another choice of readers starts without those left out before', async () => {
  const { sent } = await open(['STUDENTS'])
  await leaveOut('Chloé Martin')
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Choose people/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Chloé Martin' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 1 student' }))
  await waitFor(() => expect(sent).toMatchObject([{ sendTo: [idOf(11)], except: [] }]))
})

test('those absent in a week, or not seen for some days, are of the week and the days that were chosen', async () => {
  const { kept } = await open(['STUDENTS'])
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Absent/ }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Week' }), 'Week 1: Topic 1')
  await waitFor(() => expect(kept()?.sendTo).toEqual([`ABSENT:${idOf(21)}`]))
  await userEvent.click(screen.getByRole('radio', { name: /^Not seen lately/ }))
  const days = screen.getByRole('textbox', { name: 'Days since they were last seen' })
  await waitFor(() => expect(kept()?.sendTo).toEqual(['INACTIVE:14']))
  await userEvent.clear(days)
  await userEvent.type(days, '30')
  expect(kept()?.sendTo).toEqual(['INACTIVE:14'])
  await userEvent.tab()
  await waitFor(() => expect(kept()?.sendTo).toEqual(['INACTIVE:30']))
})

test('those who have not watched a recording: the last one that students can see, or another', async () => {
  const { kept } = await open(['STUDENTS'])
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Not watched/ }))
  await waitFor(() => expect(kept()?.sendTo).toEqual([`NOT_WATCHED:${idOf(42)}`]))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Recording' }), 'Lecture 1')
  await waitFor(() => expect(kept()?.sendTo).toEqual([`NOT_WATCHED:${idOf(41)}`]))
})

test('a scheduled email can still be sent now', async () => {
  const { sent } = await open(['STUDENTS'])
  const schedule = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }))
    return screen.findByLabelText('Date and time')
  }
  fireEvent.change(await schedule(), { target: { value: '23 nov 2099 8:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Set time' }))
  await screen.findByRole('button', { name: /^Schedule for Mon 23 Nov 2099/ })
  await waitFor(() => expect(screen.queryByLabelText('Date and time')).toBeNull())
  await schedule()
  await userEvent.click(screen.getByRole('button', { name: 'Send now instead' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 students' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('sendAt')
})

test('a draft belongs to its rule, or to its people in whatever order they were chosen', () => {
  const keyOf = (...to: string[]) => draftKey({ courseId, sendTo: to })
  expect(keyOf(idOf(60), idOf(61))).toBe(keyOf(idOf(61), idOf(60)))
  const keys = [keyOf('STUDENTS'), keyOf('ALL'), keyOf(idOf(60)), keyOf(idOf(61)), draftKey({ courseId: idOf(9), sendTo: ['ALL'] })]
  expect(new Set(keys).size).toBe(5)
  // All but the last are the same.
  const many = Array.from({ length: 7 }, (_, n) => idOf(60 + n))
  expect(keyOf(...many, idOf(80))).not.toBe(keyOf(...many, idOf(81)))
})

test('until it is known whom the present choice reaches there is no count, and nothing can be sent', async () => {
  const asked = Promise.withResolvers<void>()
  const { sent } = await open(['STUDENTS'], { slowly: (sendTo) => (sendTo === 'ALL' ? asked.promise : undefined) })
  await screen.findByRole('button', { name: 'Send to 3 students' })
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Everyone/ }))
  await screen.findByText('Counting …')
  expect(screen.queryByRole('button', { name: /^Send to/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: /^Write to/ })).toBeNull()
  expect(screen.getByText('Chloé Martin').closest('[inert]')).not.toBeNull()
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Subject' }), { key: 'Enter', ctrlKey: true })
  asked.resolve()
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 students' }))
  await waitFor(() => expect(sent).toMatchObject([{ sendTo: ['ALL'] }]))
})

test('with nobody chosen nothing can be sent, and the title names nobody', async () => {
  await open(['STUDENTS'])
  await screen.findByRole('heading', { name: 'Write to 3 students' })
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Choose people/ }))
  await screen.findByRole('heading', { name: 'Write email' })
  expect(screen.queryByRole('button', { name: /^Send to/ })).toBeNull()
})

test('the chosen time stays with the draft; once it has passed, another one is to be chosen', async () => {
  const { sent, kept } = await open(['STUDENTS'])
  const schedule = async (at: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }))
    fireEvent.change(await screen.findByLabelText('Date and time'), { target: { value: at } })
    await userEvent.click(screen.getByRole('button', { name: 'Set time' }))
  }
  await schedule('23 nov 2099 8:00')
  await waitFor(() => expect(kept()?.sendAt).toBe('2099-11-23T08:00:00.000Z'))
  await userEvent.click(screen.getByRole('button', { name: 'Close, keep the draft' }))
  saveEmailDraft({ courseId, sendTo: ['STUDENTS'] }, { ...kept()!, sendAt: '2020-11-23T08:00:00.000Z' })
  act(() => openComposer({ courseId, sendTo: ['STUDENTS'] }))
  await userEvent.click(await screen.findByRole('button', { name: /^Schedule for Mon 23 Nov 2020/ }))
  await screen.findByText('The time to send this has passed. Choose another one, or send now instead.')
  expect(sent).toEqual([])
})
