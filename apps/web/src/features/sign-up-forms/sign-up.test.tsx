/** The sign-up form while it changes elsewhere: a newer form, another tab, a decision. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MyResponse, SignupForm } from '@lms/contract/signup-forms'
import { enter } from '#test/enter.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { courseId, idOf } from '#test/fixtures.ts'
import { answered, before, findField, open, pending, press } from '#test/sign-up-page.tsx'

const phone = { id: idOf(23), label: 'Phone', help: '', type: 'PHONE' as const, required: false, options: [] }
const changed: SignupForm = { ...before, version: 2, questions: [...before.questions, phone] }

test('a form that changed while it was filled in shows what is new and can be sent', async () => {
  let count = 0
  open({
    answerForm: (form) => {
      if (count++ > 0) {
        form.now = { ...changed, response: answered('PENDING') }
        return pending
      }
      form.now = changed
      throw new FakeProblem(409, 'version-conflict', 'This form was changed while you filled it in.')
    },
  })
  await press('Sign up')
  await userEvent.type(await findField(), 'Because')
  await press('Send answers')
  const note = (await screen.findByText('Question 2 is new. Your other answers are kept.')).closest('[role=status]')
  await waitFor(() => expect(document.activeElement).toBe(note))
  expect(screen.getByLabelText(/Phone/)).toBeTruthy()
  expect((await findField()).value).toBe('Because')
  await press('Send answers')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
})

const mail = { id: idOf(25), label: 'Email', help: '', type: 'EMAIL' as const, required: true, options: [] }

test('errors are shown at the question and in a list; after leaving a field only at the field', async () => {
  open(
    {
      answerForm: () => {
        throw new FakeProblem(422, 'validation-failed', 'Some fields', [
          { pointer: `/answers/${mail.id}`, detail: 'Nobody reads this address' },
        ])
      },
    },
    { ...before, questions: [...before.questions, mail] },
  )
  await press('Sign up')
  await userEvent.type(await screen.findByLabelText(/Email/), 'ana')
  await userEvent.tab()
  expect(await screen.findByText(/^Enter an email/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Send answers')
  const links = () => within(screen.getByRole('alert')).getAllByRole('link')
  expect(links().map(({ textContent }) => textContent?.slice(0, 12))).toEqual(['Question 1: ', 'Question 2: '])
  expect(document.activeElement).toBe(await findField())
  await userEvent.click(links()[0]!)
  expect(document.activeElement).toBe(await findField())
  await enter(await findField(), 'Because')
  expect(links()).toHaveLength(1)
  await enter(await screen.findByLabelText(/Email/), '@harbour.example')
  await press('Send answers')
  expect(await screen.findByRole('link', { name: 'Question 2: nobody reads this address' })).toBeTruthy()
  expect(screen.getByText('Nobody reads this address')).toBeTruthy()
})

test('answers that could not be sent are kept, and the reason stays while they are changed', async () => {
  open({
    answerForm: () => {
      throw new FakeProblem(503, 'unavailable', 'The server is busy.')
    },
  })
  await press('Sign up')
  await enter(await findField(), 'Because')
  await press('Send answers')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not sentThe server is busy. Your answers are kept.')
  await enter(await findField(), ' of it')
  expect(alert.isConnected).toBe(true)
})

test('answers that were sent from another tab lead to the receipt, and no draft of them remains', async () => {
  open({
    answerForm: (form) => {
      form.now = { ...before, response: answered('PENDING') }
      throw new FakeProblem(409, 'already-answered', 'You have answered this form.')
    },
  })
  await press('Sign up')
  await enter(await findField(), 'Typed in this tab')
  await press('Send answers')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
  await press('Change your answers')
  expect((await findField()).value).toBe('As it was sent')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('a full form that staff review says what happens: answers are read first, then the waiting list', async () => {
  open({}, { ...before, seatsLeft: 0 })
  expect((await screen.findByText(/seats are taken/)).textContent).toContain('If staff approve you, you join the waiting list.')
  await press('Sign up')
  expect(await screen.findByText('If staff approve you, you join the waiting list.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send answers' })).toBeTruthy()
})

test('people who are enrolled immediately see a receipt that leads to the course', async () => {
  open({
    answerForm: (form) => {
      form.now = { ...before, response: answered('APPROVED') }
      return { id: idOf(24), status: 'ACCEPTED', place: null, membership: { role: 'STUDENT', status: 'ACTIVE' } }
    },
  })
  await press('Sign up')
  await enter(await findField(), 'Because')
  await press('Send answers')
  await screen.findByRole('heading', { name: 'You are enrolled' })
  expect(screen.getByRole('link', { name: 'Open course' }).getAttribute('href')).toBe(`/courses/course/${courseId}`)
})

test('changing the answers can be cancelled', async () => {
  open({}, { ...before, response: answered('PENDING') })
  await press('Change your answers')
  await enter(await findField(), ', and more')
  await press('Cancel')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
  await press('Change your answers')
  expect((await findField()).value).toBe('As it was sent')
})

test('answers that were just sent can be withdrawn, and the form is offered again', async () => {
  const status = (form: { now: SignupForm | null }, next: MyResponse['status']) => {
    form.now = { ...before, response: answered(next) }
    return form.now.response
  }
  open({
    answerForm: (form) => {
      status(form, 'PENDING')
      return pending
    },
    withdrawAnswers: (form) => status(form, 'WITHDRAWN'),
  })
  await press('Sign up')
  await enter(await findField(), 'Because')
  await press('Send answers')
  await press('Withdraw')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByRole('button', { name: 'Sign up' })).toBeTruthy()
})

test('a decision while the answers are being changed leads to the receipt', async () => {
  open(
    {
      changeAnswers: (form) => {
        form.now = { ...before, response: { ...answered('REJECTED'), note: 'Not this time.' } }
        throw new FakeProblem(409, 'conflict', 'Staff have decided.')
      },
    },
    { ...before, response: answered('PENDING') },
  )
  await press('Change your answers')
  await enter(await findField(), ', and more')
  await press('Save answers')
  await screen.findByRole('heading', { name: 'Your sign-up was declined' })
  expect(screen.getByText('Not this time.')).toBeTruthy()
})
