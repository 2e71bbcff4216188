/** The builder of a sign-up form: questions, settings, and publishing one that someone else changes at the same time. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Course } from '@lms/contract/courses'
import type { SignupForm } from '@lms/contract/signup-forms'
import { paths } from '#lib/paths.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeSignUpForm } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { FormBuilderScreen } from './form-builder-screen.tsx'

const { matchMedia } = window
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** The server's side: publishing on an older version is refused. */
function open(
  until?: () => Promise<void>,
  {
    enrolment = 'FORM',
    responses = 0,
    closesAt = null,
  }: { enrolment?: Course['enrolment']; responses?: number; closesAt?: string | null } = {},
) {
  const server: { form: SignupForm | null } = { form: makeSignUpForm({ responseCount: responses, closesAt }) }
  signInAs('ADMIN')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(null, { enrolment, timeZone: 'America/New_York' }) },
    signupForms: {
      getForm: async () => server.form,
      saveForm: async ({ body }) => {
        await until?.()
        if (server.form && body.version !== server.form.version) {
          const refusal = new FakeProblem(409, 'version-conflict', 'This form was changed by someone else.')
          refusal.current = server.form
          throw refusal
        }
        const now = server.form ?? makeSignUpForm()
        server.form = {
          ...now,
          version: now.version + 1,
          questions: body.questions.map((question, n) => ({ ...question, id: question.id ?? idOf(60 + n) })) as SignupForm['questions'],
        }
        return server.form
      },
    },
  })
  const callsOf = (name: string) => called.filter((call) => call.name === `signupForms.${name}`).map(({ request }) => request)
  return { server, callsOf }
}
const show = () =>
  renderAt(
    <Routes>
      <Route path={paths.signUpForm.pattern} element={<ScreenWithData of={FormBuilderScreen} />} />
    </Routes>,
    paths.signUpForm.to({ courseId }),
  )
const theirs = makeSignUpForm({ label: 'What somebody else asks', version: 2, responseCount: 0 })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const label = async () => screen.findByLabelText<HTMLInputElement>('Question')

test('a form that did not load can be loaded again', async () => {
  open()
  const answer = globalThis.fetch
  let isDown = true
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    isDown && url.includes('form') ? Promise.reject(new TypeError('Failed to fetch')) : answer(url, init),
  )
  show()
  await screen.findByText('The server did not answer.')
  isDown = false
  await press('Try again')
  expect(await label()).toBeDefined()
})

test('a form that was changed by someone else is not overwritten: their version can be used', async () => {
  const { server } = open()
  show()
  await userEvent.type(await label(), ' Really?')
  server.form = theirs
  await press('Publish changes')
  await screen.findByText('This form was changed by someone else')
  expect(server.form).toBe(theirs)
  expect((await label()).value).toContain('Really?')
  await press('Use their version')
  expect((await label()).value).toBe('What somebody else asks')
})

test('a draft from before the other change is refused too, and replaces theirs only on request', async () => {
  const { server } = open()
  const { unmount } = show()
  await enter(await label(), ' Mine')
  unmount()
  server.form = theirs
  show()
  await press('Publish changes')
  await press('Keep mine')
  await screen.findByText('Changes published')
  expect(server.form?.questions[0]!.label).toContain(' Mine')
})

test('publishing opens the first question with an error; the summary links to its field', async () => {
  open()
  show()
  await userEvent.clear(await label())
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'One choice' }))
  await enter(await label(), 'How often?')
  await press('Publish changes')
  expect((await label()).value).toBe('')
  expect(screen.getAllByText('Needs attention')).toHaveLength(2)
  expect(screen.getByText('Enter a question')).toBeTruthy()
  const summary = screen.getByRole('alert')
  await waitFor(async () => expect(document.activeElement).toBe(await label()))
  expect(within(summary).getByRole('link', { name: 'Question 2: offer at least two choices' })).toBeTruthy()
  await userEvent.click(within(summary).getByRole('link', { name: 'Question 1: enter a question' }))
  expect(document.activeElement).toBe(await label())
  await userEvent.type(await label(), 'Why?')
  expect(within(summary).queryByRole('link', { name: /^Question 1/ })).toBeNull()
  expect(screen.getAllByText('Needs attention')).toHaveLength(1)
})

test('a form that could not be published says so, and keeps what was written', async () => {
  const refusal = new FakeProblem(503, 'unavailable', 'The server is busy.')
  open(() => Promise.reject(refusal))
  show()
  await enter(await label(), ' Really?')
  await press('Publish changes')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Not publishedThe server is busy. Your draft is kept.Request request-1')
  await enter(await label(), ' Yes?')
  expect(alert.isConnected).toBe(true)
})

test('Enter goes to the next choice at once, however fast the user types', async () => {
  open()
  show()
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'One choice' }))
  await userEvent.click(await screen.findByLabelText('Choice 1'))
  await userEvent.keyboard('Never{Enter}Once{Enter}Often{Alt>}{ArrowUp}{/Alt} or more', { delay: null })
  const choices = screen.getAllByLabelText<HTMLInputElement>(/^Choice \d/)
  expect(choices.map(({ value }) => value)).toEqual(['Never', 'Often or more', 'Once'])
})

