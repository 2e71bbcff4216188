/** A class marked at once: undone together, without what others have marked since, which no mark replaces unseen. */

import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:02:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))
beforeEach(() => at(0))

type Status = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null
type Mark = { userId: string; status: Status; seen?: string | null; remark?: string }

/** Three students, and two trainers who mark them. */
async function openClass() {
  const { course, week, student, place, trainer, trainerClient } = await openLive()
  const others = [await given.student(), await given.student()]
  for (const one of others) await given.member(course.id, one)
  const colleague = await given.trainer()
  await given.member(course.id, colleague)
  const colleagueClient = await as(colleague)
  const params = { courseId: course.id, weekId: week.id }
  const { mediaId } = place
  const mark = (marks: Mark[], who = trainerClient) =>
    who.attendance.markBulkAttendance({ params, body: { attendance: marks.map((one) => ({ ...one, mediaId })) } })
  const undo = (markedAt: string, userIds: string[], who = trainerClient) =>
    who.attendance.undoAttendance({ params, body: { markedAt, marks: userIds.map((userId) => ({ userId, mediaId })) } })
  const read = async () => {
    const { students } = await trainerClient.attendance.getCourseAttendance({ params })
    return (userId: string) => students.find(({ user }) => user.id === userId)?.entries[mediaId]
  }
  const ids = [student, ...others].map(({ id }) => id) as [string, string, string]
  return { ids, mark, undo, read, colleague, colleagueClient, trainer, params, mediaId }
}

test('a mass mark is undone at once, each student back to what was there before', async () => {
  const { ids, mark, undo, read } = await openClass()
  await mark([{ userId: ids[0], status: 'LATE', remark: 'Train' }])
  at(5)
  const { markedAt, marked } = await mark(ids.map((userId) => ({ userId, status: 'PRESENT' })))
  expect(marked).toBe(3)
  const { undone } = await undo(markedAt, ids)
  expect(undone).toHaveLength(3)
  const of = await read()
  expect(ids.map((id) => of(id)?.status ?? null)).toEqual(['LATE', null, null])
  expect(of(ids[0])).toMatchObject({ remark: 'Train' })
})

test('what has been marked since stays when the rest is undone; with nothing left to undo it is a conflict', async () => {
  const { ids, mark, undo, read, colleagueClient } = await openClass()
  const { markedAt } = await mark(ids.map((userId) => ({ userId, status: 'PRESENT' })))
  at(5)
  await mark([{ userId: ids[1], status: 'EXCUSED' }], colleagueClient)
  const { undone } = await undo(markedAt, ids)
  expect(undone.map(({ userId }) => userId).toSorted()).toEqual([ids[0], ids[2]].toSorted())
  const of = await read()
  expect(ids.map((id) => of(id)?.status ?? null)).toEqual([null, 'EXCUSED', null])
  await expect(undo(markedAt, ids)).rejects.toBeProblem('conflict')
})

test('a mark that somebody else gave since the page was read stays, and is returned; the others are saved', async () => {
  const { ids, mark, read, colleague, colleagueClient } = await openClass()
  const theirs = await mark([{ userId: ids[1], status: 'LATE' }], colleagueClient)
  at(5)
  const reply = await mark(ids.map((userId) => ({ userId, status: 'PRESENT', seen: null })))
  expect(reply.marked).toBe(2)
  expect(reply.kept).toMatchObject([{ userId: ids[1], record: { status: 'LATE', markedBy: { id: colleague.id } } }])
  const of = await read()
  expect(ids.map((id) => of(id)?.status)).toEqual(['PRESENT', 'LATE', 'PRESENT'])
  // Having seen it, the other trainer may replace it.
  at(10)
  await expect(mark([{ userId: ids[1], status: 'ABSENT', seen: theirs.markedAt }])).resolves.toMatchObject({ marked: 1, kept: [] })
})

test('a mark of one’s own, and the same mark, are no conflict', async () => {
  const { ids, mark, colleagueClient } = await openClass()
  await mark([{ userId: ids[0], status: 'LATE' }])
  await mark([{ userId: ids[1], status: 'PRESENT' }], colleagueClient)
  at(5)
  const reply = await mark([
    { userId: ids[0], status: 'PRESENT', seen: null },
    { userId: ids[1], status: 'PRESENT', seen: null },
  ])
  expect(reply).toMatchObject({ marked: 2, kept: [] })
})

test('two trainers who mark an unmarked student at once: the second sees the first', async () => {
  const { ids, mark, colleagueClient } = await openClass()
  const replies = await Promise.all([
    mark([{ userId: ids[0], status: 'PRESENT', seen: null }]),
    mark([{ userId: ids[0], status: 'ABSENT', seen: null }], colleagueClient),
  ])
  expect(replies.map(({ marked }) => marked).toSorted((one, other) => one - other)).toEqual([0, 1])
})

test('a mark that somebody else gave and cleared is none: nobody has to decide about it', async () => {
  const { ids, mark, read, colleagueClient } = await openClass()
  const theirs = await mark([{ userId: ids[0], status: 'LATE' }], colleagueClient)
  at(5)
  await mark([{ userId: ids[0], status: null }], colleagueClient)
  at(10)
  // On a page that was read before it was cleared it is a conflict; having seen that, the mark is saved.
  const reply = await mark([{ userId: ids[0], status: 'ABSENT', seen: theirs.markedAt }])
  expect(reply).toMatchObject({ marked: 0, kept: [{ userId: ids[0], record: null }] })
  await expect(mark([{ userId: ids[0], status: 'PRESENT', seen: null }])).resolves.toMatchObject({ marked: 1, kept: [] })
  expect((await read())(ids[0])).toMatchObject({ status: 'PRESENT' })
})
