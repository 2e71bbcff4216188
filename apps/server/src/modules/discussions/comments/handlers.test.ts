import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { comments, commentVersions, discussions } from '#db/schema/discussions.ts'
import { eraseComment } from '#modules/discussions/comments/changes.ts'
import { cleanPost } from '#services/html.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, runJobs } = await testApp()
const { db } = database
clock.set('2026-11-20T12:00:00Z')
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())

async function openThread() {
  const home = await given.discussion()
  const params = { courseId: home.course.id, discussionId: home.discussion.id }
  const other = await given.student()
  await given.member(home.course.id, other)
  const [author, trainer, classmate] = [await as(home.student), await as(home.trainer), await as(other)]
  return { ...home, params, author, trainerClient: trainer, classmate }
}
type Client = Awaited<ReturnType<typeof as>>
type Params = { courseId: string; discussionId: string }
const say = (who: Client, params: Params, content: string, parentId?: string) =>
  who.discussions.createComment({ params, body: { content, parentId } })
const of = (params: Params, commentId: string) => ({ params: { ...params, commentId } })

test('a branch shows its first two replies, and the rest in pages of twenty, without gaps', async () => {
  const { params, author, discussion } = await openThread()
  const own = { discussionId: discussion.id, authorId: author.user.id }
  const root = await given.comment(own)
  const made = []
  for (let n = 0; n < 45; n++) made.push((await given.comment({ ...own, rootId: root.id, parentId: root.id, content: `${n}` })).id)
  made.sort()
  const { items } = await author.discussions.listComments({ params })
  expect(items[0]).toMatchObject({ replyCount: 45, previous: null, next: made[1] })
  const found = items[0]!.replies.map(({ id }) => id)
  for (let after = items[0]!.next; after;) {
    const page = await author.discussions.listComments({ params, query: { parentId: root.id, after, limit: 20 } })
    found.push(...page.items.map(({ id }) => id))
    after = page.next
  }
  expect(found).toEqual(made)
})

test('reading page by page while others write has no gaps and no repeats', async () => {
  const { params, author, classmate } = await openThread()
  const before: string[] = []
  for (let n = 0; n < 12; n++) before.push((await say(author, params, `Before ${n}`)).id)
  const writing = (async () => {
    const ids: string[] = []
    for (let n = 0; n < 25; n++) ids.push((await say(n % 2 ? author : classmate, params, `Beside ${n}`)).id)
    return ids
  })()
  const read: string[] = []
  let after: string | undefined
  let written: string[] | undefined
  void writing.then((ids) => (written = ids))
  for (let isLast = false; !isLast;) {
    isLast = written !== undefined
    const page = await author.discussions.listComments({ params, query: { limit: 3, ...(after && { after }) } })
    read.push(...page.items.map(({ id }) => id))
    after = page.items.at(-1)?.id ?? after
    if (page.next) isLast = false
  }
  expect(read).toEqual([...before, ...(await writing)])
})

test('a link to a comment opens the page that contains it, and for a reply its branch', async () => {
  const { params, author, discussion } = await openThread()
  const own = { discussionId: discussion.id, authorId: author.user.id }
  const add = async (count: number, place = {}) => {
    const added: string[] = []
    for (let n = 0; n < count; n++) added.push((await given.comment({ ...own, ...place })).id)
    return added.toSorted()
  }
  const tops = await add(50)
  const target = tops[30]!
  const replies = await add(40, { rootId: target, parentId: target })
  const ask = (around: string) => author.discussions.listComments({ params, query: { around } })
  const page = await ask(target)
  expect(page.items.map(({ id }) => id)).toEqual(tops.slice(20, 50))
  expect(page).toMatchObject({ previous: tops[20], next: null, total: 50 })
  const earlier = await author.discussions.listComments({ params, query: { before: page.previous!, limit: 15 } })
  expect(earlier.items.map(({ id }) => id)).toEqual(tops.slice(5, 20))
  expect(earlier.previous).toBe(tops[5])
  const branch = (await ask(replies[25]!)).items.find(({ id }) => id === target)!
  expect(branch.replies.map(({ id }) => id)).toEqual(replies.slice(15, 40))
  expect(branch).toMatchObject({ previous: replies[15], next: null, replyCount: 40 })
  // What was deleted, or is of another thread, has no page of its own: the list goes on where it would be.
  await expect(ask(crypto.randomUUID())).resolves.toMatchObject({ total: 50 })
})

