/** An email as its readers get it, and who they are. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { courseId, idOf } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AudienceField } from './audience-field.tsx'
import { EmailPreview } from './email-preview.tsx'

const person = (n: number, name: string, part: 'STUDENT' | 'APPLICANT' = 'STUDENT') => ({
  id: idOf(n),
  name,
  email: `${n}@harbour.example`,
  part,
  profileImageUrl: null,
  lastSeenAt: null,
})
const people = [person(60, 'Ana Li'), person(61, 'Bo Kim'), person(62, 'Chloé Martin', 'APPLICANT')]
const audience = { count: 3, groups: [{ why: 'MEMBER', count: 3, people }], rules: [{ kind: 'ALL' }], leftOut: [] }

const stateOf = (data: object | undefined, change: object = {}) =>
  ({
    courseId,
    course: { title: 'Data Journalism', weeks: [] },
    sendTo: ['ALL'],
    count: 0,
    people: '3 people',
    audience: { data },
    reached: data,
    isOnlyAnnounced: false,
    isTesting: false,
    leaveOut: vi.fn<(id: string) => void>(),
    showAllNames: () => undefined,
    fillFor: (name: string) => ({ subject: `For ${name}`, body: `<p>Dear ${name}</p>` }),
    check: (work: () => void) => work,
    sendTest: vi.fn<() => void>(),
    ...change,
  }) as never

test('the readers are gone through in a circle, or chosen; each sees why they get it', async () => {
  signInAs('TRAINER')
  renderAt(<EmailPreview state={stateOf(audience)} />)
  const shown = () => [screen.getByText(/^For /).textContent, screen.getByText(/^To /).textContent]
  expect(shown()).toEqual(['For Ana Li', 'To 60@harbour.example'])
  expect(screen.getByText(/^You get this because you are enrolled in Data Journalism\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'As the person before gets it' }))
  expect(shown()).toEqual(['For Chloé Martin', 'To 62@harbour.example'])
  expect(screen.getByText(/^You get this because you asked to join Data Journalism\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'As the next person gets it' }))
  expect(shown()[0]).toBe('For Ana Li')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Whose email is shown' }), 'As Bo Kim gets it')
  expect(shown()[0]).toBe('For Bo Kim')
})

test('before readers are known, the writer sees it as a reader would', () => {
  const me = signInAs('TRAINER')
  renderAt(<EmailPreview state={stateOf(undefined)} />)
  expect(screen.getByText(`For ${me.name}`)).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
})

const left = (reason: string, count: number) => ({ reason, count, people: people.slice(0, 1) })
test.each<[object, string]>([
  [{ leftOut: [left('OPTED_OUT', 2)] }, 'All 2 have opted out of emails from this course.'],
  [{ leftOut: [left('OPTED_OUT', 2), left('SUSPENDED', 1)] }, 'All 3 are left out.'],
  [{ rules: [{ kind: 'NOT_SUBMITTED', title: 'Essay' }] }, 'Everyone has submitted this.'],
  [{ rules: [{ kind: 'NOT_WATCHED', title: 'Lecture' }] }, 'Nobody has this left to watch.'],
  [{ rules: [{ kind: 'ABSENT', title: 'Week 1' }] }, 'There is nobody in this group.'],
])('with %j, an email to nobody says “%s”', (facts, words) => {
  signInAs('TRAINER')
  renderAt(<AudienceField state={stateOf({ ...audience, count: 0, groups: [], ...facts })} />)
  expect(screen.getByText(words)).toBeDefined()
})

test('on a phone the names are shown on request', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  signInAs('TRAINER')
  renderAt(<AudienceField state={stateOf(audience, { count: 3 })} />)
  expect(screen.queryByText('Bo Kim')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 people' }))
  expect(screen.getByText('Bo Kim')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Hide the names' }))
  expect(screen.queryByText('Bo Kim')).toBeNull()
})
