import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { FormQuestionType } from '@lms/contract/rules/questions'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, runJobs } = await testApp()
const { db } = database
clock.set('2026-11-20T12:00:00Z')

type Client = Awaited<ReturnType<typeof as>>

/** A course with a sign-up form, and the admin who created it. */
async function openForm({ seats = null, ...settings }: { seats?: number | null; autoApprove?: boolean; closesAt?: string } = {}) {
  const home = await given.course({ enrolment: 'FORM', seats })
  const admin = await as('ADMIN')
  const courseId = home.course.id
  const form = await admin.signupForms.saveForm({
    params: { courseId },
    body: {
      ...settings,
      questions: [
        { label: 'Why this course?', type: 'LONG_TEXT', required: true },
        { label: 'Which evenings?', type: 'MULTIPLE_CHOICE', options: ['Mon', 'Tue'] },
      ],
    },
  })
  const [why, evenings] = form.questions
  const params = { courseId, id: form.id }
  const answer = (who: Client, value = 'Because', more: object = {}) =>
    who.signupForms.answerForm({ params, body: { answers: [{ questionId: why!.id, value }], ...more } })
  return { ...home, admin, courseId, form, params, why: why!, evenings: evenings!, answer }
}
const read = (who: Client, courseId: string) => who.signupForms.getForm({ params: { courseId } })
const statusIn = async (who: Client, courseId: string) => (await read(who, courseId))?.response?.status

test('a form with auto-approval enrols at once, opening the course', async () => {
  const { admin, courseId, answer, form } = await openForm()
  expect(form).toMatchObject({ version: 1, status: 'OPEN', autoApprove: true, responseCount: 0, response: null, seatsLeft: null })
  const student = await as('USER')
  await expect(student.discussions.listDiscussions({ params: { courseId } })).rejects.toBeProblem('forbidden')
  await expect(answer(student)).resolves.toMatchObject({ status: 'ACCEPTED', membership: { role: 'STUDENT', status: 'ACTIVE' } })
  await expect(student.discussions.listDiscussions({ params: { courseId } })).resolves.toBeDefined()
  await expect(answer(student)).rejects.toBeProblem('already-answered')
  await expect(read(student, courseId)).resolves.toMatchObject({ responseCount: null, response: { status: 'APPROVED', version: 1 } })
  await expect(read(admin, courseId)).resolves.toMatchObject({ responseCount: 1 })
  await db.update(users).set({ deletedAt: '2026-11-20T12:00:00Z' }).where(eq(users.id, student.user.id))
  await expect(read(admin, courseId)).resolves.toMatchObject({ responseCount: 0 })
})

test('a user who waits for review is not a member and cannot open the course', async () => {
  const { courseId, answer } = await openForm({ autoApprove: false })
  const student = await as('USER')
  await expect(answer(student)).resolves.toMatchObject({ status: 'PENDING', membership: { status: 'PENDING' } })
  await expect(student.discussions.listDiscussions({ params: { courseId } })).rejects.toBeProblem('forbidden')
  await expect(student.discussions.listDiscussions({ params: { courseId } })).rejects.toBeProblem('forbidden')
  expect((await student.courses.listMyCourses({})).total).toBe(0)
})