test('a thread is opened at the first thread with something new, in a reply too, or at its end', async () => {
  const { params, author, classmate } = await openThread()
  const tops: string[] = []
  for (let n = 0; n < 30; n++) {
    later(1)
    tops.push((await say(author, params, `Top ${n}`)).id)
  }
  const ask = async (around: 'NEW' | 'LAST') => {
    const { items, previous, next } = await classmate.discussions.listComments({ params, query: { around, limit: 5 } })
    return [items.map(({ id }) => tops.indexOf(id)), previous && tops.indexOf(previous), next && tops.indexOf(next)]
  }
  await classmate.discussions.markRead({ params, body: { until: clock.now().toISOString() } })
  expect(await ask('NEW')).toEqual([[0, 1, 2, 3, 4], null, 4])
  expect(await ask('LAST')).toEqual([[25, 26, 27, 28, 29], 25, null])
  later(1)
  tops.push((await say(author, params, 'New at the end')).id)
  await say(classmate, params, 'Their own is not new', tops[3])
  await say(author, params, 'New reply far above', tops[20])
  const [shown, previous, next] = await ask('NEW')
  expect([shown, previous, next]).toEqual([Array.from({ length: 15 }, (_, n) => n + 10), 10, 24])
})

test('an early edit is not marked, a later one is, with earlier versions for staff', async () => {
  const { params, author, classmate, trainerClient } = await openThread()
  const { id } = await say(author, params, '<p>First</p>')
  const change = (who: Client, content: string) => who.discussions.updateComment({ ...of(params, id), body: { content } })
  const read = async (who: Client) => (await who.discussions.listComments({ params })).items[0]!
  await change(author, '<p>Second</p>')
  expect(await read(classmate)).toMatchObject({ content: '<p>Second</p>', editedAt: null, versionCount: 0 })
  later(400)
  await change(author, '<p>Third</p>')
  await expect(change(classmate, 'Mine')).rejects.toBeProblem('forbidden')
  await expect(change(trainerClient, 'Mine')).rejects.toBeProblem('forbidden')
  expect(await read(classmate)).toMatchObject({ content: '<p>Third</p>', editedAt: clock.now().toISOString(), versionCount: 0 })
  expect(await read(trainerClient)).toMatchObject({ versionCount: 1 })
  const { versions } = await trainerClient.discussions.listVersions(of(params, id))
  expect(versions.map(({ content }) => content)).toEqual(['<p>Third</p>', '<p>Second</p>'])
  await expect(classmate.discussions.listVersions(of(params, id))).rejects.toBeProblem('forbidden')
})

test('an edit is marked immediately if somebody has replied', async () => {
  const { params, author, classmate } = await openThread()
  const { id } = await say(author, params, 'Question')
  await say(classmate, params, 'Reply', id)
  await author.discussions.updateComment({ ...of(params, id), body: { content: 'Other question' } })
  const [comment] = (await classmate.discussions.listComments({ params })).items
  expect(comment!.editedAt).not.toBeNull()
})

test('a deletion can be undone for a minute by the user who deleted; then the text is erased', async () => {
  const { params, author, trainerClient, discussion } = await openThread()
  const { id } = await say(author, params, 'Keep me')
  await author.discussions.updateComment({ ...of(params, id), body: { content: 'Keep me' } })
  const remove = (who: Client) => who.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: id } })
  const counts = async () => {
    const [row] = await db.select().from(discussions).where(eq(discussions.id, discussion.id))
    return [row!.commentCount, row!.topLevelCount, row!.staffReplyId]
  }
  await trainerClient.discussions.markAnswer({ ...of(params, id), body: { isAnswer: true } })
  expect(await counts()).toEqual([1, 1, id])
  await remove(author)
  expect(await counts()).toEqual([0, 0, null])
  await expect(trainerClient.discussions.restoreComment(of(params, id))).rejects.toBeProblem('not-found')
  await author.discussions.restoreComment(of(params, id))
  expect(await counts()).toEqual([1, 1, id])
  await eraseComment(db, { id, deletedAt: clock.now().toISOString() })
  expect((await author.discussions.listComments({ params })).items[0]).toMatchObject({ content: 'Keep me', deleted: false })
  await remove(author)
  const deletedAt = clock.now().toISOString()
  later(61)
  await expect(author.discussions.restoreComment(of(params, id))).rejects.toBeProblem('not-found')
  await db.insert(commentVersions).values({ commentId: id, content: cleanPost('Earlier'), createdAt: clock.now().toISOString() })
  await eraseComment(db, { id, deletedAt })
  expect((await db.select().from(comments).where(eq(comments.id, id)))[0]).toMatchObject({ content: '', mentionedIds: [] })
  expect(await db.$count(commentVersions, eq(commentVersions.commentId, id))).toBe(0)
})

