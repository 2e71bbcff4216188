import { expect, test } from 'vitest'
import { testApp, type As } from '#test/app.ts'

const { given, as, clock, statements, app } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const id = (params: { id: string }) => ({ params })

test('the course page shows weeks to members, and only the plan to others', async () => {
  const { course, student, trainer } = await given.course({ title: 'Data Journalism', startsOn: '2026-10-12' })
  await given.week({ courseId: course.id, number: 1, title: 'Finding a story' })
  const seen = await (await as(student)).courses.getCourse(id(course))
  expect(seen).toMatchObject({
    title: 'Data Journalism',
    startsOn: '2026-10-12',
    weekCount: 1,
    studentCount: 1,
    membership: { role: 'STUDENT', status: 'ACTIVE' },
  })
  expect(seen).toMatchObject({
    trainers: [{ id: trainer.id, name: trainer.name, profileImageUrl: null }],
    plan: [{ number: 1, title: 'Finding a story' }],
  })
  expect(seen.weeks).toMatchObject([{ number: 1, locked: false, media: [], assignments: [] }])
  for (const outsider of [await as('USER'), await as('TRAINER')]) {
    const shown = await outsider.courses.getCourse(id(course))
    expect(shown).toMatchObject({ membership: null, plan: [{ title: 'Finding a story' }] })
    expect(shown).not.toHaveProperty('weeks')
  }
})

test('users on the waiting list see no weeks', async () => {
  const { course } = await given.course()
  const waiting = await given.student()
  await given.member(course.id, waiting, 'PENDING')
  const shown = await (await as(waiting)).courses.getCourse(id(course))
  expect(shown).toMatchObject({ membership: { role: 'STUDENT', status: 'PENDING' } })
  expect(shown).not.toHaveProperty('weeks')
})

test('weeks carry their items, with instants in UTC to the millisecond', async () => {
  const { course, student, week } = await given.recorded({ title: 'Cleaning', durationSeconds: 840 })
  await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-11-20T15:00:00.5+01:00', position: 1 })
  await given.assignment({ courseId: course.id, weekId: week.id, title: 'Note', dueAt: '2026-11-20T23:59:00Z', closesAt: null })
  const { weeks } = await (await as(student)).courses.getCourse(id(course))
  expect(weeks!.find((found) => found.id === week.id)).toMatchObject({
    media: [
      { title: 'Cleaning', type: 'RECORDED', durationSeconds: 840, startsAt: null, hasRecording: true },
      { type: 'LIVE', startsAt: '2026-11-20T14:00:00.500Z', durationMinutes: 60, hasRecording: false },
    ],
    assignments: [{ title: 'Note', dueAt: '2026-11-20T23:59:00.000Z', closesAt: null, maxMarks: 20 }],
  })
})

test('students see only title and date of a locked or unpublished week, and no draft assignments', async () => {
  const { course, student, trainer } = await given.course()
  const hide = async (values: object) => {
    const { week } = await given.week({ courseId: course.id, description: '<p>Secret</p>', startsOn: '2026-12-01', ...values })
    await given.recorded({ courseId: course.id, weekId: week.id })
    await given.assignment({ courseId: course.id, weekId: week.id })
    return week
  }
  const hidden = [await hide({ unlockAt: '2026-11-20T12:00:01Z' }), await hide({ published: false })]
  const { week: open } = await given.week({ courseId: course.id, unlockAt: '2026-11-20T12:00:00Z' })
  await given.assignment({ courseId: course.id, weekId: open.id, status: 'DRAFT' })
  const own = (await (await as(student)).courses.getCourse(id(course))).weeks!
  for (const { id } of hidden)
    expect(own.find((week) => week.id === id)).toMatchObject({
      title: 'Week',
      startsOn: '2026-12-01',
      description: '',
      locked: true,
      media: [],
      assignments: [],
    })
  expect(own.find((week) => week.id === open.id)).toMatchObject({ locked: false, assignments: [] })
  const all = (await (await as(trainer)).courses.getCourse(id(course))).weeks!
  expect(all.find((week) => week.id === hidden[0]!.id)).toMatchObject({
    description: '<p>Secret</p>',
    locked: true,
    media: [{}],
    assignments: [{}],
  })
  expect(all.find((week) => week.id === open.id)!.assignments).toHaveLength(1)
})

