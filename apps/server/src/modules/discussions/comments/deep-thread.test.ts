/** Replies to replies, ten thousand deep. The tree is stored flat under its top-level comment, so that depth costs nothing. */

import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { comments } from '#db/schema/discussions.ts'
import { testApp } from '#test/app.ts'

const { given, as, database, statements } = await testApp()
const depth = 10_000

test('10,000 nested replies are read page by page without gaps, and the deepest can be replied and linked to', async () => {
  const { course, discussion, student } = await given.discussion()
  const author = await as(student)
  const params = { courseId: course.id, discussionId: discussion.id }
  const own = { discussionId: discussion.id, authorId: student.id }
  const root = await given.comment(own)
  const ids = Array.from({ length: depth }, () => randomUUIDv7()).toSorted()
  const rows = ids.map((id, n) => ({ ...own, id, rootId: root.id, parentId: ids[n - 1] ?? root.id, content: `Reply ${n}` }))
  for (let from = 0; from < depth; from += 2000) await database.db.insert(comments).values(rows.slice(from, from + 2000))

  const { items } = await author.discussions.listComments({ params })
  expect(items[0]).toMatchObject({ id: root.id, replyCount: depth, replies: [{ id: ids[0] }, { id: ids[1] }] })
  expect(JSON.stringify(items).length).toBeLessThan(10_000)

  const read = async (after: string) => author.discussions.listComments({ params, query: { parentId: root.id, after, limit: 100 } })
  const found = items[0]!.replies.map(({ id }) => id)
  for (let after = items[0]!.next; after;) {
    const page = await read(after)
    found.push(...page.items.map(({ id }) => id))
    after = page.next
  }
  expect(found).toEqual(ids)

  const last = ids.at(-1)!
  const around = await author.discussions.listComments({ params, query: { around: last } })
  expect(around.items[0]!.replies.map(({ id }) => id)).toContain(last)
  const reply = (parentId: string, content: string) => author.discussions.createComment({ params, body: { content, parentId } })
  const shallow = await statements(() => reply(root.id, 'To the first'))
  expect(await statements(() => reply(last, 'To the last'))).toBe(shallow)
  await author.discussions.removeComment({ params: { ...params, commentId: ids[depth / 2]! } })
  expect((await read(ids[depth / 2 - 1]!)).items[0]).toMatchObject({ id: ids[depth / 2], deleted: true })
})
