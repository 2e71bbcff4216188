/** Publishing a form that someone else changes at the same time. */
import type { SignupForm } from '@lms/contract/signup-forms'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeSignUpForm } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { FormBuilderScreen } from './form-builder-screen.tsx'

const { matchMedia } = window
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** The server's side: publishing on an older version is refused. */
function open(refuse?: () => Promise<never>) {
  const server = { form: makeSignUpForm({ responseCount: 0 }) }
  signInAs('ADMIN')
  fakeApi({
    courses: { getCourse: async () => makeCourse(null, { enrolment: 'FORM' }) },
    signupForms: {
      getForm: async () => server.form,
      saveForm: async ({ body }) => {
        await refuse?.()
        if (body.version !== server.form.version) {
          const refusal = new FakeProblem(409, 'version-conflict', 'This form was changed by someone else.')
          refusal.current = server.form
          throw refusal
        }
        server.form = { ...server.form, version: server.form.version + 1, questions: body.questions as SignupForm['questions'] }
        return server.form
      },
    },
  })
  return server
}
const show = () =>
  renderAt(
    <Routes>
      <Route path={paths.signUpForm.pattern} element={<FormBuilderScreen />} />
    </Routes>,
    paths.signUpForm.to({ courseId }),
  )
const theirs = makeSignUpForm({ label: 'What somebody else asks', version: 2, responseCount: 0 })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const label = async () => screen.findByLabelText<HTMLInputElement>('Question')

test('a form that was changed by someone else is not overwritten: their version can be used', async () => {
  const server = open()
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
  const server = open()
  const { unmount } = show()
  await userEvent.type(await label(), ' Mine')
  unmount()
  server.form = theirs
  show()
  await press('Publish changes')
  await press('Keep mine')
  await screen.findByText('The changes are published')
  expect(server.form.questions[0]!.label).toContain(' Mine')
})

test('publishing opens the first question with an error; the summary links to its field', async () => {
  open()
  show()
  await userEvent.clear(await label())
  await press('Add question')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'One choice' }))
  await userEvent.type(await label(), 'How often?')
  await press('Publish changes')
  expect((await label()).value).toBe('')
  expect(screen.getAllByText('Needs attention')).toHaveLength(2)
  expect(screen.getByText('Enter a question')).toBeTruthy()
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
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
  await userEvent.type(await label(), ' Really?')
  await press('Publish changes')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Not publishedThe server is busy. Your draft is kept.Request request-1')
  await userEvent.type(await label(), ' Yes?')
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
