import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { files, uploads } from '#db/schema/media.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { sweepFiles } from '#modules/files/sweep.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { as, given, database, storage, upload, dataDir, clock, deps, runJobs } = await testAppWithFiles()
const day = 86_400_000
beforeEach(() => clock.set(new Date()))
const later = (days: number) => clock.set(new Date(Date.now() + days * day))
const isThere = async (key: string) => (await database.db.$count(files, eq(files.key, key))) > 0

test('used files stay, unused ones are deleted after a week, also with two parallel sweeps', async () => {
  const question = given.question({ type: 'FILE' })
  const { course, student, assignment } = await given.assignment({ questions: [question] })
  const keyOf = async () => (await given.file(student.id)).key
  const [handedIn, drafted, video, attached, caption, profile, cover, deletedCover] = await Promise.all(Array.from({ length: 8 }, keyOf))
  const answer = (value: string | string[]) => [{ questionId: question.id, value }]
  await given.submission({
    assignment: { courseId: course.id, questions: [question] },
    studentId: student.id,
    answers: answer([handedIn!]),
    draft: answer(drafted!),
  })
  await given.recorded({
    courseId: course.id,
    source: video!,
    attachments: [{ key: attached!, name: 'a' }],
    captions: [{ key: caption!, language: 'en', label: 'English' }],
  })
  await given.user({ profileImage: profile! })
  await given.course({ coverImage: cover! })
  await given.course({ coverImage: deletedCover!, deletedAt: '2026-01-01T00:00:00Z' })
  expect(assignment).toBeDefined()
  const used = [handedIn, drafted, video, attached, caption, profile, cover, deletedCover] as string[]
  const owner = await as(student)
  const [unused, unchecked] = [await upload(owner, 'image/png'), await upload(owner, 'application/pdf')]
  await database.db.update(files).set({ status: 'READY', size: 29 }).where(eq(files.key, unused))
  await sweepFiles(deps)
  expect([await isThere(unused), await isThere(unchecked)]).toEqual([true, true])
  later(8)
  await Promise.all([sweepFiles(deps), sweepFiles(deps)])
  await sweepFiles(deps)
  await runJobs()
  for (const key of used) expect(await isThere(key)).toBe(true)
  for (const key of [unused, unchecked]) {
    expect(await isThere(key)).toBe(false)
    await expect(storage.inspect(key)).resolves.toBeUndefined()
  }
})

test('an earlier version of submitted work keeps its file', async () => {
  const question = given.question({ type: 'FILE' })
  const home = await given.assignment({ questions: [question] })
  const student = await as(home.student)
  const params = { courseId: home.course.id, weekId: home.week.id, assignmentId: home.assignment.id }
  const keys = [await upload(student, 'application/pdf'), await upload(student, 'application/pdf')]
  for (const key of keys)
    await student.submissions.submitAssignment({ params, body: { answers: [{ questionId: question.id, value: [key] }] } })
  later(30)
  await sweepFiles(deps)
  for (const key of keys) expect(await isThere(key)).toBe(true)
})

test('a file in the answers to a sign-up form stays, also in earlier versions of the answers', async () => {
  const { course, student } = await given.course({ enrolment: 'FORM' })
  const [current, earlier] = [(await given.file(student.id)).key, (await given.file(student.id)).key]
  const [form] = await database.db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
  const formId = form!.id
  await database.db.insert(signupFormVersions).values({ formId, version: 1, questions: [] })
  const answer = (key: string) => [{ questionId: crypto.randomUUID(), value: [key] }]
  await database.db.insert(signupResponses).values({
    formId,
    userId: student.id,
    version: 1,
    status: 'PENDING',
    answers: answer(current),
    earlier: [{ version: 1, answers: answer(earlier), sentAt: '2026-11-01T12:00:00.000Z' }],
  })
  later(30)
  await sweepFiles(deps)
  expect([await isThere(current), await isThere(earlier)]).toEqual([true, true])
})

test('a file that comes into use during the sweep stays', async () => {
  const owner = await as('USER')
  const key = await upload(owner, 'image/png')
  later(8)
  await database.transaction(async (db) => {
    await db.select().from(files).where(eq(files.key, key)).for('key share')
    await sweepFiles(deps)
  })
  expect(await isThere(key)).toBe(true)
})

test('an unused file is deleted after seven days', async () => {
  const owner = await as('USER')
  const key = await upload(owner, 'image/png')
  later(6.9)
  await sweepFiles(deps)
  expect(await isThere(key)).toBe(true)
  later(7.1)
  await sweepFiles(deps)
  expect(await isThere(key)).toBe(false)
})

test('a multipart upload is deleted 48 hours after its last activity', async () => {
  const trainer = await as('TRAINER')
  const { key, uploadId } = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const isOpen = async () => (await trainer.files.listUploads({ query: {} })).items.some((one) => one.key === key)
  later(47 / 24)
  await sweepFiles(deps)
  expect(await isOpen()).toBe(true)
  // This is activity, so the time restarts.
  await trainer.files.presignPart({ query: { key, uploadId, partNumber: 1 } })
  for (const [hours, stays] of [
    [47 + 47, true],
    [47 + 49, false],
  ] as const) {
    later(hours / 24)
    await sweepFiles(deps)
    expect(await isOpen()).toBe(stays)
  }
})

test('the rows of finished uploads are deleted after a month', async () => {
  const trainer = await as('TRAINER')
  const { key, uploadId } = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  await trainer.files.abortMultipart({ query: { key, uploadId } })
  const isKnown = async () => (await database.db.$count(uploads, eq(uploads.key, key))) > 0
  later(29)
  await sweepFiles(deps)
  expect(await isKnown()).toBe(true)
  later(31)
  await sweepFiles(deps)
  expect(await isKnown()).toBe(false)
})

test('a step that the database refuses does not keep the sweep from the others', async () => {
  const { id } = await given.trainer()
  const stray = `image/${id}/${crypto.randomUUID()}.png`
  await storage.put(stray, 'image/png', sample['image/png'])
  await given.file(id, { createdAt: new Date(Date.now() - 30 * day).toISOString() })
  await database.db.execute(
    sql.raw(`
    create function refuse_delete() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_delete before delete on files for each statement execute function refuse_delete()`),
  )
  onTestFinished(async () => void (await database.db.execute(sql`drop function refuse_delete cascade`)))
  later(8)
  await expect(sweepFiles(deps)).rejects.toThrow('Failed query')
  await expect(storage.inspect(stray)).resolves.toBeUndefined()
})

test('only old files without a row are deleted, and none if most have no row', async () => {
  const owner = crypto.randomUUID()
  const stray = async (age: number) => {
    const key = `image/${owner}/${crypto.randomUUID()}.png`
    await storage.put(key, 'image/png', sample['image/png'])
    const time = new Date(Date.now() - age * day)
    await utimes(join(dataDir, 'files', key), time, time)
    return key
  }
  const [old, fresh] = [await stray(10), await stray(1)]
  await sweepFiles(deps)
  await expect(storage.inspect(old)).resolves.toBeUndefined()
  await expect(storage.inspect(fresh)).resolves.toBeDefined()
  const many = await Promise.all(Array.from({ length: 30 }, () => stray(10)))
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await sweepFiles(deps)
  expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^30 of \d+ stored files are unknown/))
  warned.mockRestore()
  await expect(storage.inspect(many[0]!)).resolves.toBeDefined()
})

test('the sweep is scheduled', async () => {
  const { lanesOn } = await import('#jobs.ts')
  expect(lanesOn(deps).flatMap(({ schedule = {} }) => Object.keys(schedule))).toContain('files.sweep')
})
