import { expect, test } from 'vitest'
import { findFile } from '#modules/files/queries.ts'
import { preloadFileChecks } from '#modules/files/verify.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { app, as, given, database, storage, upload, runJobs } = await testAppWithFiles()

const remove = (who: Awaited<ReturnType<typeof as>>, fileKey: string) => who.files.removeFile({ query: { fileKey } })

test('an upload gets a key under its owner, whatever its file name', async () => {
  const student = await as('USER')
  const { key, headers, expiresAt } = await student.files.presignUpload({
    query: { fileType: 'application/pdf', fileName: '../../essay.pdf' },
  })
  expect(key).toMatch(new RegExp(`^document/${student.user.id}/[0-9a-f-]{36}\\.pdf$`))
  expect(headers).toEqual({ 'content-type': 'application/pdf' })
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
})

test('only the listed types are accepted, spelled exactly', async () => {
  const trainer = await as('TRAINER')
  const ask = (who: typeof trainer, fileType: string) => who.files.presignUpload({ query: { fileType } })
  for (const type of ['text/html', 'image/svg+xml', 'image/png; x', 'image/PNG', '', 'constructor', '__proto__'])
    await expect(ask(trainer, type)).rejects.toBeProblem('unsupported-type')
  await expect(ask(trainer, 'x'.repeat(1000))).rejects.toBeProblem('validation-failed')
  await expect(ask(trainer, 'video/mp4')).resolves.toBeDefined()
  await expect(ask(trainer, 'audio/x-m4a')).resolves.toMatchObject({ headers: { 'content-type': 'audio/mp4' } })
})

test('student recordings are limited to 500 MB, and need an announced size', async () => {
  const [student, trainer] = [await as('USER'), await as('TRAINER')]
  const most = 500 * 1024 * 1024
  for (const fileType of ['video/mp4', 'audio/mpeg']) {
    const ask = (who: typeof student, size?: number) => who.files.presignUpload({ query: { fileType, ...(size && { size }) } })
    const begin = (size?: number) => student.files.initMultipart({ body: { fileType, ...(size && { size }) } })
    await expect(ask(student, most)).resolves.toBeDefined()
    await expect(begin(most)).resolves.toBeDefined()
    for (const size of [most + 1, undefined]) {
      await expect(ask(student, size)).rejects.toBeProblem('too-large')
      await expect(begin(size)).rejects.toBeProblem('too-large')
    }
    await expect(ask(trainer, most + 1)).resolves.toBeDefined()
  }
})

test('the pictures of a draft have URLs for their uploader only', async () => {
  const [student, other] = [await as('USER'), await as('USER')]
  const key = await upload(student, 'image/png')
  const removed = await upload(student, 'image/png')
  await remove(student, removed)
  const ask = (who: typeof student) => who.files.getImageUrls({ body: { keys: [key, removed] } })
  const { items } = await ask(student)
  expect(items.map((item) => item.key)).toEqual([key])
  expect((await app.inject(items[0]!.url)).rawPayload).toEqual(sample['image/png'])
  await expect(ask(other)).resolves.toEqual({ items: [] })
})

test('source code is text of 1 MB at most, whatever its name, and is never served as HTML', async () => {
  const student = await as('USER')
  const look = async (content: Buffer) => {
    const key = await upload(student, 'text/x-source', content)
    const errors = await preloadFileChecks({ database, storage }, student.user.id, [key])
    return { key, error: errors.get(key) }
  }
  const page = await look(Buffer.from('<!doctype html><script>alert(1)</script>'))
  expect(page.error).toBeUndefined()
  const answer = await app.inject(await storage.presignGet(page.key, { fileName: 'index.html' }))
  expect(answer.headers).toMatchObject({
    'content-type': 'text/x-source',
    'content-disposition': "attachment; filename*=UTF-8''index.html",
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
  expect((await look(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]))).error).toContain('not what its name says')
  const size = 1024 * 1024 + 1
  await expect(student.files.presignUpload({ query: { fileType: 'text/x-source', fileName: 'a.py', size } })).rejects.toBeProblem(
    'too-large',
  )
})

