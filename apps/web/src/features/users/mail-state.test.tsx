/** The note for admins about mail that does not leave. */

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MailState } from '@lms/contract/mail'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { MailNote, RefusedMails } from './mail-state.tsx'

function show(state: MailState) {
  signInAs('ADMIN')
  fakeApi({ mail: { getMailState: () => Promise.resolve(state) } })
  renderAt(<MailNote />)
}
const trouble = { answer: '550 5.7.1 Relaying denied', waiting: 3, since: '2026-11-20T10:00:00Z' }

test('without a mail server a note says so', async () => {
  show({ delivery: 'NONE', trouble: { kind: 'NO_SERVER', ...trouble, waiting: 24 } })
  expect(await screen.findByText('Email is not set up')).toBeTruthy()
  expect(screen.getByText(/^24 emails are waiting, for seven days at most\. Invitations/)).toBeTruthy()
})

test.each([
  ['SETTINGS', 'The mail server refuses our emails', /^3 emails are waiting.*Check SMTP_URL.*“550 5\.7\.1 Relaying denied”$/],
  ['SERVER', 'The mail server does not answer', /^3 emails are waiting.*accepts one\. Its last answer/],
] as const)('%s', async (kind, title, text) => {
  show({ delivery: 'SMTP', trouble: { kind, ...trouble } })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})

test('a code for a new password that did not arrive is shown with its reason', async () => {
  const { unmount } = renderAt(<RefusedMails person={userDetails({ email: 'ana@school.example', codeError: '550 5.1.1 No such user' })} />)
  expect(await screen.findByText('The code for a new password could not be delivered to ana@school.example')).toBeTruthy()
  expect(screen.getByText('Reason: “550 5.1.1 No such user”')).toBeTruthy()
  unmount()
  renderAt(<RefusedMails person={userDetails({ codeError: null })} />)
  expect(screen.queryByText(/could not be delivered/)).toBeNull()
})