test('each answer is checked, and nothing is saved while one is wrong', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course({ enrolment: 'FORM' })
  const types: [FormQuestionType, string | string[]][] = [
    ['SHORT_TEXT', 'x'.repeat(501)],
    ['SINGLE_CHOICE', 'c'],
    ['MULTIPLE_CHOICE', ['a', 'c']],
    ['DROPDOWN', ['a', 'b']],
    ['YES_NO', 'perhaps'],
    ['DATE', '2026-02-30'],
    ['NUMBER', 'ten'],
    ['EMAIL', 'nobody'],
    ['PHONE', '912'],
    ['FILE', ['documents/019a0000-0000-7000-8000-000000000000/019a0000-0000-7000-8000-000000000000.pdf']],
    ['CONSENT', 'no'],
    ['LONG_TEXT', 'x'.repeat(10_001)],
  ]
  const form = await admin.signupForms.saveForm({
    params: { courseId: course.id },
    body: {
      questions: types.map(([type]) => ({
        label: type,
        type,
        required: true,
        options: type.includes('CHOICE') || type === 'DROPDOWN' ? ['a', 'b'] : [],
      })),
    },
  })
  const student = await as('USER')
  const params = { courseId: course.id, id: form.id }
  const all = form.questions.map(({ id }) => `/answers/${id}`)
  await expect(student.signupForms.answerForm({ params, body: { answers: [] } })).rejects.toBeProblem('validation-failed', all)
  const wrong = form.questions.map(({ id }, at) => ({ questionId: id, value: types[at]![1] }))
  // The file is checked once all other answers are right.
  await expect(student.signupForms.answerForm({ params, body: { answers: wrong } })).rejects.toBeProblem(
    'validation-failed',
    form.questions.filter(({ type }) => type !== 'FILE').map(({ id }) => `/answers/${id}`),
  )
  const right = [
    'Nora',
    'a',
    ['a', 'b'],
    'b',
    'yes',
    '2026-02-28',
    '1,5',
    'nora@example.org',
    '+351 912 345 678',
    wrong[9]!.value,
    'yes',
    'x'.repeat(10_000),
  ]
  const answers = form.questions.map(({ id }, at) => ({ questionId: id, value: right[at]! }))
  await expect(student.signupForms.answerForm({ params, body: { answers } })).rejects.toBeProblem('validation-failed', [
    `/answers/${form.questions[9]!.id}`,
  ])
  const { key } = await given.file(student.user.id)
  answers[9]!.value = [key]
  await expect(student.signupForms.answerForm({ params, body: { answers } })).resolves.toMatchObject({ status: 'ACCEPTED' })
  const stray = { questionId: crypto.randomUUID(), value: 'x' }
  const other = await as('USER')
  await expect(
    other.signupForms.answerForm({ params, body: { answers: [...answers.with(9, { ...answers[9]!, value: [] }), stray] } }),
  ).rejects.toBeProblem('validation-failed', ['/answers/12/questionId', `/answers/${form.questions[9]!.id}`])
})

test('questions need different choices, and only ids from the same form', async () => {
  const { course } = await given.course({ enrolment: 'FORM' })
  const admin = await as('ADMIN')
  const save = (questions: object[]) =>
    admin.signupForms.saveForm({ params: { courseId: course.id }, body: { questions: questions as never } })
  await expect(
    save([
      { label: 'One', type: 'SINGLE_CHOICE', options: ['a'] },
      { label: 'Two', type: 'DROPDOWN', options: ['a', 'A'] },
      { id: crypto.randomUUID(), label: 'Three', type: 'YES_NO' },
    ]),
  ).rejects.toBeProblem('validation-failed', ['/questions/0/options', '/questions/1/options', '/questions/2/id'])
  await expect(read(admin, course.id)).resolves.toBeNull()
})

test('a form that was changed while a user filled it in is a conflict; old answers keep their questions', async () => {
  const { courseId, form, why, admin, answer, params } = await openForm()
  const [early, late] = [await as('USER'), await as('USER')]
  await answer(early, 'Old words', { version: 1 })
  const changed = await admin.signupForms.saveForm({
    params: { courseId },
    body: {
      version: 1,
      questions: [
        { ...why, label: 'Why now?' },
        { label: 'Phone', type: 'PHONE', required: true },
      ],
    },
  })
  expect(changed).toMatchObject({ version: 2, questions: [{ id: why.id, label: 'Why now?' }, { label: 'Phone' }] })
  await expect(answer(late, 'Mine', { version: 1 })).rejects.toMatchObject({
    problem: 'version-conflict',
    current: { version: 2, questions: changed.questions },
  })
  const answers = [
    { questionId: why.id, value: 'Mine' },
    { questionId: changed.questions[1]!.id, value: '+351 912 345 678' },
  ]
  await late.signupForms.answerForm({ params, body: { answers, version: 2 } })
  await expect(read(early, courseId)).resolves.toMatchObject({ response: { version: 1, questions: form.questions } })
  await expect(admin.signupForms.saveForm({ params: { courseId }, body: { version: 1, questions: [{ ...why }] } })).rejects.toBeProblem(
    'version-conflict',
  )
  // The same questions are the same version.
  await expect(
    admin.signupForms.saveForm({ params: { courseId }, body: { questions: changed.questions, status: 'CLOSED' } }),
  ).resolves.toMatchObject({ version: 2, status: 'CLOSED' })
})

