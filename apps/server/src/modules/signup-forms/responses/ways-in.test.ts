/** Each way into a course, for each state that the response to its form can be in. */

import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { signupForms, signupResponses } from '#db/schema/signup-forms.ts'
import type { As } from '#test/app.ts'
import { sheet, send } from '#test/people-file.ts'
import { openSignUpReview } from '#test/sign-up-review.ts'

const { given, as, database, openReview } = await openSignUpReview()
const { db } = database
type Review = Awaited<ReturnType<typeof openReview>>
type Person = { who: As; name: string; email: string }

/** Brings a person into each state. */
const states = {
  none: async () => {},
  PENDING: async ({ answer }) => void (await answer()),
  WAITLISTED: async ({ answer, decide }) => decide(await answer(), 'WAITLISTED'),
  REJECTED: async ({ answer, decide }) => decide(await answer(), 'REJECTED'),
  WITHDRAWN: async ({ answer, who, params }) => {
    await answer()
    await who.signupForms.withdrawAnswers({ params })
  },
  LEFT: async ({ answer, decide, leave }) => {
    await decide(await answer(), 'APPROVED')
    await leave()
  },
} as const satisfies Record<string, (steps: Steps) => Promise<void>>
type State = keyof typeof states

interface Steps {
  who: As
  params: { courseId: string; id: string }
  answer: () => Promise<string>
  decide: (id: string, decision: 'APPROVED' | 'WAITLISTED' | 'REJECTED') => Promise<void>
  leave: () => Promise<void>
}

async function makePerson(review: Review, state: State): Promise<Person> {
  const { courseId, form, admin, decide } = review
  const user = await given.user({ name: `Person ${state}` })
  const who = await as(user)
  const params = { courseId, id: form.id }
  await states[state]({
    who,
    params,
    answer: async () => (await who.signupForms.answerForm({ params, body: { answers: answersTo(review) } })).id,
    decide: async (id, decision) => void (await decide([id], decision, { email: false })),
    leave: () => admin.users.removeUserFromCourse({ params: { id: user.id, courseId } }),
  })
  return { who, name: user.name, email: user.email! }
}
const answersTo = ({ ids }: Review) => [{ questionId: ids.why, value: 'Because' }]

const responseOf = async ({ form }: Review, { who }: Person) =>
  (
    await db
      .select()
      .from(signupResponses)
      .where(and(eq(signupResponses.formId, form.id), eq(signupResponses.userId, who.user.id)))
  )[0]
const membershipsOf = async ({ courseId }: Review, { who }: Person) =>
  (
    await db
      .select({ status: memberships.status })
      .from(memberships)
      .where(and(eq(memberships.courseId, courseId), eq(memberships.userId, who.user.id)))
  ).map(({ status }) => status)

/** Joins the course; refused with a problem, or not at all if the way is not there. */
type Way = (review: Review, person: Person) => Promise<unknown>

const ways: Record<string, Way> = {
  'the form, with automatic approval': async ({ courseId, form, ...review }, { who }) => {
    await db.update(signupForms).set({ autoApprove: true }).where(eq(signupForms.id, form.id))
    const answers = answersTo({ courseId, form, ...review })
    return who.signupForms.answerForm({ params: { courseId, id: form.id }, body: { answers } })
  },
  'enrolling oneself, once the course is open to all': async ({ courseId }, { who }) => {
    await db.update(courses).set({ enrolment: 'OPEN' }).where(eq(courses.id, courseId))
    return who.courses.enroll({ params: { id: courseId } })
  },
  'the link of the course': async ({ courseId, trainer }, { who }) => {
    const { link } = await trainer.joinLinks.resetJoinLink({ params: { courseId } })
    return who.joinLinks.joinCourse({ params: { token: link.code } })
  },
  'the list of people': async ({ courseId, admin }, { who }) => admin.users.addUserToCourse({ params: { id: who.user.id, courseId } }),
  'being invited again': ({ courseId, admin }, { name, email }) => admin.users.addUser({ body: { name, email, role: 'USER', courseId } }),
  'an import': ({ courseId, admin }, { name, email }) => send(admin, sheet(`${name},${email}`), { courseId }),
}

const settled = { none: undefined, PENDING: 'APPROVED', WAITLISTED: 'APPROVED', WITHDRAWN: 'WITHDRAWN', LEFT: 'APPROVED' } as const
const byOneself = { ...settled, REJECTED: 'forbidden' } as const
const byStaff = { ...settled, REJECTED: 'APPROVED' } as const

/** The state of the response afterwards; of a response that prevents it, the problem. */
const outcomes: Record<string, Record<State, string | undefined>> = {
  'the form, with automatic approval': {
    none: 'APPROVED',
    PENDING: 'already-answered',
    WAITLISTED: 'already-answered',
    REJECTED: 'already-answered',
    WITHDRAWN: 'APPROVED',
    LEFT: 'APPROVED',
  },
  'enrolling oneself, once the course is open to all': byOneself,
  'the link of the course': byOneself,
  'the list of people': byStaff,
  'being invited again': byStaff,
  'an import': byStaff,
}

test.each(Object.entries(ways))('%s: who is enrolled no longer waits for a decision', async (way, join) => {
  const review = await openReview()
  const people = {} as Record<State, Person>
  for (const state of Object.keys(states) as State[]) people[state] = await makePerson(review, state)
  for (const [state, person] of Object.entries(people) as [State, Person][]) {
    const find = async () => ({ response: await responseOf(review, person), memberships: await membershipsOf(review, person) })
    const before = await find()
    const refusal = await join(review, person).then(
      () => undefined,
      (error: { problem?: string }) => error.problem ?? error,
    )
    const after = await find()
    expect([state, refusal ?? after.response?.status]).toEqual([state, outcomes[way]![state]])
    const enrolled = { response: after.response && { ...after.response, waitlistedAt: null }, memberships: ['ACTIVE'] }
    expect([state, after]).toEqual([state, refusal ? before : enrolled])
  }
  const { counts } = await review.list()
  const refused = Object.values(outcomes[way]!).includes('already-answered')
  expect(counts).toMatchObject(refused ? { review: 1, waitlisted: 1 } : { review: 0, waitlisted: 0 })
})