test('the jobs leave the text of a deleted comment until it can no longer be restored', async () => {
  const stopped = clock.now()
  onTestFinished(() => clock.set(stopped))
  // Jobs go by the real time.
  clock.set(new Date())
  const { params, author } = await openThread()
  const { id } = await say(author, params, 'Keep me')
  await author.discussions.removeComment(of(params, id))
  await runJobs()
  await author.discussions.restoreComment(of(params, id))
  expect((await author.discussions.listComments({ params })).items[0]).toMatchObject({ content: 'Keep me', deleted: false })
})

test('the job of an earlier deletion leaves the text of a later one', async () => {
  const { params, author } = await openThread()
  const { id } = await say(author, params, 'Keep me')
  const remove = () => author.discussions.removeComment(of(params, id))
  await remove()
  await author.discussions.restoreComment(of(params, id))
  later(50)
  await remove()
  // The first of the two jobs is due.
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where id in (
    select id from graphile_worker._private_jobs where payload ->> 'id' = ${id} order by id limit 1)`)
  await runJobs()
  await author.discussions.restoreComment(of(params, id))
  expect((await author.discussions.listComments({ params })).items[0]).toMatchObject({ content: 'Keep me', deleted: false })
})

test('a tombstone says if staff deleted the comment', async () => {
  const { params, author, classmate, trainerClient } = await openThread()
  const first = await say(author, params, 'One')
  const second = await say(author, params, 'Two')
  for (const { id } of [first, second]) await say(classmate, params, `Reply to ${id}`, id)
  const remove = (who: Client, commentId: string) =>
    who.discussions.removeComment({ params: { discussionId: params.discussionId, commentId } })
  await remove(author, first.id)
  await remove(trainerClient, second.id)
  const { items } = await classmate.discussions.listComments({ params })
  expect(items.map(({ deleted, deletedByStaff, content, author: by }) => [deleted, deletedByStaff, content, by])).toEqual([
    [true, false, '', null],
    [true, true, '', null],
  ])
})

test('the same comment twice within a minute by one user is stored once', async () => {
  const { params, author, classmate } = await openThread()
  const { id } = await say(author, params, '<p>Me too</p>')
  const again = await say(author, params, '<p>Me too</p>').catch((error: unknown) => error)
  expect(again).toMatchObject({ problem: 'already-posted', current: { id } })
  await say(classmate, params, '<p>Me too</p>')
  later(61)
  await say(author, params, '<p>Me too</p>')
  expect(await author.discussions.getDiscussion({ params })).toMatchObject({ commentCount: 3 })
})

test('a comment that staff mark as the answer makes the question answered', async () => {
  const { params, author, classmate, trainerClient } = await openThread()
  const { id } = await say(classmate, params, 'Chain at the overlap')
  const mark = (who: Client, isAnswer: boolean) => who.discussions.markAnswer({ ...of(params, id), body: { isAnswer } })
  await expect(mark(author, true)).rejects.toBeProblem('forbidden')
  await mark(trainerClient, true)
  await mark(trainerClient, true)
  expect((await author.discussions.listComments({ params })).items[0]).toMatchObject({ isAnswer: true })
  expect((await trainerClient.home.getHome()).teacher!.unanswered.total).toBe(0)
  await mark(trainerClient, false)
  expect((await trainerClient.home.getHome()).teacher!.unanswered.total).toBe(1)
})
