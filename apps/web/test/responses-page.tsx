/** The list of responses to a sign-up form, whose calls are answered by the test. */

import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { vi } from 'vitest'
import type { SignupResponse } from '@lms/contract/signup-responses'
import { paths } from '#lib/paths.ts'
import { ResponsesScreen } from '#features/sign-up-forms/responses-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeSignUpForm } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'

const { matchMedia } = window
/** A screen that is at least that wide, or at most. */
export const onScreen = (width: 'min-width' | 'max-width') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(width) }))
export const when = {
  id: idOf(20),
  label: 'When do you have time?',
  help: '',
  type: 'SINGLE_CHOICE',
  required: true,
  options: ['Mornings', 'Evenings'],
} as const
export const form = makeSignUpForm({ autoApprove: false, questions: [{ ...when, options: [...when.options] }], responseCount: 2 })
export const responseOf = (n: number, facts: Partial<SignupResponse> = {}): SignupResponse => ({
  id: idOf(100 + n),
  person: { id: idOf(300 + n), name: `Person ${n}`, profileImageUrl: null, email: `p${n}@harbour.example` },
  status: 'PENDING',
  version: 1,
  answers: [{ questionId: when.id, value: 'Evenings' }],
  earlier: [],
  files: [],
  place: null,
  note: null,
  sentAt: '2026-11-20T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  ...facts,
})

type Facts = {
  at?: string
  role?: 'TRAINER' | 'ADMIN'
  /** Whether the trainer teaches the course. */
  isTeaching?: boolean
  form?: typeof form | null
  items?: SignupResponse[]
  total?: number
  /** How many wait for a decision. */
  review?: number
  seats?: { taken: number; total: number | null }
  calls?: Fakes['signupResponses']
}

export function showResponses({
  at = '',
  role = 'TRAINER',
  isTeaching = role === 'TRAINER',
  form: shown = form,
  items = [responseOf(0), responseOf(1)],
  total,
  review = 7,
  seats,
  calls,
}: Facts = {}) {
  signInAs(role)
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(isTeaching ? 'TRAINER' : null, { enrolment: 'FORM' }) },
    notices: { updateNotices: async () => ({ unread: 0 }) },
    signupForms: { getForm: async () => shown },
    signupResponses: {
      listResponses: async ({ query = {} }) => ({
        items,
        page: Number(query.page ?? 1),
        limit: Number(query.limit ?? 20),
        total: total ?? items.length,
        counts: { review, enrolled: 5, waitlisted: 3, declined: 1, left: 0, withdrawn: 0, all: 16 },
        versions: [{ version: 1, questions: form.questions }],
        seats: seats ?? { taken: 0, total: null },
      }),
      summarizeResponses: async () => ({
        total: 16,
        questions: [
          {
            ...form.questions[0]!,
            answered: 4,
            choices: [
              { option: 'Mornings', count: 1 },
              { option: 'Evenings', count: 3 },
            ],
          },
          {
            ...form.questions[0]!,
            id: idOf(27),
            type: 'YES_NO',
            label: 'A laptop?',
            answered: 1,
            choices: [
              { option: 'yes', count: 1 },
              { option: 'no', count: 0 },
            ],
          },
          { ...form.questions[0]!, id: idOf(28), type: 'LONG_TEXT', label: 'Anything else?', answered: 0, choices: [] },
        ],
      }),
      decideResponses: async ({ body }) => ({
        items: body.ids.map((id) => ({ id, name: 'Somebody', before: 'PENDING' as const, status: body.decision })),
        seatsLeft: null,
        passed: 0,
      }),
      ...calls,
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.signUpResponses.pattern} element={<ScreenWithData of={ResponsesScreen} />} />
    </Routes>,
    paths.signUpResponses.to({ courseId }) + at,
  )
  const requestsOf = (name: string) => called.filter((call) => call.name === name).map(({ request }) => request)
  const callsOf = (name: string) => requestsOf(`signupResponses.${name}`)
  return { router, callsOf, requestsOf, asked: () => callsOf('listResponses').at(-1)?.query }
}
export const findList = () => screen.findByRole('table')