test('only admins and its own trainers can see a draft course', async () => {
  const { course, student, trainer } = await given.course({ status: 'DRAFT', title: 'Unborn' })
  const find = async (who: As) => (await who.courses.listCourses({ query: { search: 'Unborn' } })).total
  for (const who of [await as('SUPER_ADMIN'), await as('ADMIN'), await as(trainer)]) {
    await expect(who.courses.getCourse(id(course))).resolves.toMatchObject({ status: 'DRAFT', weeks: [] })
    expect(await find(who)).toBe(1)
  }
  for (const who of [await as(student), await as('USER'), await as('TRAINER')]) {
    await expect(who.courses.getCourse(id(course))).rejects.toBeProblem('not-found')
    expect(await find(who)).toBe(0)
  }
})

test('the catalogue searches titles and weeks literally, filters, sorts and pages', async () => {
  const admin = await as('ADMIN')
  const { course: one } = await given.course({ title: 'Zebra 100% stripes', mode: 'LIVE', startsOn: '2026-01-01' })
  const { course: two } = await given.course({ title: 'Zebra care', status: 'ARCHIVED' })
  await given.week({ courseId: two.id, title: 'Hooves and_manes' })
  await given.week({ courseId: one.id, title: 'Deleted and_manes', deletedAt: '2026-11-19T12:00:00Z' })
  const found = async (query: object) => (await admin.courses.listCourses({ query })).items.map((course) => course.id)
  expect(await found({ search: 'zebra', sort: 'title' })).toEqual([one.id, two.id])
  expect(await found({ search: 'zebra', sort: '-title' })).toEqual([two.id, one.id])
  expect(await found({ search: 'zebra', sort: 'startsOn' })).toEqual([one.id, two.id])
  expect(await found({ search: 'zebra' })).toEqual([two.id, one.id])
  expect(await found({ search: '0%' })).toEqual([one.id])
  expect(await found({ search: 'and_man' })).toEqual([two.id])
  expect(await found({ search: 'zebra', mode: 'LIVE' })).toEqual([one.id])
  expect(await found({ search: 'zebra', status: 'ARCHIVED' })).toEqual([two.id])
  await expect(admin.courses.listCourses({ query: { search: 'zebra', page: 5 } })).resolves.toMatchObject({ items: [], total: 2 })
  await expect(admin.courses.listCourses({ query: { search: `it's "odd" \\ %` } })).resolves.toMatchObject({ items: [] })
})

test('a trainer who creates a course is its only trainer, whatever the request names; weeks are numbered, seven days apart', async () => {
  const [trainer, other] = [await as('TRAINER'), await given.trainer()]
  const made = await trainer.courses.createCourse({
    body: { title: ' New ', description: '<p>Hi<script>x</script></p>', startsOn: '2026-12-28', weekCount: 2, trainerIds: [other.id] },
  })
  expect(made).toMatchObject({
    title: 'New',
    description: '<p>Hi</p>',
    status: 'DRAFT',
    trainers: [{ id: trainer.user.id }],
    membership: { role: 'TRAINER', status: 'ACTIVE' },
  })
  expect(made.weeks).toMatchObject([
    { number: 1, title: 'Week 1', startsOn: '2026-12-28' },
    { number: 2, title: 'Week 2', startsOn: '2027-01-04' },
  ])
})

test('admins choose the trainers, who may be admins but not students; a change replaces them', async () => {
  const [admin, one, two, student] = [await as('ADMIN'), await given.trainer(), await given.trainer(), await given.student()]
  const create = (trainerIds: string[]) => admin.courses.createCourse({ body: { title: 'Taught', trainerIds } })
  for (const stranger of [student.id, crypto.randomUUID()])
    await expect(create([stranger])).rejects.toBeProblem('validation-failed', ['/trainerIds'])
  const made = await create([one.id, one.id])
  expect(made.trainers).toMatchObject([{ id: one.id }])
  expect((await create([admin.user.id])).trainers).toMatchObject([{ id: admin.user.id }])
  const changed = await admin.courses.updateCourse({ ...id(made), body: { trainerIds: [two.id], title: 'Renamed' } })
  expect(changed).toMatchObject({ title: 'Renamed', trainers: [{ id: two.id }] })
  await expect(admin.courses.updateCourse({ ...id(made), body: { trainerIds: [student.id] } })).rejects.toBeProblem('validation-failed', [
    '/trainerIds',
  ])
})

