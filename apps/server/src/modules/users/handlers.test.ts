import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { sessions, users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, statements, database, app } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const unique = () => crypto.randomUUID().slice(0, 8)
const at = (user: { id: string }) => ({ params: { id: user.id } })

test('users are found by role, course, name and email, sorted and paged', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const [ana, bo] = [
    await given.user({ name: `Ana ${key}`, lastSeenAt: '2026-11-01T00:00:00Z' }),
    await given.user({ name: `Bo ${key}`, role: 'TRAINER', email: `x_${key}@example.org` }),
  ]
  const { course } = await given.course()
  await given.member(course.id, ana)
  const find = async (query: object) => (await admin.users.listUsers({ query })).items.map(({ id }) => id)
  expect(await find({ search: key.toUpperCase() })).toEqual([ana.id, bo.id])
  expect(await find({ search: key, sort: '-name' })).toEqual([bo.id, ana.id])
  expect(await find({ search: key, sort: '-lastSeenAt' })).toEqual([ana.id, bo.id])
  expect(await find({ search: key, role: 'TRAINER' })).toEqual([bo.id])
  expect(await find({ search: key, role: 'all', courseId: 'all' })).toEqual([ana.id, bo.id])
  expect(await find({ search: key, courseId: course.id })).toEqual([ana.id])
  expect(await find({ search: `x_${key}@` })).toEqual([bo.id])
  expect(await find({ search: `x%${key}` })).toEqual([])
  await expect(admin.users.listUsers({ query: { search: key, page: 7, limit: 1 } })).resolves.toMatchObject({ items: [], total: 2 })
  for (const query of [{ limit: '100000' }, { page: '-1' }, { role: 'admin' }, { courseId: 'x' }])
    await expect(admin.users.listUsers({ query: query as object })).rejects.toBeProblem('validation-failed')
})

