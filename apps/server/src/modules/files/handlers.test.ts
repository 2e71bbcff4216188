import { expect, test } from 'vitest'
import { testAppWithFiles } from '#test/files.ts'
import { findFile } from '#modules/files/queries.ts'
import { lookAtFiles } from '#modules/files/verify.ts'

const { app, as, given, database, storage, upload, runJobs } = await testAppWithFiles()

const remove = (who: Awaited<ReturnType<typeof as>>, fileKey: string) => who.files.removeFile({ query: { fileKey } })

test('an upload gets a key of its owner, whatever its name', async () => {
  const student = await as('USER')
  const { key, headers, expiresAt } = await student.files.presignUpload({
    query: { fileType: 'application/pdf', fileName: '../../essay.pdf' },
  })
  expect(key).toMatch(new RegExp(`^document/${student.user.id}/[0-9a-f-]{36}\\.pdf$`))
  expect(headers).toEqual({ 'content-type': 'application/pdf' })
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
})

test('case 88: only types of the table, as they are written there, and recordings by staff alone', async () => {
  const [student, trainer] = [await as('USER'), await as('TRAINER')]
  const ask = (who: typeof student, fileType: string) => who.files.presignUpload({ query: { fileType } })
  for (const type of ['text/html', 'image/svg+xml', 'image/png; x', 'image/PNG', '', 'constructor', '__proto__'])
    await expect(ask(trainer, type)).rejects.toBeProblem('unsupported-type')
  await expect(ask(trainer, 'x'.repeat(1000))).rejects.toBeProblem('invalid')
  for (const type of ['video/mp4', 'audio/mpeg']) await expect(ask(student, type)).rejects.toBeProblem('forbidden')
  await expect(ask(trainer, 'video/mp4')).resolves.toBeDefined()
  await expect(ask(trainer, 'audio/x-m4a')).resolves.toMatchObject({ headers: { 'content-type': 'audio/mp4' } })
})

test('a file may be used once it was looked at, by its owner', async () => {
  const [student, other] = [await as('USER'), await as('USER')]
  const [good, bad] = [await upload(student, 'application/pdf'), await upload(student, 'image/png', Buffer.from('<html>'))]
  const { key: absent } = await student.files.presignUpload({ query: { fileType: 'image/png' } })
  const look = (who: typeof student, ...keys: string[]) => lookAtFiles({ database, storage }, who.user.id, keys)
  await expect(look(other, good)).resolves.toEqual(new Map())
  expect(await findFile(database.db, good)).toMatchObject({ status: 'PENDING' })
  const faults = await look(student, good, bad, absent, 'image/none', good)
  expect(Object.fromEntries(faults)).toEqual({ [bad]: expect.stringContaining('no png'), [absent]: expect.stringContaining('not arrived') })
  const ready = { key: good, size: 9, status: 'READY', contentType: 'application/pdf' }
  expect(await findFile(database.db, good)).toMatchObject(ready)
  await storage.remove(good)
  await expect(look(student, good)).resolves.toEqual(new Map())
  expect(await findFile(database.db, good)).toMatchObject(ready)
})

test('case 61: SVG or HTML under a picture’s name is refused where it would be used, and served to nobody', async () => {
  const student = await as('USER')
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '<!doctype html><script>alert(1)</script>']) {
    const key = await upload(student, 'image/png', Buffer.from(content))
    await expect(student.users.updateMe({ body: { profileImage: key } })).rejects.toBeProblem('invalid', ['/profileImage'])
    const image = await app.inject({ url: `/images/${key}` })
    expect([image.statusCode, image.body.includes('alert')]).toEqual([404, false])
  }
})

test('what nothing uses goes, with its bytes', async () => {
  const student = await as('USER')
  const key = await upload(student, 'image/png')
  await remove(student, key)
  await runJobs()
  await expect(storage.inspect(key)).resolves.toBeUndefined()
  await expect(remove(student, key)).rejects.toBeProblem('not-found')
})

test('case 91: a file of somebody else is not there, but for admins, nor is what is no key', async () => {
  const owner = await as('USER')
  const key = await upload(owner, 'image/png')
  for (const role of ['USER', 'TRAINER'] as const) await expect(remove(await as(role), key)).rejects.toBeProblem('not-found')
  for (const name of ['../../x', '%2e%2e%2f', '/etc/passwd', 'image\\x', '', '/', 'image/none.png', 'x'.repeat(199)])
    await expect(remove(owner, name)).rejects.toBeProblem('not-found')
  await expect(remove(await as('ADMIN'), key)).resolves.toBeUndefined()
})

test('case 92: what is used anywhere stays', async () => {
  const { course, student, assignment } = await given.assignment({ questions: [given.question({ type: 'FILE' })] })
  const owner = await as(student)
  const keyOf = async () => (await given.file(student.id)).key
  const [handedIn, drafted, video, still, attached, caption, profile, cover, free] = await Promise.all(Array.from({ length: 9 }, keyOf))
  const answer = (value: string | string[]) => [{ questionId: assignment.questions[0]!.id, value }]
  await given.submission({ studentId: student.id, answers: answer([handedIn!]), draft: answer(drafted!) })
  await given.recorded({
    courseId: course.id,
    url: video!,
    thumbnail: still!,
    attachments: [{ key: attached!, name: 'a' }],
    captions: [{ key: caption!, language: 'en', label: 'English' }],
  })
  await given.user({ profileImage: profile! })
  await given.course({ coverImage: cover! })
  for (const key of [handedIn, drafted, video, still, attached, caption, profile, cover])
    await expect(remove(owner, key!)).rejects.toBeProblem('in-use')
  await expect(remove(owner, free!)).resolves.toBeUndefined()
})

test('an earlier version of handed-in work keeps its file', async () => {
  const question = given.question({ type: 'FILE' })
  const home = await given.assignment({ questions: [question] })
  const student = await as(home.student)
  const params = { courseId: home.course.id, weekId: home.week.id, assignmentId: home.assignment.id }
  const [first, second] = [await upload(student, 'application/pdf'), await upload(student, 'application/pdf')]
  for (const key of [first, second])
    await student.submissions.submitAssignment({ params, body: { answers: [{ questionId: question.id, value: [key] }] } })
  await expect(remove(student, first)).rejects.toBeProblem('in-use')
})

test('trainers remove what a course of theirs has given up', async () => {
  const { course, trainer } = await given.course()
  const { key } = await given.file((await given.user({ role: 'ADMIN' })).id)
  await given.recorded({ courseId: course.id, url: key, deletedAt: '2026-01-01T00:00:00Z' })
  await expect(remove(await as('TRAINER'), key)).rejects.toBeProblem('not-found')
  await expect(remove(await as(trainer), key)).resolves.toBeUndefined()
})