test('a former trainer keeps the place for when the role comes back, whatever is saved until then', async () => {
  const { course, trainer } = await given.course()
  const [admin, other] = [await as('SUPER_ADMIN'), await given.trainer()]
  await admin.users.updateUser({ params: trainer, body: { role: 'USER' } })
  const saved = await admin.courses.updateCourse({ ...id(course), body: { title: 'Renamed', trainerIds: [other.id] } })
  expect(saved.trainers).toMatchObject([{ id: other.id }])
  await admin.users.updateUser({ params: trainer, body: { role: 'TRAINER' } })
  const { trainers } = await admin.courses.getCourse(id(course))
  expect(new Set(trainers.map((one) => one.id))).toEqual(new Set([other.id, trainer.id]))
})

test('a trainer who was suspended later stays in the course, and does not block changes', async () => {
  const { course, trainer } = await given.course()
  const admin = await as('ADMIN')
  await admin.users.updateUser({ params: trainer, body: { status: 'SUSPENDED' } })
  const body = { title: 'Renamed', trainerIds: [trainer.id] }
  await expect(admin.courses.updateCourse({ ...id(course), body })).resolves.toMatchObject({
    title: 'Renamed',
    trainers: [{ id: trainer.id }],
  })
})

test('a student who became a trainer no longer counts as a student or takes a seat', async () => {
  const { course, student, trainer } = await given.course({ seats: 1 })
  await expect((await as('USER')).courses.enroll(id(course))).rejects.toBeProblem('course-full')
  await (await as('ADMIN')).users.updateUser({ params: student, body: { role: 'TRAINER' } })
  const staff = await as(trainer)
  await expect(staff.courses.getCourse(id(course))).resolves.toMatchObject({ studentCount: 0 })
  await expect(staff.users.listCourseStudents({ params: { courseId: course.id } })).resolves.toMatchObject({ total: 0 })
  await expect(staff.courses.listCourseProgress({ query: { courseId: course.id } })).resolves.toMatchObject({ total: 0 })
  await expect((await as('ADMIN')).users.listUsers({ query: { courseId: course.id } })).resolves.toMatchObject({ total: 1 })
  await expect((await as('USER')).courses.enroll(id(course))).resolves.toMatchObject({ status: 'ACTIVE' })
})

test('an end before the start is rejected, also against the stored start', async () => {
  const { course } = await given.course({ startsOn: '2026-11-01' })
  const admin = await as('ADMIN')
  await expect(admin.courses.updateCourse({ ...id(course), body: { endsOn: '2026-10-01' } })).rejects.toBeProblem('validation-failed', [
    '/endsOn',
  ])
  await expect(admin.courses.createCourse({ body: { title: 'X', startsOn: '2026-11-02', endsOn: '2026-11-01' } })).rejects.toBeProblem(
    'validation-failed',
    ['/endsOn'],
  )
  // A workshop of one day.
  await expect(admin.courses.createCourse({ body: { title: 'X', startsOn: '2026-11-02', endsOn: '2026-11-02' } })).resolves.toMatchObject({
    startsOn: '2026-11-02',
    endsOn: '2026-11-02',
  })
})

test('a cover must be an own uploaded picture', async () => {
  const { course } = await given.course()
  const admin = await as('ADMIN')
  const image = (ownerId: string, values = {}) =>
    given.file(ownerId, { key: `image/${ownerId}/${crypto.randomUUID()}.png`, contentType: 'image/png', ...values })
  const wrong = [
    await image(course.createdBy ?? (await given.student()).id),
    await image(admin.user.id, { status: 'PENDING' }),
    await given.file(admin.user.id),
  ]
  for (const { key } of wrong)
    await expect(admin.courses.updateCourse({ ...id(course), body: { coverImage: key } })).rejects.toBeProblem('validation-failed', [
      '/coverImage',
    ])
  const { key } = await image(admin.user.id)
  await expect(admin.courses.updateCourse({ ...id(course), body: { coverImage: key } })).resolves.toMatchObject({
    coverImage: key,
    coverImageUrl: `/images/${key}`,
  })
  await expect((await as('SUPER_ADMIN')).courses.updateCourse({ ...id(course), body: { coverImage: key } })).resolves.toMatchObject({
    coverImage: key,
  })
})

test('a deleted course is a 404 for everyone', async () => {
  const { course, student } = await given.course()
  const admin = await as('ADMIN')
  await admin.courses.removeCourse(id(course))
  for (const who of [admin, await as(student)]) await expect(who.courses.getCourse(id(course))).rejects.toBeProblem('not-found')
  await expect(admin.courses.removeCourse(id(course))).rejects.toBeProblem('not-found')
})