test('a file can be used only by its owner, and only after it was checked', async () => {
  const [student, other] = [await as('USER'), await as('USER')]
  const [good, bad] = [await upload(student, 'application/pdf'), await upload(student, 'image/png', Buffer.from('<html>'))]
  const { key: absent } = await student.files.presignUpload({ query: { fileType: 'image/png' } })
  const look = (who: typeof student, ...keys: string[]) => preloadFileChecks({ database, storage }, who.user.id, keys)
  await expect(look(other, good)).resolves.toEqual(new Map())
  expect(await findFile(database.db, good)).toMatchObject({ status: 'PENDING' })
  const errors = await look(student, good, bad, absent, 'image/none', good)
  expect(Object.fromEntries(errors)).toEqual({ [bad]: expect.stringContaining('no png'), [absent]: expect.stringContaining('not arrived') })
  const ready = { key: good, size: 9, status: 'READY', contentType: 'application/pdf' }
  expect(await findFile(database.db, good)).toMatchObject(ready)
  await storage.remove(good)
  await expect(look(student, good)).resolves.toEqual(new Map())
  expect(await findFile(database.db, good)).toMatchObject(ready)
})

test('SVG or HTML under a picture’s name is rejected when it is used, and never served', async () => {
  const student = await as('USER')
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '<!doctype html><script>alert(1)</script>']) {
    const key = await upload(student, 'image/png', Buffer.from(content))
    await expect(student.users.updateMe({ body: { profileImage: key } })).rejects.toBeProblem('validation-failed', ['/profileImage'])
    const image = await app.inject({ url: `/images/${key}` })
    expect([image.statusCode, image.body.includes('alert')]).toEqual([404, false])
  }
})

test('an unused file is deleted with its bytes', async () => {
  const student = await as('USER')
  const key = await upload(student, 'image/png')
  await remove(student, key)
  await runJobs()
  await expect(storage.inspect(key)).resolves.toBeUndefined()
  await expect(remove(student, key)).rejects.toBeProblem('not-found')
})

test('the file of another user is a 404 except for admins, and so is an invalid key', async () => {
  const owner = await as('USER')
  const key = await upload(owner, 'image/png')
  for (const role of ['USER', 'TRAINER'] as const) await expect(remove(await as(role), key)).rejects.toBeProblem('not-found')
  for (const name of ['../../x', '%2e%2e%2f', '/etc/passwd', 'image\\x', '', '/', 'image/none.png', 'x'.repeat(199)])
    await expect(remove(owner, name)).rejects.toBeProblem('not-found')
  await expect(remove(await as('ADMIN'), key)).resolves.toBeUndefined()
})

test('a file that is used anywhere cannot be deleted', async () => {
  const { course, student, assignment } = await given.assignment({ questions: [given.question({ type: 'FILE' })] })
  const owner = await as(student)
  const keyOf = async () => (await given.file(student.id)).key
  const [handedIn, drafted, video, still, attached, caption, profile, cover, free] = await Promise.all(Array.from({ length: 9 }, keyOf))
  const answer = (value: string | string[]) => [{ questionId: assignment.questions[0]!.id, value }]
  await given.submission({ studentId: student.id, answers: answer([handedIn!]), draft: answer(drafted!) })
  await given.recorded({
    courseId: course.id,
    source: video!,
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

test('an earlier version of submitted work keeps its file', async () => {
  const question = given.question({ type: 'FILE' })
  const home = await given.assignment({ questions: [question] })
  const student = await as(home.student)
  const params = { courseId: home.course.id, weekId: home.week.id, assignmentId: home.assignment.id }
  const [first, second] = [await upload(student, 'application/pdf'), await upload(student, 'application/pdf')]
  for (const key of [first, second])
    await student.submissions.submitAssignment({ params, body: { answers: [{ questionId: question.id, value: [key] }] } })
  await expect(remove(student, first)).rejects.toBeProblem('in-use')
})

test('trainers can delete files that their course no longer uses', async () => {
  const { course, trainer } = await given.course()
  const { key } = await given.file((await given.user({ role: 'ADMIN' })).id)
  await given.recorded({ courseId: course.id, source: key, deletedAt: '2026-01-01T00:00:00Z' })
  await expect(remove(await as('TRAINER'), key)).rejects.toBeProblem('not-found')
  await expect(remove(await as(trainer), key)).resolves.toBeUndefined()
})
