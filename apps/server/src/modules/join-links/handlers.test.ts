/** Join links: who creates them, whom they enrol, and how guessing is limited. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { userChanges } from '#db/schema/users.ts'
import { cleanHtml } from '#services/html.ts'
import { connections, testApp } from '#test/app.ts'

const { app, given, as, anonymous, database } = await testApp()
const { db } = database
type Client = Awaited<ReturnType<typeof as>>
type Values = Partial<typeof courses.$inferInsert>

async function openLink(values: Values = {}) {
  const home = await given.course({ title: 'Data Journalism', ...values })
  const trainer = await as(home.trainer)
  const params = { courseId: home.course.id }
  const { link } = await trainer.joinLinks.resetJoinLink({ params })
  return { ...home, staff: trainer, params, link, token: tokenOf(link) }
}
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1)!
const look = (who: Client, token: string) => who.joinLinks.findJoinOffer({ params: { token } })
const join = (who: Client, token: string) => who.joinLinks.joinCourse({ params: { token } })

test('a trainer creates a link with 128 bits, and a code of eight unambiguous letters', async () => {
  const { course, trainer } = await given.course()
  const staff = await as(trainer)
  const params = { courseId: course.id }
  await expect(staff.joinLinks.getJoinLink({ params })).resolves.toEqual({ link: null })
  const { link } = await staff.joinLinks.resetJoinLink({ params })
  expect(link).toMatchObject({ isActive: true, isOpenToNewPeople: true })
  expect(link.url).toMatch(/\/join\/[\w-]{22}$/)
  expect(link.code).toMatch(/^[A-HJ-NPR-Z]{8}$/)
  await expect(staff.joinLinks.getJoinLink({ params })).resolves.toEqual({ link })
})

test.each(['OPEN', 'FORM', 'INVITE'] as const)('link and code enrol in a course with enrolment %s, once', async (enrolment) => {
  const { course, token, link } = await openLink({ enrolment })
  const [one, other] = [await as('USER'), await as('USER')]
  await expect(look(one, token)).resolves.toMatchObject({
    course: { id: course.id, title: 'Data Journalism', trainers: [{ name: expect.any(String) as string }] },
    isMember: false,
    blocker: null,
  })
  await expect(join(one, token)).resolves.toEqual({ courseId: course.id, membership: { role: 'STUDENT', status: 'ACTIVE' } })
  await expect(join(one, token)).resolves.toMatchObject({ membership: { status: 'ACTIVE' } })
  await expect(look(one, token)).resolves.toMatchObject({ isMember: true, blocker: null })
  await join(other, link.code)
  await expect(other.courses.getCourse({ params: { id: course.id } })).resolves.toMatchObject({ studentCount: 3 })
  expect(await db.select().from(userChanges).where(eq(userChanges.userId, one.user.id))).toMatchObject([
    { field: 'COURSE', after: 'STUDENT', courseId: course.id },
  ])
})

test('the offer has the description and the dates that the catalogue would show; of a draft it names the course alone', async () => {
  const about = { description: cleanHtml('<p>Bring a table.</p>'), startsOn: '2027-01-11', endsOn: '2027-03-21' }
  const open = await openLink(about)
  const draft = await openLink({ ...about, status: 'DRAFT' })
  const me = await as('USER')
  await expect(look(me, open.token)).resolves.toMatchObject({ course: about })
  await expect(look(me, draft.token)).resolves.toMatchObject({
    course: { title: 'Data Journalism', description: '', startsOn: null, endsOn: null },
  })
})

test('the sign-in page reads the name of the course, unless it is a draft; a wrong code has none', async () => {
  const open = await openLink()
  const draft = await openLink({ status: 'DRAFT' })
  const titleOf = (token: string) => anonymous.joinLinks.findJoinCourse({ params: { token } })
  await expect(titleOf(open.token)).resolves.toEqual({ title: 'Data Journalism' })
  await expect(titleOf(open.link.code)).resolves.toEqual({ title: 'Data Journalism' })
  await expect(titleOf(draft.token)).resolves.toEqual({ title: null })
  await expect(titleOf('ABCDEFGH')).rejects.toBeProblem('not-found')
  await open.staff.joinLinks.updateJoinLink({ params: open.params, body: { isActive: false } })
  await expect(titleOf(open.token)).rejects.toBeProblem('not-found')
})

test('nobody can join through a link that was reset or switched off; members stay', async () => {
  const { staff, params, token, link } = await openLink()
  const [one, other] = [await as('USER'), await as('USER')]
  await join(one, token)
  const { link: next } = await staff.joinLinks.resetJoinLink({ params })
  for (const old of [token, link.code]) await expect(join(other, old)).rejects.toBeProblem('not-found')
  await staff.joinLinks.updateJoinLink({ params, body: { isActive: false } })
  await expect(look(other, tokenOf(next))).rejects.toBeProblem('not-found')
  await expect(join(other, next.code)).rejects.toBeProblem('not-found')
  await expect(staff.joinLinks.updateJoinLink({ params, body: { isActive: true } })).resolves.toEqual({ link: next })
  await expect(join(other, next.code)).resolves.toBeDefined()
  await expect(one.courses.getCourse({ params: { id: params.courseId } })).resolves.toMatchObject({ membership: { status: 'ACTIVE' } })
  // A new link works, though the last one was switched off.
  await staff.joinLinks.updateJoinLink({ params, body: { isActive: false } })
  const { link: last } = await staff.joinLinks.resetJoinLink({ params })
  expect(last.isActive).toBe(true)
  await expect(join(await as('USER'), last.code)).resolves.toBeDefined()
})

test('a draft enrols once it is published, an ended course enrols nobody, and declined applicants stay out', async () => {
  const { course, token } = await openLink({ status: 'DRAFT' })
  const student = await as('USER')
  const set = (status: 'PUBLISHED' | 'ARCHIVED') => db.update(courses).set({ status }).where(eq(courses.id, course.id))
  await expect(look(student, token)).resolves.toMatchObject({ blocker: expect.stringContaining('not open yet') as string })
  await expect(join(student, token)).rejects.toBeProblem('conflict')
  await set('ARCHIVED')
  await expect(join(student, token)).rejects.toBeProblem('closed')
  await set('PUBLISHED')
  const declined = await as('USER')
  await db.insert(memberships).values({ courseId: course.id, userId: declined.user.id, role: 'STUDENT', status: 'REJECTED' })
  await expect(look(declined, token)).resolves.toMatchObject({ blocker: expect.stringContaining('declined') as string })
  await expect(join(declined, token)).rejects.toBeProblem('forbidden')
  await expect(join(student, token)).resolves.toMatchObject({ membership: { status: 'ACTIVE' } })
})

test('if eight users join at once for two seats, two are enrolled', async () => {
  // The course begins with one student.
  const { token } = await openLink({ seats: 3 })
  const people = await Promise.all(Array.from({ length: 8 }, () => as('USER')))
  const results = await Promise.allSettled(people.map((who) => join(who, token)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refusals).toEqual(Array.from({ length: 6 }, () => expect.objectContaining({ problem: 'course-full' }) as unknown))
  await expect(look(await as('USER'), token)).resolves.toMatchObject({ blocker: 'All seats are taken.' })
  const enrolled = people[results.findIndex(({ status }) => status === 'fulfilled')]!
  await expect(look(enrolled, token)).resolves.toMatchObject({ isMember: true, blocker: null })
})

test('a link enrols an applicant who waits for review, and the response counts as decided', async () => {
  const { course, token } = await openLink({ enrolment: 'FORM' })
  const student = await as('USER')
  await db.insert(memberships).values({ courseId: course.id, userId: student.user.id, role: 'STUDENT', status: 'PENDING' })
  const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  await db.insert(signupResponses).values({ formId: form!.id, userId: student.user.id, version: 1, answers: [], status: 'PENDING' })
  await join(student, token)
  expect(await db.select().from(signupResponses).where(eq(signupResponses.formId, form!.id))).toMatchObject([{ status: 'APPROVED' }])
})

test('many users joining at once, twice as many as connections, are enrolled with limits on', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  const { course, trainer } = await limited.given.course()
  const { link } = await (await limited.as(trainer)).joinLinks.resetJoinLink({ params: { courseId: course.id } })
  const people = await Promise.all(Array.from({ length: 2 * connections }, () => limited.as('USER')))
  const joined = { courseId: course.id, membership: { role: 'STUDENT', status: 'ACTIVE' } }
  expect(await Promise.all(people.map((who) => join(who, link.code)))).toEqual(people.map(() => joined))
})

test('a repeated request gets its first response and status, also after the link was switched off', async () => {
  const { course, staff, params, token } = await openLink()
  const { token: bearer } = await as('USER')
  const send = async (key: string) => {
    const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key }
    const answer = await app.inject({ method: 'POST', url: `/api/join/${token}`, headers })
    return [answer.statusCode, answer.json<{ courseId: string }>().courseId]
  }
  expect([await send('first'), await send('second')]).toEqual([
    [201, course.id],
    [200, course.id],
  ])
  await staff.joinLinks.updateJoinLink({ params, body: { isActive: false } })
  expect([await send('first'), await send('second')]).toEqual([
    [201, course.id],
    [200, course.id],
  ])
})

test('wrong links and codes are rate limited; then a right one is rejected too', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  const { course, trainer } = await limited.given.course()
  const { link } = await (await limited.as(trainer)).joinLinks.resetJoinLink({ params: { courseId: course.id } })
  const student = await limited.as('USER')
  for (let n = 0; n < 20; n++) await expect(look(student, 'ABCDEFGH')).rejects.toBeProblem('not-found')
  await expect(look(student, 'ABCDEFGH')).rejects.toBeProblem('rate-limited')
  await expect(look(student, link.code)).rejects.toBeProblem('rate-limited')
  await expect(join(student, link.code)).rejects.toBeProblem('rate-limited')
  const guesser = await limited.as('USER')
  for (let n = 0; n < 20; n++) await expect(join(guesser, 'ABCDEFGH')).rejects.toBeProblem('not-found')
  await expect(join(guesser, link.code)).rejects.toBeProblem('rate-limited')
  await expect(look(await limited.as('USER'), link.code)).resolves.toMatchObject({ isMember: false })
})

test('if registration is closed, the link says so', async () => {
  const closed = await testApp({ REGISTRATION: 'closed' })
  const { course, trainer } = await closed.given.course()
  const { link } = await (await closed.as(trainer)).joinLinks.resetJoinLink({ params: { courseId: course.id } })
  expect(link.isOpenToNewPeople).toBe(false)
})