test('on a phone, choosing a question leads to it below the list', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  open()
  show()
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Date' }))
  const list = await screen.findByRole('navigation', { name: 'Questions' })
  await userEvent.click(within(list).getByRole('button', { name: /Why this course/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Question 1' })))
})

test('the settings are sent: who is enrolled at once, until when in the course’s time zone, and the questions', async () => {
  const { callsOf } = open(undefined, { closesAt: '2099-01-10T04:30:00.000Z' })
  show()
  await enter(await label(), ' Really?')
  await enter(screen.getByLabelText('Help (optional)'), 'In a few words.')
  const until = screen.getByLabelText<HTMLInputElement>('Open until')
  expect(until.value).toBe('Fri 9 Jan 2099, 23:30')
  fireEvent.change(until, { target: { value: '1 Jul 2099 18:00' } })
  await userEvent.click(screen.getByRole('switch', { name: 'An answer is required' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Staff review each response/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Closed' }))
  await press('Publish changes')
  await screen.findByText('Changes published')
  expect(callsOf('saveForm')).toMatchObject([
    {
      params: { courseId },
      body: {
        autoApprove: false,
        status: 'CLOSED',
        closesAt: '2099-07-01T22:00:00.000Z',
        version: 1,
        questions: [{ label: 'Why this course? Really?', help: 'In a few words.', required: false }],
      },
    },
  ])
})

test('a time in the past is named as what closes the form', async () => {
  open(undefined, { closesAt: '2099-01-10T04:30:00.000Z' })
  show()
  const until = await screen.findByLabelText<HTMLInputElement>('Open until')
  const described = () => document.getElementById(until.getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent
  expect(described()).toBe('New York time ')
  fireEvent.change(until, { target: { value: '1 Nov 18:00' } })
  expect(described()).toBe('New York time This time has passed: nobody can sign up.')
})

test('a new form starts with one question, enrols everyone who answers, and is published as the first version', async () => {
  const { callsOf, server } = open()
  server.form = null
  show()
  expect((await label()).value).toBe('Why this course, why now?')
  expect(screen.queryByRole('link', { name: /answer/ })).toBeNull()
  await press('Publish form')
  await screen.findByText('Form published')
  expect(callsOf('saveForm')[0]?.body).toMatchObject({ version: 0, autoApprove: true, status: 'OPEN' })
})

test('questions are added, duplicated, moved and removed, each said aloud; a removed one comes back by Undo', async () => {
  open()
  show()
  const items = () =>
    within(screen.getByRole('navigation', { name: 'Questions' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Date' }))
  expect(screen.getByText('Question 2 added')).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await label()))
  await enter(await label(), 'When?')
  expect(items()).toEqual(['1Why this course?Long text, required', '2When?Date, required'])
  await press('Move question 2 up')
  expect(screen.getByText('Question 2 moved to 1')).toBeTruthy()
  expect(items()[0]).toContain('When?')
  expect((await label()).value).toBe('When?')
  await press('Move question 1 up')
  expect(items()[0]).toContain('When?')
  await press('Duplicate question 1')
  expect(screen.getByText('Question 1 duplicated as question 2')).toBeTruthy()
  expect(items().map((words) => words.slice(1, 6))).toEqual(['When?', 'When?', 'Why t'])
  await press('Remove question 2')
  expect(screen.getByText('Question 2 removed')).toBeTruthy()
  expect(items()).toHaveLength(2)
  await enter(await label(), ' Now')
  await press('Undo')
  expect(items().map((words) => words.slice(1, 10))).toEqual(['When?Date', 'When?Date', 'Why this '])
  expect(items().some((words) => words.includes('Now'))).toBe(true)
})

test('words typed while the form is published stay, and are not published yet', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  open(() => until)
  show()
  await enter(await label(), ' Why now?')
  await press('Publish changes')
  await enter(await label(), ' And how?')
  resolve()
  await screen.findByText('Changes published')
  expect((await label()).value).toBe('Why this course? Why now? And how?')
  expect(await screen.findByRole('button', { name: 'Publish changes' })).toBeDefined()
})

test('the preview shows the question as it is written, and can be tried', async () => {
  open()
  show()
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'One choice' }))
  const preview = within(screen.getByRole('complementary', { name: 'Preview' }))
  expect(preview.getByText('Your question')).toBeTruthy()
  await enter(await label(), 'How often?')
  await enter(screen.getByLabelText('Choice 1'), 'Never')
  await enter(screen.getByLabelText('Choice 2'), 'Never')
  expect(preview.getByText('How often?')).toBeTruthy()
  await userEvent.click(preview.getByRole('radio', { name: 'Never' }))
  expect(preview.getByRole<HTMLInputElement>('radio', { name: 'Never' }).checked).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove choice 1' }).disabled).toBe(true)
  await press('Add choice')
  await press('Remove choice 1')
  expect(screen.getAllByLabelText(/^Choice \d/)).toHaveLength(2)
})

test('the builder says who can enrol without this form; existing answers stay', async () => {
  open(undefined, { enrolment: 'OPEN', responses: 4 })
  show()
  expect(await screen.findByText('Students do not sign up with this form yet')).toBeTruthy()
  expect(screen.getByText('Answers are kept when you change the questions')).toBeTruthy()
  expect(screen.getByRole('link', { name: '4 answers' }).getAttribute('href')).toBe(paths.signUpResponses.to({ courseId }))
})

test('a draft is offered with its time, and can be discarded', async () => {
  open()
  const { unmount } = show()
  await enter(await label(), ' Mine')
  unmount()
  show()
  expect(await screen.findByText(/^Draft from .+, not published\.$/)).toBeTruthy()
  expect((await label()).value).toBe('Why this course? Mine')
  await press('Discard')
  expect((await label()).value).toBe('Why this course?')
  expect(screen.queryByText(/^Draft from/)).toBeNull()
})
