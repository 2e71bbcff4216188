/** Who gets a free seat: people who wait come first, by every way in, and the list goes on whatever happens to the course. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { testApp, type As } from '#test/app.ts'
import { send, sheet } from '#test/people-file.ts'
import { openWaitingCourse } from '#test/waiting-course.ts'

const app = await testApp()
const { as, database, clock, given } = app
const { db } = database
clock.set(new Date())
const open = (seats: number | null, autoApprove = true) => openWaitingCourse(app, { seats, autoApprove })
type Waiting = Awaited<ReturnType<typeof open>>

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ problem }: { problem: string }) => problem,
  )

/** Each way in for a newcomer, and the refusal. The form puts them on the list instead. */
type Way = (course: Waiting, who: As) => Promise<unknown>
const ways: Record<string, Way> = {
  'the link': async ({ courseId, admin }, who) => {
    const { link } = await admin.joinLinks.resetJoinLink({ params: { courseId } })
    return who.joinLinks.joinCourse({ params: { token: link.code } })
  },
  'the page of the course, once it is open to all': async ({ courseId, change }, who) => {
    await change({ enrolment: 'OPEN' })
    return who.courses.enroll({ params: { id: courseId } })
  },
}
const byForm: Way = ({ answer }, who) => answer(who)
const allWays = [
  ['the form', byForm, undefined] as const,
  ...Object.entries(ways).map(([name, way]) => [name, way, 'course-full'] as const),
]

test.each(allWays)(
  '%s: a seat that is reserved for Undo is taken, and people who wait come before a newcomer',
  async (_, enter, refusal) => {
    const course = await open(1)
    const [a, b] = [await course.signUp('A'), await course.signUp('B')]
    expect([a.status, b.status, b.place]).toEqual(['ACCEPTED', 'WAITLISTED', 1])
    await course.decide([a.id], 'REJECTED')
    const newcomer = await course.person('Z')
    expect(await refusalOf(enter(course, newcomer))).toBe(refusal)
    expect(await course.statusOf(newcomer)).not.toBe('ACTIVE')
    const { items } = await course.decide([a.id], 'APPROVED')
    expect(items).toMatchObject([{ status: 'APPROVED' }])
    await course.decide([a.id], 'REJECTED')
    course.pass(10)
    await course.moveUp()
    expect(await course.statusOf(b.who)).toBe('ACTIVE')
  },
)

test.each(allWays)('%s: a newcomer does not get the seat of somebody who was put on the list by hand', async (_, enter, refusal) => {
  const course = await open(1)
  const a = await course.signUp('A')
  await course.decide([a.id], 'WAITLISTED')
  const newcomer = await course.person('Z')
  expect(await refusalOf(enter(course, newcomer))).toBe(refusal)
  await course.moveUp()
  expect([(await course.statusOf(newcomer)) === 'ACTIVE', await course.statusOf(a.who)]).toEqual([false, 'WAITLISTED'])
  await course.decide([a.id], 'APPROVED')
  expect(await course.statusOf(a.who)).toBe('ACTIVE')
})

test('approving puts nobody before those who wait for a seat', async () => {
  const course = await open(1, false)
  const [a, b, c] = [await course.signUp('A'), await course.signUp('B'), await course.signUp('C')]
  await course.decide([a.id, b.id], 'APPROVED')
  await course.change({ seats: 2 })
  // The job that moves B up has not run yet.
  expect(await course.decide([c.id], 'APPROVED')).toMatchObject({ items: [{ status: 'WAITLISTED' }], passed: 0 })
  await course.moveUp()
  expect([await course.statusOf(b.who), await course.statusOf(c.who)]).toEqual(['ACTIVE', 'WAITLISTED'])
})

test('of several who are approved, those on the list get the seats by place, then the others in the order in which they were sent', async () => {
  const course = await open(1, false)
  const [a, b, c, d] = [await course.signUp('A'), await course.signUp('B'), await course.signUp('C'), await course.signUp('D')]
  await course.decide([a.id], 'APPROVED')
  await course.decide([d.id], 'WAITLISTED')
  await course.decide([c.id], 'WAITLISTED')
  await course.change({ seats: 2 })
  const { items } = await course.decide([b.id, c.id, d.id], 'APPROVED')
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['D', 'APPROVED'],
    ['C', 'WAITLISTED'],
    ['B', 'WAITLISTED'],
  ])
})

test('staff who add somebody by hand are told whom they pass, and do not get a reserved seat', async () => {
  const course = await open(2)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  await course.decide([a.id], 'WAITLISTED')
  const added = await given.user({ name: 'Added' })
  const add = (id: string) => course.admin.users.addUserToCourse({ params: { id, courseId: course.courseId } })
  expect(await add(added.id)).toEqual({ passed: 1 })
  await course.decide([b.id], 'REJECTED')
  await expect(add((await given.user()).id)).rejects.toBeProblem('course-full')
  const imported = await given.user({ name: 'Imported' })
  const { summary } = await send(course.admin, sheet(`Imported,${imported.email}`), { courseId: course.courseId })
  expect(summary).toMatchObject({ enrolled: 0 })
})

