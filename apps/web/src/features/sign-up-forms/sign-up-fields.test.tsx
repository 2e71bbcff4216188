/** Filling in a sign-up form: the field of each kind of question, what is sent, and steps of long forms. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FormQuestionType } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { FakeProblem } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { answered, before, open, pending, press } from '#test/sign-up-page.tsx'

const ask = (number: number, type: FormQuestionType, facts: Partial<FormQuestion> = {}): FormQuestion => ({
  id: idOf(number),
  label: `${type} ${number}`,
  help: '',
  type,
  required: true,
  options: [],
  ...facts,
})

test('each kind of question has its field; only answers are sent, with the version that was answered', async () => {
  const questions = [
    ask(41, 'SHORT_TEXT', { help: 'In one line.' }),
    ask(42, 'SINGLE_CHOICE', { options: ['Mornings', 'Evenings'] }),
    ask(43, 'MULTIPLE_CHOICE', { options: ['Mon', 'Tue', 'Wed'] }),
    ask(44, 'YES_NO'),
    ask(45, 'CONSENT', { label: 'I agree to the rules' }),
    ask(46, 'NUMBER', { required: false }),
    ask(47, 'DATE'),
  ]
  const { callsOf } = open(
    {
      answerForm: (form) => {
        form.now = { ...before, questions, response: answered('PENDING') }
        return pending
      },
    },
    { ...before, version: 3, questions },
  )
  await press('Sign up')
  expect(await screen.findByText('In one line.')).toBeTruthy()
  const marked = screen.getAllByRole('heading', { level: 3 }).filter((heading) => heading.dataset['required'] === 'true')
  expect(marked).toHaveLength(questions.filter(({ required }) => required).length)
  expect(screen.getByRole('heading', { name: 'NUMBER 46' }).dataset['required']).toBeUndefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'SHORT_TEXT 41' }), 'Words')
  await userEvent.click(screen.getByRole('radio', { name: 'Evenings' }))
  for (const name of ['Mon', 'Tue', 'Wed', 'Tue']) await userEvent.click(screen.getByRole('checkbox', { name }))
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'I agree to the rules' }))
  await userEvent.type(screen.getByRole('textbox', { name: /NUMBER 46/ }), '5')
  await userEvent.clear(screen.getByRole('textbox', { name: /NUMBER 46/ }))
  expect(screen.getByText('5 of 7 answered')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('DATE 47'), '2026-12-01')
  expect(screen.getByText('6 of 7 answered')).toBeTruthy()
  await press('Send answers')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
  expect(callsOf('answerForm')).toMatchObject([
    {
      body: {
        version: 3,
        answers: [
          { questionId: idOf(41), value: 'Words' },
          { questionId: idOf(42), value: 'Evenings' },
          { questionId: idOf(43), value: ['Mon', 'Wed'] },
          { questionId: idOf(44), value: 'no' },
          { questionId: idOf(45), value: 'yes' },
          { questionId: idOf(47), value: '2026-12-01' },
        ],
      },
    },
  ])
})

test('changed answers are sent as a change; their draft is none of a new sign-up', async () => {
  const { callsOf } = open(
    {
      changeAnswers: (form) => {
        form.now = { ...before, response: answered('PENDING') }
        return form.now.response
      },
    },
    { ...before, response: answered('PENDING') },
  )
  await press('Change your answers')
  expect(await screen.findByRole('heading', { name: 'Change your answers' })).toBeTruthy()
  expect(screen.getByText('You can change your answers until staff have decided.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Why this course?'), '!')
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.endsWith(`${before.id}:change`))).toBe(true))
  await press('Save answers')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
  expect(callsOf('changeAnswers')[0]?.body).toEqual({
    answers: [{ questionId: before.questions[0]!.id, value: 'As it was sent!' }],
    version: before.version,
  })
})

test.each([
  ['reviewed', before, 'You can change your answers until staff have decided.', 'Send answers'],
  ['at once', { ...before, autoApprove: true }, 'You are enrolled as soon as you send it.', 'Send answers'],
  ['full', { ...before, autoApprove: true, seatsLeft: 0 }, 'You get an email when a seat is free for you.', 'Join the waiting list'],
])('what sending does is said below the button: %s', async (_, form, words, button) => {
  open({}, form)
  await press(form.seatsLeft === 0 ? 'Join the waiting list' : 'Sign up')
  const aside = await screen.findByRole('complementary', { name: 'Your answers' })
  expect(within(aside).getByText(words)).toBeTruthy()
  expect(within(aside).getByRole('button', { name: button })).toBeTruthy()
  expect(screen.queryByText(/seats are taken/) !== null).toBe(form.seatsLeft === 0)
})

test('a form with more than seven questions has steps; sending leads to the step of the first error', async () => {
  const questions = Array.from({ length: 8 }, (_, n) => ask(41 + n, 'SHORT_TEXT', { required: n === 1 }))
  const { callsOf } = open({}, { ...before, questions })
  await press('Sign up')
  expect(await screen.findByText(/Step 1 of 2\.$/)).toBeTruthy()
  expect(screen.getAllByRole('textbox')).toHaveLength(7)
  expect(screen.queryByRole('button', { name: 'Send answers' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await press('Next')
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText(/SHORT_TEXT 48/)])
  await press('Send answers')
  expect(await screen.findByText(/Step 1 of 2\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /^Question 2/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'SHORT_TEXT 42' }))
  await press('Next')
  await press('Back')
  expect(screen.getAllByRole('textbox')).toHaveLength(7)
  expect(callsOf('answerForm')).toEqual([])
})

test('a form that gets shorter while somebody is on its second step can be sent', async () => {
  const questions = Array.from({ length: 10 }, (_, n) => ask(41 + n, 'SHORT_TEXT', { required: n === 0 }))
  const shorter = { ...before, version: 2, questions: questions.slice(0, 3) }
  let attempts = 0
  const { callsOf } = open(
    {
      answerForm: (form) => {
        attempts += 1
        form.now = attempts === 1 ? shorter : { ...shorter, response: answered('PENDING') }
        if (attempts === 1) throw new FakeProblem(409, 'version-conflict', 'This form was changed while you filled it in.')
        return pending
      },
    },
    { ...before, version: 1, questions },
  )
  await press('Sign up')
  await userEvent.type(await screen.findByRole('textbox', { name: 'SHORT_TEXT 41' }), 'Words')
  await press('Next')
  await press('Send answers')
  await waitFor(() => expect(screen.getAllByRole('textbox')).toHaveLength(3))
  await press('Send answers')
  await screen.findByRole('heading', { name: 'Your answers were sent' })
  expect(callsOf('answerForm')).toHaveLength(2)
})

test('seven questions are one step', async () => {
  open({}, { ...before, questions: Array.from({ length: 7 }, (_, n) => ask(41 + n, 'SHORT_TEXT')) })
  await press('Sign up')
  expect(await screen.findAllByRole('textbox')).toHaveLength(7)
  expect(screen.queryByText(/Step/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Send answers' })).toBeTruthy()
})
