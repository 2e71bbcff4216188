/** Undoing an import: users it created and nobody changed since are deleted, all others stay. */

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashToken } from '#access/sessions.ts'
import { memberships } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { oneTimeTokens, users } from '#db/schema/users.ts'
import { replaceTokens } from '#modules/auth/queries.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, anonymous, database, statements } = await testApp()
const { db } = database

const unique = () => crypto.randomUUID().slice(0, 8)
const form = (emails: readonly string[]) => {
  const body = new FormData()
  body.append('file', new File([['name,email', ...emails.map((email) => `Name of ${email},${email}`)].join('\n')], 'wrong.csv'))
  return body
}
type Query = Parameters<As['users']['importUsers']>[0]['query']
async function importing(who: As, emails: readonly string[], query: Partial<Query> = {}) {
  const id = crypto.randomUUID()
  await who.users.importUsers({ query: { role: 'USER', importId: id, ...query }, body: form(emails) })
  return { params: { id } }
}
const addresses = (count: number) => {
  const key = unique()
  return Array.from({ length: count }, (_, n) => `p${n}-${key}@example.org`)
}
const idOf = async (email: string) => (await db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]!.id
const countHere = (emails: readonly string[]) => db.$count(users, and(inArray(users.email, [...emails]), isNull(users.deletedAt)))
const membersOf = (course: { id: string }) =>
  db.$count(memberships, and(eq(memberships.courseId, course.id), eq(memberships.status, 'ACTIVE')))

test('undo deletes created users with their invitations and emails, and removes others from the course; previewed, once, and recorded', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course()
  const [known, fresh] = [await given.student(), addresses(3)]
  const before = await membersOf(course)
  const undo = await importing(admin, [...fresh, known.email!], { courseId: course.id })
  expect(await membersOf(course)).toBe(before + 4)
  const wanted = { people: 3, enrolments: 1, staying: 0, stays: [] }
  for (const _ of [1, 2]) expect(await admin.users.getImportUndo(undo)).toEqual(wanted)
  expect(await countHere(fresh)).toBe(3)

  const ids = await Promise.all(fresh.map(idOf))
  expect(await admin.users.undoImport(undo)).toEqual(wanted)
  expect([await countHere(fresh), await countHere([known.email!]), await membersOf(course)]).toEqual([0, 1, before])
  expect(await db.$count(emails, inArray(emails.toAddress, fresh))).toBe(0)
  expect(await db.$count(oneTimeTokens, inArray(oneTimeTokens.userId, ids))).toBe(0)
  const { items } = await admin.users.listUserChanges({ params: known })
  expect(items.map((item) => [item.before, item.after])).toEqual([
    ['STUDENT', null],
    [null, 'STUDENT'],
  ])
  expect(await admin.users.getImport(undo)).toMatchObject({ undone: { people: 3, enrolments: 1 }, summary: { created: 3 } })
  expect((await admin.users.listImports()).items).toMatchObject([{ undone: { people: 3, enrolments: 1 } }])
  await expect(admin.users.undoImport(undo)).rejects.toBeProblem('conflict')
  expect(await admin.users.getImportUndo(undo)).toEqual({ people: 0, enrolments: 0, staying: 0, stays: [] })
  // The right file, with the same users.
  const again = await admin.users.importUsers({ query: { role: 'USER' }, body: form(fresh) })
  expect(again.summary).toMatchObject({ created: 3 })
})

test('users who signed in, were changed or were marked stay, and are named with the reason', async () => {
  const admin = await as('ADMIN')
  const { course, student } = await given.course()
  const { week } = await given.week({ courseId: course.id })
  const elsewhere = (await given.course()).course
  const fresh = addresses(6)
  const [accepted, renamed, added, suspended, marked, alone] = fresh as [string, string, string, string, string, string]
  const working = await given.student()
  const undo = await importing(admin, [...fresh, working.email!], { courseId: course.id })
  const params = async (email: string) => ({ params: { id: await idOf(email) } })

  const token = `invited-${unique()}`
  await replaceTokens(db, 'INVITATION', [{ userId: await idOf(accepted), tokenHash: hashToken(token) }], {
    now: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  })
  await anonymous.auth.acceptInvitation({ body: { token, password: 'quiet desk 20' } })
  await admin.users.updateUser({ ...(await params(renamed)), body: { name: 'Renamed' } })
  await admin.users.addUserToCourse({ params: { id: await idOf(added), courseId: elsewhere.id } })
  await admin.users.updateUser({ ...(await params(suspended)), body: { status: 'SUSPENDED' } })
  const mark = async (userId: string) =>
    admin.attendance.markBulkAttendance({
      params: { courseId: course.id, weekId: week.id },
      body: { attendance: [{ userId, status: 'PRESENT' }] },
    })
  await mark(await idOf(marked))
  await mark(working.id)

  const reply = await admin.users.undoImport(undo)
  expect(reply).toMatchObject({ people: 1, enrolments: 0, staying: 6 })
  expect(Object.fromEntries(reply.stays.map(({ email, reason }) => [email, reason]))).toEqual({
    [accepted]: 'SIGNED_IN',
    [renamed]: 'CHANGED',
    [added]: 'CHANGED',
    [suspended]: 'CHANGED',
    [marked]: 'WORK',
    [working.email!]: 'WORK',
  })
  expect([await countHere([alone]), await countHere(fresh)]).toEqual([0, 5])
  const roster = await admin.users.listCourseStudents({ params: { courseId: course.id }, query: { limit: 100 } })
  const left = [student.email, working.email, accepted, renamed, added, suspended, marked]
  expect(new Set(roster.items.map(({ email }) => email))).toEqual(new Set(left))
  expect(roster.total).toBe(left.length)
})