/** Everything that lets a course take people again. */
const breaks: Record<string, { stop: (course: Waiting) => Promise<unknown>; goOn: (course: Waiting) => Promise<unknown> }> = {
  archived: { stop: ({ change }) => change({ status: 'ARCHIVED' }), goOn: ({ change }) => change({ status: 'PUBLISHED' }) },
  'a draft': { stop: ({ change }) => change({ status: 'DRAFT' }), goOn: ({ change }) => change({ status: 'PUBLISHED' }) },
  over: { stop: ({ change }) => change({ endsOn: '2020-01-01' }), goOn: ({ change }) => change({ endsOn: null }) },
  deleted: {
    stop: ({ admin, courseId }) => admin.courses.removeCourse({ params: { id: courseId } }),
    goOn: ({ admin, courseId }) => admin.courses.restoreCourse({ params: { id: courseId } }),
  },
}

test.each(Object.entries(breaks))('a course that is %s moves nobody up, and goes on afterwards', async (_, { stop, goOn }) => {
  const course = await open(1)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  await stop(course)
  // The account goes, and with it the place.
  await (await as('SUPER_ADMIN')).users.removeUser({ params: { id: a.who.user.id } })
  await course.moveUp()
  expect(await course.statusOf(b.who)).toBe('WAITLISTED')
  expect(await db.$count(emails, eq(emails.userId, b.who.user.id))).toBe(0)
  await goOn(course)
  await course.moveUp()
  expect(await course.statusOf(b.who)).toBe('ACTIVE')
})

test('in an archived course and in a draft nobody is approved; declining is possible', async () => {
  const course = await open(5, false)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  await course.change({ status: 'ARCHIVED' })
  await expect(course.decide([a.id], 'APPROVED')).rejects.toBeProblem('closed')
  await course.change({ status: 'DRAFT' })
  await expect(course.decide([a.id], 'APPROVED')).rejects.toBeProblem('conflict')
  expect(await course.decide([b.id], 'REJECTED')).toMatchObject({ items: [{ status: 'REJECTED' }] })
  expect(await course.statusOf(a.who)).toBe('PENDING')
})

test('a person who cannot act is passed, and moves up once they can', async () => {
  const course = await open(1)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  const suspend = (status: 'SUSPENDED' | 'ACTIVE') => course.admin.users.updateUser({ params: { id: b.who.user.id }, body: { status } })
  await suspend('SUSPENDED')
  const c = await course.signUp('C')
  expect(c.place).toBe(1)
  await course.leave(a.who)
  await course.moveUp()
  expect([await course.statusOf(b.who), await course.statusOf(c.who)]).toEqual(['WAITLISTED', 'ACTIVE'])
  await suspend('ACTIVE')
  await course.moveUp()
  expect(await course.statusOf(b.who)).toBe('WAITLISTED')
  await course.leave(c.who)
  await suspend('SUSPENDED')
  await course.moveUp()
  expect(await course.statusOf(b.who)).toBe('WAITLISTED')
  await suspend('ACTIVE')
  await course.moveUp()
  expect(await course.statusOf(b.who)).toBe('ACTIVE')
})

test('a second seat that is freed within ten seconds does not give away the one that is reserved for Undo', async () => {
  const course = await open(2)
  const [a, b, c, d] = [await course.signUp('A'), await course.signUp('B'), await course.signUp('C'), await course.signUp('D')]
  await course.decide([a.id], 'REJECTED')
  await course.leave(b.who)
  await course.moveUp()
  expect([await course.statusOf(c.who), await course.statusOf(d.who)]).toEqual(['ACTIVE', 'WAITLISTED'])
  expect(await course.decide([a.id], 'APPROVED')).toMatchObject({ items: [{ status: 'APPROVED' }] })
  course.pass(10)
  await course.moveUp()
  expect(await course.statusOf(d.who)).toBe('WAITLISTED')
})

test('undoing a decline does not stop a seat that somebody else left', async () => {
  const course = await open(2)
  const [a, b, c] = [await course.signUp('A'), await course.signUp('B'), await course.signUp('C')]
  await course.decide([a.id], 'REJECTED')
  await course.leave(b.who)
  await course.decide([a.id], 'APPROVED')
  await course.moveUp()
  expect([await course.statusOf(a.who), await course.statusOf(c.who)]).toEqual(['ACTIVE', 'ACTIVE'])
})

