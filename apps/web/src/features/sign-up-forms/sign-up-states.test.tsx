/** What the details page says about a sign-up form: before, while it is closed, and after the answers were sent. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FakeProblem } from '#test/fake-api.ts'
import { idOf, makeSignUpForm } from '#test/fixtures.ts'
import { answered, before, findField, open, press } from '#test/sign-up-page.tsx'

const automatic = makeSignUpForm({ autoApprove: true })

test.each([
  ['reviewed', before, 'Sign up', ['1 question.', 'Staff read your answers before they enrol you.']],
  [
    'at once',
    { ...automatic, seatsLeft: 3 },
    'Sign up',
    ['1 question.', 'You are enrolled as soon as you send it.', '3 of 20 seats left.'],
  ],
  [
    'full',
    { ...automatic, seatsLeft: 0 },
    'Join the waiting list',
    ['1 question.', 'All 20 seats are taken. You will be put on the waiting list.'],
  ],
])('the invitation says what happens on sending: %s', async (_, form, button, facts) => {
  open({}, form, { seats: 20 })
  expect(await screen.findByRole('button', { name: button })).toBeTruthy()
  expect(screen.getByText(facts.join(' '))).toBeTruthy()
})

test('the invitation says until when the form is open, in the course’s time zone', async () => {
  open({}, { ...before, closesAt: '2099-07-01T22:00:00.000Z' }, { timeZone: 'America/New_York' })
  expect(await screen.findByText(/ Open until Wed 1 Jul 2099, 18:00 .+\.$/)).toBeTruthy()
})

test('answers from an earlier visit are offered to be continued', async () => {
  const two = { ...before, questions: [...before.questions, { ...before.questions[0]!, id: idOf(22), label: 'What else?' }] }
  const { unmount } = open({}, two)
  await press('Sign up')
  await userEvent.type(await findField(), 'Because')
  expect(await screen.findByText('1 of 2 answered')).toBeTruthy()
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1))
  unmount()
  open({}, two)
  expect(await screen.findByText(/^1 of 2 answered, draft saved /)).toBeTruthy()
  await press('Continue')
  expect((await findField()).value).toBe('Because')
})

const past = '2026-01-05T12:00:00.000Z'
test.each([
  ['nobody has written it', null, /^Sign-up has not opened yet$/],
  ['staff closed it', { ...before, status: 'CLOSED' as const, closesAt: past }, /^Sign-up is closed$/],
  ['its time is over', { ...before, closesAt: past }, /^Sign-up closed Mon 5 Jan.*, 12:00 /],
])('there is no form to fill in if %s', async (_, form, title) => {
  open({}, form)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('after withdrawing from a form that has closed, the page says that it is closed', async () => {
  open({}, { ...before, status: 'CLOSED', response: answered('WITHDRAWN') })
  expect(await screen.findByText('You withdrew your answers. Ask the staff of the course if you still want to join.')).toBeTruthy()
})

test('a form that did not load can be asked for again', async () => {
  let isDown = true
  open({
    getForm: () => {
      if (isDown) throw new FakeProblem(500, 'internal')
      return before
    },
  })
  expect(await screen.findByText('The sign-up form could not be loaded')).toBeTruthy()
  isDown = false
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Sign up' })).toBeTruthy()
})

const trainer = { id: idOf(6), name: 'Inês Carvalho', profileImageUrl: null }
test.each([
  [
    'PENDING',
    {},
    'Your answers were sent',
    ['Answers sent', 'Staff review your answers', 'Enrolled'],
    ['Change your answers', 'Withdraw'],
    ['Inês Carvalho. You get an email with the decision.', '2 of 20 seats are left now.'],
  ],
  [
    'WAITLISTED',
    { place: 4 },
    'You are on the waiting list',
    ['Answers sent', 'Waiting list, place 4', 'Enrolled'],
    ['Change your answers', 'Withdraw'],
    ['You get an email when a seat is free for you.'],
  ],
  ['REJECTED', { note: 'Not this time.' }, 'Your sign-up was declined', ['Answers sent', 'Declined'], [], ['Not this time.']],
] as const)('the receipt of %s answers: its steps, and what can still be done', async (status, facts, title, steps, buttons, words) => {
  open({}, { ...before, seatsLeft: 2, response: answered(status, facts) }, { seats: 20, trainers: [trainer] })
  const card = (await screen.findByRole('heading', { name: title })).parentElement!
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => within(item).getByText((_, one) => one?.tagName === 'STRONG').textContent),
  ).toEqual(steps)
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  for (const one of words) expect(card.textContent).toContain(one)
})

test('answers to a form that is closed now can be withdrawn, but not changed', async () => {
  open({}, { ...before, status: 'CLOSED', response: answered('PENDING') })
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change your answers' })).toBeNull()
})

test('the receipt lists the answers to the questions as they were asked, also the empty ones', async () => {
  const asked = [before.questions[0]!, { ...before.questions[0]!, id: idOf(26), label: 'Old question' }]
  open({}, { ...before, response: answered('PENDING', { questions: asked }) })
  const section = (await screen.findByText('Only you and staff see them')).closest('section')!
  expect(section.textContent).toContain('1 of 2')
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1Why this course?As it was sent', '2Old questionNot answered'])
})

test('withdrawing asks first; keeping sends nothing, a refusal leaves the receipt', async () => {
  const { callsOf } = open(
    {
      withdrawAnswers: () => {
        throw new FakeProblem(409, 'conflict', 'Staff have decided.')
      },
    },
    { ...before, response: answered('PENDING') },
  )
  await press('Withdraw')
  await press('Keep')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('withdrawAnswers')).toEqual([])
  await press('Withdraw')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Staff have decided.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your answers were sent' })).toBeTruthy()
  expect(callsOf('withdrawAnswers')).toMatchObject([{ params: { id: before.id } }])
})