test('the download has all filtered users, in order, without formulas', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  await database.db
    .insert(users)
    .values(
      Array.from({ length: 2100 }, (_, n) => ({ name: `=Row ${key} ${String(n).padStart(4, '0')}`, email: `${key}-${n}@example.org` })),
    )
  const download = async (sort: 'name' | '-createdAt' | 'lastSeenAt') => {
    const file = await admin.users.listUsers({ query: { search: key, download: 'true', sort } })
    return (await (file as unknown as Blob).text()).trim().split('\r\n')
  }
  expect((await download('name')).at(-1)).toContain(`"'=Row ${key} 2099"`)
  for (const sort of ['name', '-createdAt', 'lastSeenAt'] as const) {
    const lines = await download(sort)
    expect(lines[0]).toBe('"name","email","role","status","createdAt (UTC)","lastSeenAt (UTC)"')
    expect(new Set(lines).size).toBe(2101)
  }
  const { headers } = await app.inject({
    url: `/api/users?download=true&search=${key}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''users.csv",
  })
})

test('the trainers of a course can list its students', async () => {
  const { course, student, trainer } = await given.course()
  const client = await as(trainer)
  const params = { courseId: course.id }
  await given.member(course.id, await given.student(), 'PENDING')
  await expect(client.users.listCourseStudents({ params })).resolves.toMatchObject({
    total: 1,
    items: [{ id: student.id, email: student.email }],
  })
  await expect(client.users.listCourseStudents({ params, query: { search: 'nobody at all' } })).resolves.toMatchObject({ total: 0 })
  for (const role of ['TRAINER', 'USER'] as const)
    await expect((await as(role)).users.listCourseStudents({ params })).rejects.toBeProblem('forbidden')
})

test('admins see all of a user, trainers their students, students only themselves', async () => {
  const { course, student, trainer } = await given.course({ title: 'Mine' })
  const { course: other } = await given.course({ title: 'Theirs' })
  await given.member(other.id, student)
  const titles = async (who: Parameters<typeof as>[0]) =>
    (await (await as(who)).users.getUser(at(student))).courses.map(({ title }) => title)
  expect(await titles('ADMIN')).toEqual(['Mine', 'Theirs'])
  expect(await titles(trainer)).toEqual(['Mine'])
  expect(await titles(student)).toEqual(['Mine', 'Theirs'])
  for (const role of ['TRAINER', 'USER'] as const)
    await expect((await as(role)).users.getUser(at(student))).rejects.toBeProblem('not-found')
  await expect((await as(trainer)).users.getUser(at(trainer))).resolves.toMatchObject({
    courses: [{ id: course.id, role: 'TRAINER', percentage: null }],
  })
  await expect((await as(student)).users.getUser(at(trainer))).rejects.toBeProblem('not-found')
  await expect((await as(trainer)).users.getUser(at(await given.trainer()))).rejects.toBeProblem('not-found')
})

test('an invited user has no password; a known email with a course is enrolled', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course()
  const body = { name: 'Omar Haddad', email: ` Omar-${unique()}@Example.ORG `, role: 'USER' as const }
  const made = await admin.users.addUser({ body })
  expect(made).toMatchObject({ email: body.email.trim().toLowerCase(), status: 'INVITED', role: 'USER', isNew: true })
  await expect(admin.users.addUser({ body })).rejects.toBeProblem('email-taken')
  // An admin who wants a trainer must not get a student without a word.
  await expect(admin.users.addUser({ body: { ...body, role: 'TRAINER', courseId: course.id } })).rejects.toBeProblem('email-taken')
  const again = await admin.users.addUser({ body: { ...body, name: 'Somebody', courseId: course.id } })
  expect(again).toMatchObject({ id: made.id, name: 'Omar Haddad', role: 'USER', isNew: false })
  await expect(admin.users.getUser(at(made))).resolves.toMatchObject({ courses: [{ id: course.id, role: 'STUDENT', percentage: 0 }] })
  await expect(admin.users.addUser({ body: { ...body, courseId: crypto.randomUUID() } })).rejects.toBeProblem('not-found')
  for (const role of ['ADMIN', 'SUPER_ADMIN'] as const)
    await expect(admin.users.addUser({ body: { ...body, role } })).rejects.toBeProblem('forbidden')
  await expect(
    (await as('SUPER_ADMIN')).users.addUser({ body: { ...body, email: `${unique()}@example.org`, role: 'ADMIN' } }),
  ).resolves.toMatchObject({ role: 'ADMIN' })
})

test('several courses at once: all or none; without an invitation no email is sent until one is requested', async () => {
  const admin = await as('ADMIN')
  const [one, two] = [(await given.course()).course, (await given.course()).course]
  const full = (await given.course({ seats: 1, title: 'Small' })).course
  const body = { name: 'Omar Haddad', email: `${unique()}@example.org`, role: 'USER' as const, invite: false }
  const sent = async () => (await database.db.select().from(emails).where(eq(emails.toAddress, body.email))).length
  const error = await admin.users.addUser({ body: { ...body, courseIds: [one.id, full.id] } }).catch((found: unknown) => found)
  expect(error).toBeProblem('course-full')
  expect(error).toMatchObject({ message: 'Small has no seat left.' })
  await expect(admin.users.addUser({ body: { ...body, courseIds: [one.id, crypto.randomUUID()] } })).rejects.toBeProblem('not-found')
  const made = await admin.users.addUser({ body: { ...body, courseId: one.id, courseIds: [two.id, one.id] } })
  expect(made).toMatchObject({ status: 'INVITED', isNew: true })
  const { courses } = await admin.users.getUser(at(made))
  expect(courses.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  expect(await sent()).toBe(0)
  await admin.users.resendInvitation(at(made))
  expect(await sent()).toBe(1)
  const many = Array.from({ length: 21 }, () => crypto.randomUUID())
  await expect(admin.users.addUser({ body: { ...body, courseIds: many } })).rejects.toBeProblem('validation-failed', ['/courseIds'])
})

test('no user is added to a full course or created for it; members stay, and trainers need no seat', async () => {
  const admin = await as('ADMIN')
  const { course, student } = await given.course({ seats: 2 })
  const add = (email: string, role: 'USER' | 'TRAINER' = 'USER') =>
    admin.users.addUser({ body: { name: 'Omar', email, role, courseId: course.id } })
  const emails = Array.from({ length: 5 }, () => `${unique()}@example.org`)
  const results = await Promise.allSettled(emails.map((email) => add(email)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(add(`${unique()}@example.org`)).rejects.toBeProblem('course-full')
  const people = await Promise.all(emails.map((email) => database.db.$count(users, eq(users.email, email))))
  expect(people.reduce((sum, n) => sum + n)).toBe(1)
  await expect(add(student.email!)).resolves.toMatchObject({ id: student.id })
  await expect(add(`${unique()}@example.org`, 'TRAINER')).resolves.toBeDefined()
})

test('a role change and a suspension end the sessions at once', async () => {
  const admin = await as('ADMIN')
  const [one, two] = [await as('USER'), await as('USER')]
  await expect(admin.users.updateUser({ ...at(one.user), body: { role: 'TRAINER', name: 'New' } })).resolves.toMatchObject({
    role: 'TRAINER',
    name: 'New',
  })
  await admin.users.updateUser({ ...at(two.user), body: { status: 'SUSPENDED' } })
  for (const client of [one, two]) await expect(client.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  const three = await as('USER')
  await admin.users.updateUser({ ...at(three.user), body: { name: 'Renamed' } })
  await expect(three.courses.listCourses()).resolves.toBeDefined()
})

test('one’s own profile: name, picture, time zone; role and email are ignored', async () => {
  const me = await as('USER')
  const image = await given.file(me.user.id, { key: `image/${me.user.id}/${crypto.randomUUID()}.png`, contentType: 'image/png' })
  const body = {
    name: 'Ana Li',
    profileImage: image.key,
    timeZone: 'Europe/Lisbon',
    role: 'ADMIN',
    email: 'other@example.org',
    status: 'SUSPENDED',
  }
  const before = await me.users.getUser(at(me.user))
  await expect(me.users.updateMe({ body })).resolves.toMatchObject({
    name: 'Ana Li',
    profileImageUrl: `/images/${image.key}`,
    timeZone: 'Europe/Lisbon',
    role: 'USER',
    email: before.email,
    status: 'ACTIVE',
  })
  await expect(me.users.updateMe({ body: { profileImage: null } })).resolves.toMatchObject({ profileImage: null, name: 'Ana Li' })
  const other = await given.student()
  const wrong = [
    await given.file(other.id, { contentType: 'image/png' }),
    await given.file(me.user.id),
    await given.file(me.user.id, { contentType: 'image/png', status: 'PENDING' }),
  ]
  for (const { key } of wrong)
    await expect(me.users.updateMe({ body: { profileImage: key } })).rejects.toBeProblem('validation-failed', ['/profileImage'])
})

test('a new password needs the current one, and ends the other sessions', async () => {
  const user = await given.user({ passwordHash: await hashPassword('quiet desk 20') })
  const [me, elsewhere] = [await as(user), await as(user)]
  const change = (body: object) => me.users.updateMe({ body })
  await expect(change({ newPassword: 'other desk 21' })).rejects.toBeProblem('validation-failed', ['/currentPassword'])
  await expect(change({ newPassword: 'other desk 21', currentPassword: 'wrong' })).rejects.toBeProblem('validation-failed', [
    '/currentPassword',
  ])
  await expect(change({ newPassword: 'password123', currentPassword: 'quiet desk 20' })).rejects.toBeProblem('validation-failed', [
    '/newPassword',
  ])
  await change({ newPassword: 'other desk 21', currentPassword: 'quiet desk 20' })
  await expect(me.courses.listCourses()).resolves.toBeDefined()
  await expect(elsewhere.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
})

test('deleting a user frees the email, ends the sessions, and keeps the work under another name', async () => {
  const { submission, student, course, trainer } = await given.submission()
  const [admin, gone, staff] = [await as('ADMIN'), await as(student), await as(trainer)]
  await admin.users.removeUser(at(student))
  await expect(gone.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await expect(staff.submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })).resolves.toMatchObject({
    student: { name: 'Former student' },
  })
  await expect(staff.users.listCourseStudents({ params: { courseId: course.id } })).resolves.toMatchObject({ total: 0 })
  await expect(staff.courses.getCourse(at(course))).resolves.toMatchObject({ studentCount: 0 })
  await expect(admin.users.getUser(at(student))).rejects.toBeProblem('not-found')
  await expect(admin.users.removeUser(at(student))).rejects.toBeProblem('not-found')
  await expect(admin.users.addUser({ body: { name: 'Again', email: student.email!, role: 'USER' } })).resolves.toMatchObject({
    name: 'Again',
  })
  await expect(admin.users.removeUser(at(admin.user))).rejects.toBeProblem('conflict')
})

test('lists of users need the same number of statements for any length', async () => {
  const { course, student, trainer } = await given.course()
  const [admin, staff] = [await as('ADMIN'), await as(trainer)]
  const counts = []
  for (const more of [1, 9]) {
    for (let i = 0; i < more; i++) {
      await given.member(course.id, await given.student())
      await given.member((await given.recorded()).course.id, student)
    }
    counts.push([
      await statements(() => admin.users.listUsers({ query: { limit: 100 } })),
      await statements(() => staff.users.listCourseStudents({ params: { courseId: course.id } })),
      await statements(() => admin.users.getUser(at(student))),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('of two admins who edit a user at once, the second gets a conflict with the changes of the first', async () => {
  const [one, two, user] = [await as('ADMIN'), await as('ADMIN'), await given.user({ name: 'Ana' })]
  const { version } = await two.users.getUser({ params: user })
  const first = await one.users.updateUser({ params: user, body: { role: 'TRAINER', version } })
  expect(first.version).toBe(version + 1)
  const error = await two.users.updateUser({ params: user, body: { name: 'Ana Li', version } }).catch((found: unknown) => found)
  expect(error).toBeProblem('version-conflict')
  expect(error).toMatchObject({ current: { name: 'Ana', role: 'TRAINER', version: version + 1 } })
  expect(await two.users.getUser({ params: user })).toMatchObject({ name: 'Ana', role: 'TRAINER' })
  await two.users.updateUser({ params: user, body: { name: 'Ana Li', version: first.version } })
  expect(await two.users.updateUser({ params: user, body: {} })).toMatchObject({ name: 'Ana Li', version: version + 2 })
})

test('an edit that is sent again after a lost response causes no conflict: it is already stored', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user({ name: 'Ana', status: 'INVITED' })]
  const { version } = await admin.users.getUser({ params: user })
  const edit = { params: user, body: { name: 'Ana Li', role: 'TRAINER' as const, version } }
  const saved = await admin.users.updateUser(edit)
  expect(await admin.users.updateUser(edit)).toEqual(saved)
  // Invited, like every user without a password.
  expect(await admin.users.updateUser({ params: user, body: { status: 'ACTIVE', version } })).toEqual(saved)
  await expect(admin.users.updateUser({ params: user, body: { name: 'Ana Li', role: 'USER', version } })).rejects.toBeProblem(
    'version-conflict',
  )
  expect((await admin.users.listUserChanges({ params: user })).total).toBe(2)
})

test('of twenty edits from the same version one is saved; users’ own changes count too, a sign-in does not', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user()]
  const me = await as(user)
  const versionNow = async () => (await admin.users.getUser({ params: user })).version
  const version = await versionNow()
  const edits = Array.from({ length: 20 }, (_, n) => admin.users.updateUser({ params: user, body: { name: `Name ${n}`, version } }))
  const kept = (await Promise.allSettled(edits)).filter(({ status }) => status === 'fulfilled')
  expect(kept).toHaveLength(1)
  await me.users.updateMe({ body: { timeZone: 'Europe/Lisbon' } })
  expect(await versionNow()).toBe(version + 1)
  await me.users.updateMe({ body: { name: 'Myself' } })
  await expect(admin.users.updateUser({ params: user, body: { name: 'Other', version: version + 1 } })).rejects.toBeProblem(
    'version-conflict',
  )
})