test('all of 600 who wait move up once there is no limit', async () => {
  const course = await open(1)
  await course.signUp('A')
  const rows = await db
    .insert(users)
    .values(Array.from({ length: 600 }, (_, n) => ({ name: `Person ${n}`, email: `n${n}-${course.courseId}@example.org` })))
    .returning({ id: users.id })
  const waitlistedAt = new Date().toISOString()
  await db
    .insert(memberships)
    .values(rows.map(({ id }) => ({ courseId: course.courseId, userId: id, role: 'STUDENT' as const, status: 'WAITLISTED' as const })))
  await db
    .insert(signupResponses)
    .values(
      rows.map(({ id }) => ({ formId: course.form.id, userId: id, version: 1, answers: [], status: 'WAITLISTED' as const, waitlistedAt })),
    )
  await course.change({ seats: null })
  await course.moveUp()
  const [found] = await db.select({ students: courses.studentCount }).from(courses).where(eq(courses.id, course.courseId))
  expect(found).toEqual({ students: 601 })
})

test('undoing an import restores the waiting list and the applications', async () => {
  const course = await open(1)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  const c = await course.signUp('C')
  await course.decide([c.id], 'PENDING')
  await course.change({ seats: 3 })
  const before = await course.admin.signupResponses.listResponses({ params: { courseId: course.courseId }, query: { sort: 'sentAt' } })
  const find = async (id: string) => (await db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]!.email
  const file = sheet(`B,${await find(b.who.user.id)}`, `C,${await find(c.who.user.id)}`)
  const importId = crypto.randomUUID()
  course.pass()
  expect((await send(course.admin, file, { courseId: course.courseId, importId })).summary).toMatchObject({ enrolled: 2 })
  await course.change({ seats: 1 })
  course.pass()
  await course.admin.users.undoImport({ params: { id: importId } })
  await course.moveUp()
  const after = await course.admin.signupResponses.listResponses({ params: { courseId: course.courseId }, query: { sort: 'sentAt' } })
  expect(after.items).toEqual(before.items)
  expect(after.counts).toMatchObject({ review: 1, enrolled: 1, waitlisted: 1, left: 0 })
  expect(await Promise.all([a, b, c].map(({ who }) => course.statusOf(who)))).toEqual(['ACTIVE', 'WAITLISTED', 'PENDING'])
})

test('a role that comes back does not overbook a full course', async () => {
  const course = await open(1)
  const a = await course.signUp('A')
  const become = (role: 'USER' | 'TRAINER') => course.admin.users.updateUser({ params: { id: a.who.user.id }, body: { role } })
  await become('TRAINER')
  const b = await course.signUp('B')
  expect(b.status).toBe('ACCEPTED')
  await expect(become('USER')).rejects.toMatchObject({ problem: 'course-full', message: 'Compilers has no seat left.' })
  await course.change({ seats: 2 })
  await become('USER')
  const { seats } = await course.admin.signupResponses.listResponses({ params: { courseId: course.courseId }, query: {} })
  expect(seats).toEqual({ taken: 2, total: 2 })
})

test.each([
  ['KEEP', 'PENDING', 'WAITLISTED'],
  ['ENROL', 'ACTIVE', 'ACTIVE'],
  ['DECLINE', 'REJECTED', 'REJECTED'],
  [undefined, 'PENDING', 'WAITLISTED'],
] as const)('who may enrol is changed while two wait: %s', async (waiting, asked, listed) => {
  const course = await open(5, false)
  const [a, b] = [await course.signUp('A'), await course.signUp('B')]
  await course.decide([b.id], 'WAITLISTED')
  await course.change({ enrolment: 'INVITE', ...(waiting && { waiting }) })
  expect([await course.statusOf(a.who), await course.statusOf(b.who)]).toEqual([asked, listed])
})

test('who waits may take the answers back after the course has become one by invitation', async () => {
  const course = await open(5, false)
  const a = await course.signUp('A')
  await course.change({ enrolment: 'INVITE' })
  await a.who.signupForms.withdrawAnswers({ params: { courseId: course.courseId, id: course.form.id } })
  expect(await course.statusOf(a.who)).toBeUndefined()
})

test('removing and declining, and changing the role and enrolling the same person at once never fail', async () => {
  for (let round = 0; round < 8; round++) {
    const course = await open(3)
    const [a, b] = [await course.signUp('A'), await course.signUp('B')]
    const elsewhere = await open(3)
    const role = round % 2 ? 'TRAINER' : 'USER'
    const results = await Promise.allSettled([
      course.leave(a.who),
      course.decide([a.id], 'REJECTED'),
      course.admin.users.updateUser({ params: { id: b.who.user.id }, body: { role } }),
      elsewhere.admin.users.addUserToCourse({ params: { id: b.who.user.id, courseId: elsewhere.courseId } }),
      course.decide([b.id], 'WAITLISTED'),
    ])
    const failed = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { problem: string }).problem] : []))
    expect(failed.filter((problem) => problem !== 'not-found')).toEqual([])
  }
})