test('trainers publish, unpublish and archive the courses that they teach', async () => {
  const { course, trainer, student } = await given.course({ status: 'DRAFT' })
  const client = await as(trainer)
  const read = async () => (await as(student)).courses.getCourse(id(course))
  await expect(read()).rejects.toBeProblem('not-found')
  for (const status of ['PUBLISHED', 'ARCHIVED', 'PUBLISHED'] as const) {
    await expect(client.courses.updateCourse({ ...id(course), body: { status } })).resolves.toMatchObject({ status })
    await expect(read()).resolves.toMatchObject({ status })
  }
  await client.courses.updateCourse({ ...id(course), body: { status: 'DRAFT' } })
  await expect(read()).rejects.toBeProblem('not-found')
  const other = await as('TRAINER')
  await expect(other.courses.updateCourse({ ...id(course), body: { status: 'PUBLISHED' } })).rejects.toBeProblem('not-found')
})

test('only admins edit and delete courses, even those that a trainer teaches', async () => {
  const { course, trainer } = await given.course()
  const client = await as(trainer)
  const changes = [{ status: 'ARCHIVED' as const, title: 'Mine' }, { seats: 1 }, { trainerIds: [] }]
  for (const body of changes) await expect(client.courses.updateCourse({ ...id(course), body })).rejects.toBeProblem('forbidden')
  await expect(client.courses.updateCourse({ ...id(course), body: { title: 'Mine' } })).rejects.toBeProblem('forbidden')
  await expect(client.courses.removeCourse(id(course))).rejects.toBeProblem('forbidden')
  await expect((await as('USER')).courses.createCourse({ body: { title: 'Mine' } })).rejects.toBeProblem('forbidden')
})

test('the course page takes the same number of statements for any content', async () => {
  const { course, student } = await given.course()
  const client = await as(student)
  const counts = []
  for (const more of [1, 10]) {
    for (let n = 0; n < more; n++) {
      const { week } = await given.week({ courseId: course.id })
      await given.recorded({ courseId: course.id, weekId: week.id })
      await given.assignment({ courseId: course.id, weekId: week.id })
      await given.member(course.id, await given.student())
    }
    counts.push(await statements(() => client.courses.getCourse(id(course))))
  }
  expect(counts[1]).toBe(counts[0])
})

test('lists of courses take the same number of statements for any length', async () => {
  const [student, trainer] = [await given.student(), await given.trainer()]
  const [one, two, admin] = [await as(student), await as(trainer), await as('ADMIN')]
  const join = async (n: number) => {
    for (let i = 0; i < n; i++) {
      const { course } = await given.recorded()
      await given.member(course.id, student)
      await given.member(course.id, trainer)
    }
  }
  const counts = []
  for (const n of [1, 8]) {
    await join(n)
    counts.push([
      await statements(() => one.courses.listMyCourses()),
      await statements(() => one.courses.listMyCourses({ query: { weekProgress: 'true' } })),
      await statements(() => two.courses.listMyCourses()),
      await statements(() => admin.courses.listCourses({ query: { limit: 100 } })),
    ])
  }
  expect(counts).toEqual([
    [3, 3, 2, 2],
    [3, 3, 2, 2],
  ])
})

test('a course needs a session; a malformed id is a 404', async () => {
  const answer = await app.inject({
    method: 'GET',
    url: '/api/courses/nonsense',
    headers: { authorization: `Bearer ${(await as('USER')).token}` },
  })
  expect(answer.statusCode).toBe(404)
})

test('titles of unpublished weeks are unknown to outsiders: neither in the plan nor found by a search', async () => {
  const { course, student, trainer } = await given.course({ title: 'Statistics' })
  await given.week({ courseId: course.id, number: 1, title: 'Averages' })
  await given.week({ courseId: course.id, number: 2, title: 'Zebra exam', published: false })
  const waiting = await given.student()
  await given.member(course.id, waiting, 'PENDING')
  const query = { search: 'zebra exam' }
  for (const caller of [await as('USER'), await as('TRAINER'), await as(waiting)]) {
    await expect(caller.courses.getCourse(id(course))).resolves.toMatchObject({ weekCount: 2, plan: [{ number: 1, title: 'Averages' }] })
    await expect(caller.courses.listCourses({ query })).resolves.toMatchObject({ total: 0 })
  }
  for (const caller of [await as(student), await as(trainer), await as('ADMIN')]) {
    await expect(caller.courses.getCourse(id(course))).resolves.toMatchObject({ plan: [{}, { title: 'Zebra exam' }] })
    await expect(caller.courses.listCourses({ query })).resolves.toMatchObject({ total: 1 })
  }
})
