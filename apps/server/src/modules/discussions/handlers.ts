/** Discussions of a course. */

import type * as contract from '@lms/contract/discussions'
import { mayDeleteDiscussion, mayEditPost } from '@lms/contract/rules/discussions'
import { rereadBy, type CourseContext, type Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { findIsAnswered } from '#modules/discussions/comments/queries.ts'
import { markCoursesRead } from '#modules/discussions/mark-read.ts'
import { listMembers } from '#modules/discussions/members.ts'
import { acceptPost, notifyOfPost } from '#modules/discussions/posts.ts'
import {
  countDiscussionsOf,
  findDiscussion,
  insertDiscussion,
  isDiscussionOf,
  listDiscussionsOf,
  lockDiscussion,
  updateDiscussionRow,
} from '#modules/discussions/queries.ts'
import { updateReadUntil } from '#modules/discussions/reads.ts'
import { isEditMarked, toMatch, untilNow } from '#modules/discussions/rules.ts'
import { signImages } from '#modules/files/images.ts'
import { countUnread, markDiscussionsRead } from '#modules/notices/queries.ts'

export const listDiscussions: Handler<typeof contract.listDiscussions> = async (ctx, { params, query }) => {
  const { search, filter, ...page } = query
  const shownAt = ctx.now().toISOString()
  const found = await listDiscussionsOf(ctx.db, { courseId: params.courseId, actorId: ctx.actor.id, filter, search }, page)
  const sign = await signImages(
    ctx.services.storage,
    found.items.map(({ content }) => content),
  )
  return {
    ...found,
    shownAt,
    items: found.items.map(({ match, ...item }) => ({
      ...item,
      content: sign(item.content),
      match: toMatch(match, search),
    })),
  }
}

export const countDiscussions: Handler<typeof contract.countDiscussions> = (ctx, { params }) =>
  countDiscussionsOf(ctx.db, { courseId: params.courseId, actorId: ctx.actor.id })

async function readDiscussion(ctx: CourseContext, id: string) {
  const found = (await findDiscussion(ctx.db, { courseId: ctx.course.id, id, actorId: ctx.actor.id })) ?? notFound('discussion')
  const sign = await signImages(ctx.services.storage, [found.content])
  return { ...found, content: sign(found.content) }
}

export const getDiscussion: Handler<typeof contract.getDiscussion> = (ctx, { params }) => readDiscussion(ctx, params.discussionId)

const create: Handler<typeof contract.createDiscussion> = async (ctx, { params, body }) => {
  const post = await acceptPost(ctx, params.courseId, body.content)
  const values = { ...post, title: body.title, courseId: params.courseId, authorId: ctx.actor.id }
  const id = await insertDiscussion(ctx.db, values, ctx.now())
  await notifyOfPost(ctx, { ...values, id }, { mentionedIds: post.mentionedIds })
  return readDiscussion(ctx, id)
}

export const createDiscussion = rereadBy<typeof contract.createDiscussion>(create, readDiscussion)

export const updateDiscussion: Handler<typeof contract.updateDiscussion> = async (ctx, { params, body }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('discussion')
  const isOwn = discussion.authorId === ctx.actor.id
  if (!isOwn) throw problem('forbidden')
  if (!mayEditPost({ isOwn, isLocked: discussion.locked }, ctx.course.isStaff))
    throw problem('closed', { detail: 'This discussion is locked.' })
  const post = body.content === undefined ? undefined : await acceptPost(ctx, params.courseId, body.content)
  const isSame = (body.title ?? discussion.title) === discussion.title && (post?.content ?? discussion.content) === discussion.content
  if (isSame) return readDiscussion(ctx, discussion.id)
  const isMarked = isEditMarked(discussion, await findIsAnswered(ctx.db, discussion.id, ctx.actor.id), ctx.now())
  await updateDiscussionRow(ctx.db, discussion.id, {
    ...post,
    ...(body.title !== undefined && { title: body.title }),
    ...(isMarked && { editedAt: ctx.now().toISOString() }),
  })
  const place = { ...discussion, title: body.title ?? discussion.title }
  if (post) await notifyOfPost(ctx, place, { mentionedIds: post.mentionedIds, mentionedBefore: discussion.mentionedIds })
  return readDiscussion(ctx, discussion.id)
}

export const moderateDiscussion: Handler<typeof contract.moderateDiscussion> = async (ctx, { params, body }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('discussion')
  await updateDiscussionRow(ctx.db, discussion.id, {
    ...(body.pinned !== undefined && { pinned: body.pinned }),
    ...(body.locked !== undefined && { locked: body.locked, lockedBy: body.locked ? ctx.actor.id : null }),
  })
  return readDiscussion(ctx, discussion.id)
}

export const markRead: Handler<typeof contract.markRead> = async (ctx, { params, body }) => {
  if (!(await isDiscussionOf(ctx.db, params.courseId, params.discussionId))) notFound('discussion')
  const until = untilNow(body.until, ctx.now())
  const { discussionId } = params
  await updateReadUntil(ctx.db, { actorId: ctx.actor.id, discussionId, until })
  await markDiscussionsRead(ctx.db, ctx.actor.id, { courseIds: [params.courseId], discussionId, until }, ctx.now())
  return { unreadNotices: await countUnread(ctx.db, ctx.actor.id) }
}

export const markAllRead: Handler<typeof contract.markAllRead> = (ctx, { params: { courseId }, body }) =>
  markCoursesRead(ctx, [courseId], body.until)

export const searchMembers: Handler<typeof contract.searchMembers> = async (ctx, { params, query }) => ({
  members: await listMembers(ctx.db, params.courseId, query.name, ctx.course.isStaff),
})

export const removeDiscussion: Handler<typeof contract.removeDiscussion> = async (ctx, { params }) => {
  const discussion = (await lockDiscussion(ctx.db, params.id)) ?? notFound('discussion')
  await ctx.allow('discussion.remove', { courseId: discussion.courseId, ownerId: discussion.authorId })
  const isStaff = ctx.reach() !== 'own'
  if (!mayDeleteDiscussion({ isReplied: !isStaff && (await findIsAnswered(ctx.db, discussion.id, ctx.actor.id)) }, isStaff))
    throw problem('conflict', { detail: 'Others have answered. Ask a trainer to delete this discussion.' })
  await updateDiscussionRow(ctx.db, discussion.id, { deletedAt: ctx.now().toISOString() })
}
