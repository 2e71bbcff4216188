/** Less obvious uses of a file, leases from a wrong clock, and which uploads are measured hourly. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commentVersions } from '#db/schema/discussions.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { files } from '#db/schema/media.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { measureRecent } from '#modules/files/sweep.ts'
import { readDuration } from '#modules/files/verify.ts'
import type { Storage } from '#services/storage.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { as, given, database, deps, storage, clock, upload } = await testAppWithFiles()
const { db } = database
const start = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(start - hours * 3_600_000).toISOString()
clock.set(new Date(start))

const imageOf = (ownerId: string) =>
  given.file(ownerId, { key: `image/${ownerId}/${crypto.randomUUID()}.png`, contentType: 'image/png', name: 'picture.png' })

test('a picture of an earlier version of a comment, or of an email to a course, cannot be deleted', async () => {
  const { course, trainer, student, discussion } = await given.discussion()
  const [versioned, emailed, free] = [await imageOf(student.id), await imageOf(student.id), await imageOf(student.id)]
  const html = (key: string) => `<p><img data-key="${key}" alt=""></p>`
  const comment = await given.comment({ discussionId: discussion.id, authorId: student.id, content: '<p>No picture any more</p>' })
  await db.insert(commentVersions).values({ commentId: comment.id, content: html(versioned.key), createdAt: hoursAgo(1) })
  const email = { courseId: course.id, senderId: trainer.id, subject: 'Hello', audience: { to: ['ALL'], except: [] } }
  await db.insert(courseEmails).values({ ...email, body: html(emailed.key), sendAt: hoursAgo(1), recipients: 1 })
  const owner = await as(student)
  const remove = (key: string) => owner.files.removeFile({ query: { fileKey: key } })
  await expect(remove(versioned.key)).rejects.toBeProblem('in-use')
  await expect(remove(emailed.key)).rejects.toBeProblem('in-use')
  await expect(remove(free.key)).resolves.toBeUndefined()
})

test('a document cannot be a profile picture', async () => {
  const user = await as('USER')
  const key = await upload(user, 'application/pdf')
  await expect(user.users.updateMe({ body: { profileImage: key } })).rejects.toMatchObject({
    errors: [{ pointer: '/profileImage', detail: 'Not a picture' }],
  })
})

test('a lease that ends too far in the future dates from a wrong clock, and holds nobody up', async () => {
  const { id } = await given.trainer()
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const held = await given.file(id, { status: 'PENDING', busyUntil: inSeconds(9) })
  const wrong = await given.file(id, { status: 'PENDING', busyUntil: inSeconds(3600) })
  const lease = ({ key }: { key: string }) => whileLeased(db, files, key, async () => 'done')
  expect([await lease(held), await lease(wrong)]).toEqual([undefined, { result: 'done' }])
})

test('uploads are measured hourly once their URL has ended, and for four hours; the rest is found at night', async () => {
  const { id } = await given.trainer()
  const ages = [0.5, 2, 3.5, 5]
  const keys: string[] = []
  for (const age of ages) {
    const { key } = await given.file(id, { status: 'PENDING', size: null, createdAt: hoursAgo(age) })
    await storage.put(key, 'application/pdf', sample['application/pdf'])
    keys.push(key)
  }
  await measureRecent(deps)
  const sizeOf = async (key: string) => (await db.select().from(files).where(eq(files.key, key)))[0]!.size
  const { length } = sample['application/pdf']
  expect(await Promise.all(keys.map(sizeOf))).toEqual([null, length, length, null])
})

test.each([
  ['mp4', true],
  ['mov', true],
  ['m4a', true],
  ['webm', false],
  ['pdf', false],
])('whether the length of a .%s is read from the file: %s', async (extension, isRead) => {
  let reads = 0
  const read = async () => (reads++, new Uint8Array())
  await expect(readDuration({ read } as unknown as Storage, `video/a/b.${extension}`)).resolves.toBeNull()
  expect(reads > 0).toBe(isRead)
})
