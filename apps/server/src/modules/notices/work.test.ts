/** Notices of new and moved work, of more time, and of courses to teach. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { noticeText } from '@lms/contract/rules/notices'
import { assignments } from '#db/schema/assignments.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { announceWork } from '#modules/notices/work.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const start = Date.parse('2026-11-20T12:00:00Z')
const at = (hours: number) => new Date(start + hours * 3_600_000)
beforeEach(() => clock.set(at(0)))

const announce = () => announceWork({ database, now: () => clock.now() })
type Client = Awaited<ReturnType<typeof as>>
const read = async (who: Client) =>
  (await who.notices.listNotices({ query: {} })).items.map((notice) => noticeText(notice).replaceAll(/[\u2068\u2069]/g, ''))

/** A course with an open week, whose student knows all that is in it. */
async function openCourse() {
  const { course, student, trainer } = await given.course()
  const { week } = await given.week({ courseId: course.id })
  const place = { courseId: course.id, weekId: week.id }
  await announce()
  return { course, week, student, place, studentClient: await as(student), trainerClient: await as(trainer) }
}
const dueAt = at(100).toISOString()

test('what is new is announced once, to students only', async () => {
  const { place, studentClient, trainerClient } = await openCourse()
  const { assignment } = await given.assignment({ ...place, title: 'Dovetail', dueAt })
  await announce()
  await announce()
  await expect(read(studentClient)).resolves.toEqual(['Dovetail is new'])
  await expect(read(trainerClient)).resolves.toEqual([])
  const [notice] = (await studentClient.notices.listNotices({ query: {} })).items
  expect(notice).toMatchObject({ kind: 'WORK', subject: { assignmentId: assignment.id, weekId: place.weekId }, actor: null })
})

test('ten items that are published at once are one notice; opening the course reads it', async () => {
  const { course, week, place, studentClient } = await openCourse()
  await db.update(weeks).set({ published: false }).where(eq(weeks.id, week.id))
  for (let n = 1; n <= 10; n++) await given.live({ ...place, title: `Session ${n}`, startsAt: at(20 + n).toISOString(), position: n })
  await announce()
  await expect(read(studentClient)).resolves.toEqual([])
  await db.update(weeks).set({ published: true }).where(eq(weeks.id, week.id))
  await announce()
  await expect(read(studentClient)).resolves.toEqual(['Session 1 and 9 others are new'])
  await studentClient.notices.updateNotices({ body: { about: [course.id] } })
  expect((await studentClient.auth.getSession()).unreadNotices).toBe(0)
})

test('a week that opens later, and a draft course, are announced when students see them', async () => {
  const { course, student, trainer } = await given.course({ status: 'DRAFT' })
  const { week } = await given.week({ courseId: course.id, unlockAt: at(5).toISOString() })
  await given.assignment({ courseId: course.id, weekId: week.id, title: 'Later', dueAt })
  const client = await as(student)
  clock.set(at(6))
  await announce()
  await db.update(courses).set({ status: 'PUBLISHED' }).where(eq(courses.id, course.id))
  expect(await read(client)).toEqual([])
  await announce()
  expect(await read(client)).toEqual(['Later is new'])
  expect(await read(await as(trainer))).toEqual([])
})

test('moved work is one row: an unread notice is replaced, a read one is followed by another', async () => {
  const { place, studentClient } = await openCourse()
  const { assignment } = await given.assignment({ ...place, title: 'Dovetail', dueAt })
  await announce()
  let runs = 0
  const move = async (hours: number) => {
    clock.set(at(++runs))
    await db
      .update(assignments)
      .set({ dueAt: at(hours).toISOString() })
      .where(eq(assignments.id, assignment.id))
    await announce()
  }
  await move(120)
  await expect(read(studentClient)).resolves.toEqual(['The due time of Dovetail changed'])
  await move(140)
  await expect(read(studentClient)).resolves.toEqual(['The due time of Dovetail changed'])
  await studentClient.notices.updateNotices({ body: { about: [assignment.id] } })
  await move(160)
  const { items, unread } = await studentClient.notices.listNotices({ query: {} })
  expect([items.length, unread]).toEqual([1, 1])
  // Back to a time that was announced and read before.
  await studentClient.notices.updateNotices({ body: { about: [assignment.id] } })
  await move(140)
  expect((await studentClient.notices.listNotices({ query: {} })).unread).toBe(1)
})

test('a session that moved, and one that was deleted or is over by its new time', async () => {
  const { place, studentClient } = await openCourse()
  const [moved, gone, past] = [
    await given.live({ ...place, title: 'Moved', startsAt: at(20).toISOString() }),
    await given.live({ ...place, title: 'Gone', startsAt: at(20).toISOString() }),
    await given.live({ ...place, title: 'Past', startsAt: at(20).toISOString() }),
  ]
  await announce()
  const { items } = await studentClient.notices.listNotices({ query: {} })
  await studentClient.notices.updateNotices({ body: { ids: items.map(({ id }) => id) } })
  const change = (mediaId: string, values: object) => db.update(media).set(values).where(eq(media.id, mediaId))
  await change(moved.media.id, { startsAt: at(30).toISOString() })
  await change(gone.media.id, { startsAt: at(30).toISOString() })
  await change(past.media.id, { startsAt: at(-30).toISOString() })
  await announce()
  await change(gone.media.id, { deletedAt: at(0).toISOString() })
  await expect(read(studentClient)).resolves.toEqual(['Moved was moved to another time', expect.stringMatching(/ and 2 others are new$/)])
})

test('more time for some is a notice for them, replaced by a later one and gone when it is taken back', async () => {
  const { course, place, student, studentClient, trainerClient } = await openCourse()
  const { assignment } = await given.assignment({ ...place, title: 'Dovetail', dueAt })
  const extend = (hours: number | null) =>
    trainerClient.assignmentExceptions.extendDueTime({
      params: { courseId: course.id, assignmentId: assignment.id },
      body: { studentIds: [student.id], dueAt: hours === null ? null : at(hours).toISOString(), closesAt: null },
    })
  await extend(200)
  await extend(220)
  await expect(read(studentClient)).resolves.toEqual(['You have more time for Dovetail'])
  await extend(null)
  await expect(read(studentClient)).resolves.toEqual([])
})

test('who becomes a trainer is notified, and not for what they did', async () => {
  const { course, trainer } = await given.course({ title: 'Joints' })
  const other = await given.trainer()
  const admin = await as('ADMIN')
  const change = (trainerIds: string[]) => admin.courses.updateCourse({ params: { id: course.id }, body: { trainerIds } })
  await change([trainer.id, other.id])
  const client = await as(other)
  await expect(read(client)).resolves.toEqual(['You now teach Joints'])
  await expect(read(await as(trainer))).resolves.toEqual([])
  await change([trainer.id])
  await expect(read(client)).resolves.toEqual([])
  await client.courses.createCourse({ body: { title: 'Own', weekCount: 1 } })
  await expect(read(client)).resolves.toEqual([])
})