test('a user who left the course and was added again stays, and so does a trainer who created something in it', async () => {
  const [admin, other] = [await as('ADMIN'), await as('ADMIN')]
  const { course } = await given.course()
  const [again, idle] = [await given.student(), await given.student()]
  const students = await importing(admin, [again.email!, idle.email!], { courseId: course.id })
  const params = { id: again.id, courseId: course.id }
  await other.users.removeUserFromCourse({ params })
  await other.users.addUserToCourse({ params })
  const builders = await Promise.all([1, 2, 3, 4].map(() => given.user({ role: 'TRAINER' })))
  const trainers = await importing(
    admin,
    builders.map(({ email }) => email!),
    { role: 'TRAINER', courseId: course.id },
  )
  const { id: courseId } = course
  await given.recorded({ courseId, createdBy: builders[0]!.id })
  await given.submission({
    assignment: { courseId, createdBy: builders[1]!.id },
    studentId: (await given.student()).id,
    gradedBy: builders[2]!.id,
  })

  expect(await admin.users.undoImport(students)).toMatchObject({ enrolments: 1, stays: [{ id: again.id, reason: 'CHANGED' }] })
  const reply = await admin.users.undoImport(trainers)
  expect(reply).toMatchObject({ enrolments: 1, staying: 3 })
  expect(new Set(reply.stays.map(({ id }) => id))).toEqual(new Set(builders.slice(0, 3).map(({ id }) => id)))
})

test('admins who may no longer delete admins cannot undo their import', async () => {
  const [boss, other] = [await as('SUPER_ADMIN'), await as('SUPER_ADMIN')]
  const fresh = addresses(1)
  const undo = await importing(boss, fresh, { role: 'ADMIN' })
  await other.users.updateUser({ params: { id: boss.user.id }, body: { role: 'ADMIN' } })
  const demoted = await as({ id: boss.user.id, role: 'ADMIN' })
  await expect(demoted.users.getImportUndo(undo)).rejects.toBeProblem('forbidden')
  await expect(demoted.users.undoImport(undo)).rejects.toBeProblem('forbidden')
  expect(await countHere(fresh)).toBe(1)
})

test('an import of another admin or an unknown one is a 404; one whose users are gone undoes nothing', async () => {
  const [admin, other] = [await as('ADMIN'), await as('SUPER_ADMIN')]
  const fresh = addresses(1)
  const undo = await importing(admin, fresh)
  for (const client of [other.users, admin.users]) {
    const params = client === admin.users ? { id: crypto.randomUUID() } : undo.params
    await expect(client.getImportUndo({ params })).rejects.toBeProblem('not-found')
    await expect(client.undoImport({ params })).rejects.toBeProblem('not-found')
  }
  await admin.users.removeUser({ params: { id: await idOf(fresh[0]!) } })
  expect(await admin.users.undoImport(undo)).toEqual({ people: 0, enrolments: 0, staying: 0, stays: [] })
})

test('of two undos at once one succeeds; an invitation accepted at the same time is not lost', async () => {
  const admin = await as('ADMIN')
  const fresh = addresses(4)
  const undo = await importing(admin, fresh)
  const token = `invited-${unique()}`
  const userId = await idOf(fresh[0]!)
  await replaceTokens(db, 'INVITATION', [{ userId, tokenHash: hashToken(token) }], {
    now: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  })
  const [accepting, ...undoing] = await Promise.allSettled([
    anonymous.auth.acceptInvitation({ body: { token, password: 'quiet desk 20' } }),
    admin.users.undoImport(undo),
    admin.users.undoImport(undo),
  ])
  expect(undoing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // Whichever came first, both results hold.
  expect(await countHere(fresh)).toBe(accepting.status === 'fulfilled' ? 1 : 0)
  expect(await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))).toBe(accepting.status === 'fulfilled' ? 1 : 0)
})

test('many users take as many statements as few, and a hundred who stay are named', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course()
  const work = async (count: number) => {
    // Without an id there are no progress updates, the last of which would come later and be counted here.
    await admin.users.importUsers({ query: { role: 'USER', courseId: course.id }, body: form(addresses(count)) })
    const undo = { params: { id: (await admin.users.listImports()).items[0]!.id } }
    return [await statements(() => admin.users.getImportUndo(undo)), await statements(() => admin.users.undoImport(undo))]
  }
  expect(await work(300)).toEqual(await work(2))
  const fresh = addresses(120)
  const undo = await importing(admin, fresh)
  await db.update(users).set({ status: 'SUSPENDED' }).where(inArray(users.email, fresh))
  const { staying, stays, people } = await admin.users.getImportUndo(undo)
  expect([people, staying, stays.length]).toEqual([0, 120, 100])
})
