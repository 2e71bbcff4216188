/** Notes on videos: private, in the order of their times in the video. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { mediaNotes } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'

const { app, given, as, clock, database, statements } = await testApp()
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

async function videoWithNote() {
  const home = await given.recorded()
  const student = await as(home.student)
  const params = { courseId: home.course.id, mediaId: home.media.id }
  const note = await student.media.createNote({ params, body: { at: 751.5, text: '**Ask** the ministry.' } })
  return { ...home, studentClient: student, params, note }
}

test('notes are kept as typed, in the order of their times', async () => {
  const { studentClient, params, note } = await videoWithNote()
  expect(note).toMatchObject({ at: 751.5, text: '**Ask** the ministry.', createdAt: '2026-11-20T12:00:00.000Z' })
  const earlier = await studentClient.media.createNote({ params, body: { at: 4, text: '<b>not html</b>' } })
  const { items, total } = await studentClient.media.listNotes({ params })
  expect(items.map(({ id, text }) => [id, text])).toEqual([
    [earlier.id, '<b>not html</b>'],
    [note.id, '**Ask** the ministry.'],
  ])
  expect(total).toBe(2)
  await expect(studentClient.media.listNotes({ params, query: { page: 2, limit: 1 } })).resolves.toMatchObject({ items: [{ id: note.id }] })
})

test('the writer of a note changes and deletes it', async () => {
  const { studentClient, params, note } = await videoWithNote()
  clock.set('2026-11-20T12:05:00Z')
  const one = { params: { ...params, id: note.id } }
  const changed = await studentClient.media.updateNote({ ...one, body: { text: 'Calendar years.' } })
  expect(changed).toEqual({ ...note, text: 'Calendar years.', updatedAt: '2026-11-20T12:05:00.000Z' })
  await expect(studentClient.media.updateNote({ ...one, body: {} })).resolves.toMatchObject({ text: 'Calendar years.' })
  await studentClient.media.removeNote(one)
  await expect(studentClient.media.removeNote(one)).rejects.toBeProblem('not-found')
  await expect(studentClient.media.listNotes({ params })).resolves.toMatchObject({ total: 0 })
})

test('no other user sees or changes a note: neither students nor staff', async () => {
  const { course, trainer, params, note } = await videoWithNote()
  const classmate = await given.student()
  await given.member(course.id, classmate)
  for (const who of [classmate, trainer, 'ADMIN', 'SUPER_ADMIN'] as const) {
    const other = await as(who)
    await expect(other.media.listNotes({ params })).resolves.toMatchObject({ items: [], total: 0 })
    const one = { params: { ...params, id: note.id } }
    await expect(other.media.updateNote({ ...one, body: { text: 'x' } })).rejects.toBeProblem('not-found')
    await expect(other.media.removeNote(one)).rejects.toBeProblem('not-found')
    await expect(other.media.createNote({ params, body: { at: 1, text: 'my own' } })).resolves.toMatchObject({ text: 'my own' })
  }
})

test('users outside the course are rejected, even with an earlier note in it', async () => {
  const { params, note } = await videoWithNote()
  for (const stranger of [await as('USER'), await as('TRAINER')]) {
    await expect(stranger.media.listNotes({ params })).rejects.toBeProblem('forbidden')
    await expect(stranger.media.createNote({ params, body: { at: 1, text: 'x' } })).rejects.toBeProblem('forbidden')
    await expect(stranger.media.removeNote({ params: { ...params, id: note.id } })).rejects.toBeProblem('forbidden')
  }
})

test('a note belongs to its media item, and the media item to its course', async () => {
  const { studentClient, params, note, course, week } = await videoWithNote()
  const other = await given.recorded({ courseId: course.id, weekId: week.id })
  const elsewhere = await given.recorded()
  await expect(studentClient.media.removeNote({ params: { ...params, mediaId: other.media.id, id: note.id } })).rejects.toBeProblem(
    'not-found',
  )
  const foreign = { ...params, mediaId: elsewhere.media.id }
  await expect(studentClient.media.createNote({ params: foreign, body: { at: 1, text: 'x' } })).rejects.toBeProblem('not-found')
})

test('a locked week is a 404 for students, not trainers', async () => {
  const { week, course, student, trainer } = await given.week({ published: false })
  const { media } = await given.recorded({ courseId: course.id, weekId: week.id })
  const params = { courseId: course.id, mediaId: media.id }
  await expect((await as(student)).media.listNotes({ params })).rejects.toBeProblem('not-found')
  await expect((await as(trainer)).media.listNotes({ params })).resolves.toMatchObject({ total: 0 })
})

test('an invalid note is rejected with each wrong field, and not saved', async () => {
  const { studentClient, params } = await videoWithNote()
  const write = (at: number, text: string) => studentClient.media.createNote({ params, body: { at, text } })
  await expect(write(-1, ' \n')).rejects.toBeProblem('validation-failed', ['/at', '/text'])
  await expect(write(400_000, 'x'.repeat(5001))).rejects.toBeProblem('validation-failed', ['/at', '/text'])
  await expect(write(1, 'a\u0000b')).rejects.toBeProblem('validation-failed', ['/text'])
  await expect(studentClient.media.listNotes({ params })).resolves.toMatchObject({ total: 1 })
})

test('the same request twice adds one note', async () => {
  const { studentClient, params } = await videoWithNote()
  const send = () => studentClient.media.createNote({ params, body: { at: 9, text: 'once' } }, { idempotencyKey: 'note-1' })
  const [first, second] = [await send(), await send()]
  expect(second).toEqual(first)
  await expect(studentClient.media.listNotes({ params })).resolves.toMatchObject({ total: 2 })
})

test('a note sent again with its id stays one note, with the latest text, also from elsewhere and at once', async () => {
  const { studentClient, params, note } = await videoWithNote()
  const id = crypto.randomUUID()
  const send = (text: string) => studentClient.media.createNote({ params, body: { id, at: 9, text } })
  await Promise.all([send('one'), send('one'), send('one')])
  clock.set('2026-11-20T12:06:00Z')
  await expect(send('one, and two')).resolves.toMatchObject({ id, at: 9, text: 'one, and two', updatedAt: '2026-11-20T12:06:00.000Z' })
  const { items } = await studentClient.media.listNotes({ params })
  expect(items.map((item) => [item.id, item.text])).toEqual([
    [id, 'one, and two'],
    [note.id, note.text],
  ])
  await studentClient.media.removeNote({ params: { ...params, id } })
  await expect(send('back')).resolves.toMatchObject({ id, text: 'back' })
})

test('an id of another user’s note, or of a note on another media item, is rejected', async () => {
  const { course, week, studentClient, params, note } = await videoWithNote()
  const classmate = await given.student()
  await given.member(course.id, classmate)
  const other = await given.recorded({ courseId: course.id, weekId: week.id })
  const body = { id: note.id, at: 1, text: 'mine now' }
  await expect((await as(classmate)).media.createNote({ params, body })).rejects.toBeProblem('conflict')
  const elsewhere = { ...params, mediaId: other.media.id }
  await expect(studentClient.media.createNote({ params: elsewhere, body })).rejects.toBeProblem('conflict')
  await expect(studentClient.media.listNotes({ params })).resolves.toMatchObject({ items: [note], total: 1 })
})

test('the number of notes is limited, and the list needs the same number of statements', async () => {
  const { studentClient, params, note, student } = await videoWithNote()
  // Of more than one page the total is counted, with one statement more.
  await studentClient.media.createNote({ params, body: { at: 1, text: 'second' } })
  const few = await statements(() => studentClient.media.listNotes({ params, query: { limit: 1 } }))
  const rows = Array.from({ length: 298 }, (_, at) => ({ userId: student.id, mediaId: params.mediaId, at, text: 'x' }))
  await database.db.insert(mediaNotes).values(rows)
  expect(await statements(() => studentClient.media.listNotes({ params, query: { limit: 100 } }))).toBe(few)
  await expect(studentClient.media.createNote({ params, body: { at: 1, text: 'x' } })).rejects.toBeProblem('conflict')
  await expect(studentClient.media.createNote({ params, body: { id: note.id, at: 1, text: 'x' } })).resolves.toBeDefined()
  await studentClient.media.removeNote({ params: { ...params, id: note.id } })
  await expect(studentClient.media.createNote({ params, body: { at: 1, text: 'x' } })).resolves.toBeDefined()
})

test('notes of a deleted user are deleted too', async () => {
  const { student } = await videoWithNote()
  const count = () => database.db.$count(mediaNotes, eq(mediaNotes.userId, student.id))
  expect(await count()).toBe(1)
  await (await as('ADMIN')).users.removeUser({ params: { id: student.id } })
  expect(await count()).toBe(0)
})

test('no response about a course, its media or users has a note', async () => {
  const { course, trainer, params, note } = await videoWithNote()
  const { token } = await as(trainer)
  const headers = { authorization: `Bearer ${token}` }
  for (const url of [`/api/courses/${course.id}`, `/api/media/course/${course.id}/${params.mediaId}`, `/api/courses/progress/${course.id}`])
    expect((await app.inject({ url, headers })).body).not.toContain(note.text)
})
