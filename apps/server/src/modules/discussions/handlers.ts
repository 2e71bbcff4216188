/** Talking within a course. */
import type * as contract from '@lms/contract/discussions'
import type { Handler } from '#http/handler.ts'
import { invalid, notFound, problem } from '#http/problems.ts'
import { deleteComment, findCommentIn, findIsAnswered, insertComment, listCommentsOf } from '#modules/discussions/comments/queries.ts'
import {
  deleteDiscussion,
  findDiscussion,
  insertDiscussion,
  isDiscussionOf,
  listDiscussionsOf,
  listUnansweredWithin,
  lockDiscussion,
} from '#modules/discussions/queries.ts'

export const listDiscussions: Handler<typeof contract.listDiscussions> = (ctx, { params, query }) =>
  listDiscussionsOf(ctx.db, params.courseId, query.search, query)

export const listUnanswered: Handler<typeof contract.listUnanswered> = (ctx, { query }) =>
  listUnansweredWithin(ctx.db, ctx.reach(), ctx.actor.id, query)

export const getDiscussion: Handler<typeof contract.getDiscussion> = async (ctx, { params }) =>
  (await findDiscussion(ctx.db, params.courseId, params.discussionId)) ?? notFound('discussion')

export const listComments: Handler<typeof contract.listComments> = async (ctx, { params, query }) => {
  const found = await listCommentsOf(ctx.db, { ...query, ...params })
  if (found.items.length === 0 && !(await isDiscussionOf(ctx.db, params.courseId, params.discussionId))) notFound('discussion')
  return { ...found, items: found.items.map((comment) => ({ ...show(comment), replies: comment.replies.map(show) })) }
}

export const createDiscussion: Handler<typeof contract.createDiscussion> = async (ctx, { params, body }) => {
  const id = await insertDiscussion(ctx.db, { ...body, courseId: params.courseId, authorId: ctx.actor.id }, ctx.now())
  return (await findDiscussion(ctx.db, params.courseId, id))!
}

export const createComment: Handler<typeof contract.createComment> = async (ctx, { params, body }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('discussion')
  if (discussion.locked) throw problem('closed', { detail: 'This discussion is locked.' })
  const parent = body.parentId ? await findCommentIn(ctx.db, discussion.id, body.parentId) : undefined
  if (body.parentId && !parent) throw invalid('/parentId', 'The comment to answer is not there any more')
  const place = { parentId: parent?.id ?? null, rootId: parent ? (parent.rootId ?? parent.id) : null }
  const by = { authorId: ctx.actor.id, isStaff: ctx.reach() !== 'enrolled' }
  return insertComment(ctx.db, { ...place, ...by, discussionId: discussion.id, content: body.content }, ctx.now())
}

export const removeDiscussion: Handler<typeof contract.removeDiscussion> = async (ctx, { params }) => {
  const discussion = (await lockDiscussion(ctx.db, params.id)) ?? notFound('discussion')
  await ctx.allow('discussion.remove', { courseId: discussion.courseId, ownerId: discussion.authorId })
  const isStaff = ctx.reach() !== 'own'
  if (!isStaff && (await findIsAnswered(ctx.db, discussion.id, ctx.actor.id)))
    throw problem('conflict', { detail: 'Others have answered. Ask a trainer to delete this discussion.' })
  await deleteDiscussion(ctx.db, discussion.id, ctx.now())
}

export const removeComment: Handler<typeof contract.removeComment> = async (ctx, { params }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId)) ?? notFound('comment')
  const comment = (await findCommentIn(ctx.db, discussion.id, params.commentId)) ?? notFound('comment')
  await ctx.allow('discussion.remove', { courseId: discussion.courseId, ownerId: comment.authorId })
  await deleteComment(ctx.db, comment, ctx.now())
}

/** What was deleted keeps its place, and nothing else. */
const show = <C extends { deleted: boolean }>(comment: C) =>
  comment.deleted ? { ...comment, content: '', author: null, replyTo: null, editedAt: null } : comment