test('answers can be changed and withdrawn until a decision, and sent again after it', async () => {
  const { admin, courseId, answer, why, params } = await openForm({ autoApprove: false })
  const student = await as('USER')
  const count = async () => (await read(admin, courseId))!.responseCount
  const change = (value: string) => student.signupForms.changeAnswers({ params, body: { answers: [{ questionId: why.id, value }] } })
  await expect(change('Better')).rejects.toBeProblem('not-found')
  await answer(student)
  expect(await count()).toBe(1)
  await expect(change('Better')).resolves.toMatchObject({ status: 'PENDING', answers: [{ value: 'Better' }] })
  await expect(change(' ')).rejects.toBeProblem('validation-failed', [`/answers/${why.id}`])
  await expect(student.signupForms.withdrawAnswers({ params })).resolves.toMatchObject({ status: 'WITHDRAWN' })
  expect(await count()).toBe(0)
  await expect(student.signupForms.withdrawAnswers({ params })).rejects.toBeProblem('conflict')
  await expect(change('Again')).rejects.toBeProblem('conflict')
  await expect(answer(student, 'Once more')).resolves.toMatchObject({ status: 'PENDING' })
  expect(await statusIn(student, courseId)).toBe('PENDING')
})

test('a form that is closed, has ended, or whose course enrols in another way rejects answers', async () => {
  const { courseId, admin, answer, form } = await openForm({ closesAt: '2026-11-20T13:00:00Z' })
  const student = await as('USER')
  clock.set('2026-11-20T13:00:00Z')
  await expect(answer(student)).rejects.toBeProblem('closed')
  clock.set('2026-11-20T12:00:00Z')
  const save = (status: 'OPEN' | 'CLOSED') =>
    admin.signupForms.saveForm({ params: { courseId }, body: { questions: form.questions, status } })
  await save('CLOSED')
  await expect(answer(student)).rejects.toBeProblem('closed')
  await save('OPEN')
  await admin.courses.updateCourse({ params: { id: courseId }, body: { enrolment: 'INVITE' } })
  await expect(answer(student)).rejects.toBeProblem('closed')
  await admin.courses.updateCourse({ params: { id: courseId }, body: { enrolment: 'FORM' } })
  await expect(answer(student)).resolves.toMatchObject({ status: 'ACCEPTED' })
})

test('two seats for eight users at once: two are enrolled, six wait in order', async () => {
  // The course already has one student.
  const { courseId, answer } = await openForm({ seats: 3 })
  const people = await Promise.all(Array.from({ length: 8 }, () => as('USER')))
  const replies = await Promise.all(people.map((who) => answer(who)))
  expect(replies.filter(({ status }) => status === 'ACCEPTED')).toHaveLength(2)
  const waiting = replies.filter(({ status }) => status === 'WAITLISTED')
  expect(new Set(waiting.map(({ place }) => place))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(waiting).toHaveLength(6)
  await expect(read(people[0]!, courseId)).resolves.toMatchObject({ seatsLeft: 0 })
})

test('when a student leaves, or seats are added, the waiting list moves up in order', async () => {
  const { courseId, answer, admin, student } = await openForm({ seats: 1 })
  const [first, second, third] = [await as('USER'), await as('USER'), await as('USER')]
  for (const [minute, who] of [first, second, third].entries()) {
    clock.set(`2026-11-20T12:0${minute}:00Z`)
    await answer(who)
  }
  clock.set('2026-11-20T12:00:00Z')
  await admin.users.removeUserFromCourse({ params: { id: student.id, courseId } })
  await runJobs()
  expect([await statusIn(first, courseId), await statusIn(second, courseId)]).toEqual(['APPROVED', 'WAITLISTED'])
  await expect(read(second, courseId)).resolves.toMatchObject({ response: { place: 1 } })
  await admin.courses.updateCourse({ params: { id: courseId }, body: { seats: 2 } })
  await runJobs()
  expect([await statusIn(second, courseId), await statusIn(third, courseId)]).toEqual(['APPROVED', 'WAITLISTED'])
})
