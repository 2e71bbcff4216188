/** Signing up with a form, as on the details page of a course, for tests. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { MyResponse, SignupForm } from '@lms/contract/signup-forms'
import { SignUp, type SignUpMode } from '#features/sign-up-forms/sign-up.tsx'
import { fakeApi, signInAs } from './fake-api.ts'
import { idOf, makeCourse, makeSignUpForm } from './fixtures.ts'
import { renderAt } from './render.tsx'

const formCourse = makeCourse(null, { enrolment: 'FORM' })
/** Staff review the answers to it. */
export const before = makeSignUpForm({ autoApprove: false })
export const answered = (status: MyResponse['status'], facts: Partial<MyResponse> = {}): MyResponse => ({
  id: idOf(24),
  status,
  version: 1,
  questions: before.questions,
  answers: [{ questionId: before.questions[0]!.id, value: 'As it was sent' }],
  place: null,
  note: null,
  sentAt: '2026-11-20T12:00:00.000Z',
  ...facts,
})
export const pending = { id: idOf(24), status: 'PENDING', place: null, membership: { role: 'STUDENT', status: 'PENDING' } }

function Details({ course }: { course: Course }) {
  const [mode, setMode] = useState<SignUpMode>(null)
  return <SignUp course={course} mode={mode} onMode={setMode} onFilling={() => undefined} />
}

/** `form` is what the server has at the moment. */
export function open(
  calls: Record<string, (form: { now: SignupForm | null }, body: unknown) => unknown>,
  first: SignupForm | null = before,
  course: Partial<Course> = {},
) {
  signInAs('USER')
  const form = { now: first }
  const fakes = Object.entries(calls).map(([name, call]) => [name, async ({ body }: { body: unknown }) => call(form, body)])
  const called = fakeApi({ signupForms: { getForm: async () => form.now, ...(Object.fromEntries(fakes) as object) } })
  const rendered = renderAt(<Details course={{ ...formCourse, ...course }} />)
  const callsOf = (name: string) => called.filter((call) => call.name === `signupForms.${name}`).map(({ request }) => request)
  return { ...rendered, callsOf }
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
export const findField = () => screen.findByLabelText<HTMLTextAreaElement>('Why this course?')
