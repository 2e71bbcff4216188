/** Comments on discussions. */

import type * as contract from '@lms/contract/discussions'
import { mayEditPost } from '@lms/contract/rules/discussions'
import type { Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { risingId } from '#db/rising-id.ts'
import {
  countNewComment,
  deleteComment,
  findHasReply,
  insertComment,
  undeleteComment,
  updateAnswer,
  updateContent,
  type Deletion,
} from '#modules/discussions/comments/changes.ts'
import { findCommentIn, listCommentsOf, listVersionsOf } from '#modules/discussions/comments/queries.ts'
import { eraseJob } from '#modules/discussions/jobs.ts'
import { acceptPost, notifyOfPost } from '#modules/discussions/posts.ts'
import { isDiscussionOf, lockDiscussion } from '#modules/discussions/queries.ts'
import { isEditMarked, restoreWithinMs, sameWithinMs } from '#modules/discussions/rules.ts'
import { signImages } from '#modules/files/images.ts'
import { addJob } from '#services/jobs.ts'

export const listComments: Handler<typeof contract.listComments> = async (ctx, { params, query }) => {
  const found = await listCommentsOf(ctx.db, { ...query, ...params, actorId: ctx.actor.id })
  if (found.items.length === 0 && !(await isDiscussionOf(ctx.db, params.courseId, params.discussionId))) notFound('discussion')
  const { isStaff } = ctx.course
  const sign = await signImages(
    ctx.services.storage,
    found.items.flatMap((comment) => [comment, ...comment.replies]).map(({ content }) => content),
  )
  const show = <C extends Row>(comment: C) => showComment(comment, { isStaff, sign })
  return { ...found, items: found.items.map((comment) => ({ ...show(comment), replies: comment.replies.map(show) })) }
}

export const createComment: Handler<typeof contract.createComment> = async (ctx, { params, body }) => {
  const [id, authorId, now, { isStaff }] = [risingId(), ctx.actor.id, ctx.now(), ctx.course]
  const discussion = (await countNewComment(ctx.db, { ...params, id, parentId: body.parentId, isStaff }, now)) ?? notFound('discussion')
  if (discussion.locked) throw problem('closed', { detail: 'This discussion is locked.' })
  const parent = body.parentId ? await findCommentIn(ctx.db, discussion.id, body.parentId) : undefined
  if (body.parentId && !parent) throw invalid('/parentId', 'The comment you reply to was deleted')
  const post = await acceptPost(ctx, params.courseId, body.content)
  const place = { discussionId: discussion.id, parentId: parent?.id ?? null, rootId: parent ? (parent.rootId ?? parent.id) : null }
  const since = new Date(now.getTime() - sameWithinMs)
  const added = await insertComment(ctx.db, { id, authorId, ...post, ...place }, { since, now })
  if ('sameId' in added) throw problem('already-posted', { detail: 'You posted this a minute ago.', current: { id: added.sameId } })
  const { takingPart, ...comment } = added
  const repliedTo = [...(parent ? [parent.authorId] : []), ...takingPart]
  await notifyOfPost(ctx, discussion, { commentId: id, mentionedIds: post.mentionedIds, repliedTo })
  return showComment(comment, { isStaff, sign: await signImages(ctx.services.storage, [comment.content]) })
}

export const updateComment: Handler<typeof contract.updateComment> = async (ctx, { params, body }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('comment')
  const comment = (await findCommentIn(ctx.db, discussion.id, params.commentId)) ?? notFound('comment')
  const isOwn = comment.authorId === ctx.actor.id
  if (!isOwn) throw problem('forbidden')
  if (!mayEditPost({ isOwn, isLocked: discussion.locked }, ctx.course.isStaff))
    throw problem('closed', { detail: 'This discussion is locked.' })
  const post = await acceptPost(ctx, params.courseId, body.content)
  if (post.content === comment.content) return
  const isMarked = isEditMarked(comment, await findHasReply(ctx.db, comment), ctx.now())
  await updateContent(ctx.db, comment, { ...post, editedAt: isMarked ? ctx.now().toISOString() : null })
  const { mentionedIds } = post
  await notifyOfPost(ctx, discussion, { commentId: comment.id, mentionedIds, mentionedBefore: comment.mentionedIds })
}

export const markAnswer: Handler<typeof contract.markAnswer> = async (ctx, { params, body }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('comment')
  const comment = (await findCommentIn(ctx.db, discussion.id, params.commentId)) ?? notFound('comment')
  if (body.isAnswer !== (comment.answerMarkedBy !== null)) await updateAnswer(ctx.db, comment, body.isAnswer ? ctx.actor.id : null)
}

export const listVersions: Handler<typeof contract.listVersions> = async (ctx, { params }) => {
  if (!(await isDiscussionOf(ctx.db, params.courseId, params.discussionId))) notFound('comment')
  const { id, content, editedAt, createdAt } = (await findCommentIn(ctx.db, params.discussionId, params.commentId)) ?? notFound('comment')
  const versions = [{ content, createdAt: editedAt ?? createdAt }, ...(await listVersionsOf(ctx.db, id))]
  const sign = await signImages(
    ctx.services.storage,
    versions.map(({ content }) => content),
  )
  return { versions: versions.map((version) => ({ ...version, content: sign(version.content) })) }
}

export const removeComment: Handler<typeof contract.removeComment> = async (ctx, { params }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId)) ?? notFound('comment')
  const comment = (await findCommentIn(ctx.db, discussion.id, params.commentId)) ?? notFound('comment')
  await ctx.allow('discussion.remove', { courseId: discussion.courseId, ownerId: comment.authorId })
  const now = ctx.now()
  await deleteComment(ctx.db, comment, ctx.actor.id, now)
  const deletion: Deletion = { id: comment.id, deletedAt: now.toISOString() }
  await addJob(ctx.db, eraseJob, deletion, { runAt: new Date(now.getTime() + restoreWithinMs) })
}

export const restoreComment: Handler<typeof contract.restoreComment> = async (ctx, { params }) => {
  const discussion = (await lockDiscussion(ctx.db, params.discussionId, params.courseId)) ?? notFound('comment')
  const since = new Date(ctx.now().getTime() - restoreWithinMs)
  const wanted = { id: params.commentId, discussionId: discussion.id, deletedBy: ctx.actor.id, since }
  if (!(await undeleteComment(ctx.db, wanted))) notFound('comment')
}

type Row = {
  content: string
  authorId: string
  rootId: string | null
  deletedAt: string | null
  deletedBy: string | null
  versionCount: number
  author: { id: string } | null
}

/** A deleted comment is shown as a placeholder without content. */
function showComment<C extends Row>(
  { authorId, deletedBy, rootId: _, ...comment }: C,
  { isStaff, sign }: { isStaff: boolean; sign: (html: string) => string },
) {
  const deleted = comment.deletedAt !== null
  const facts = { deleted, deletedByStaff: deleted && deletedBy !== null && deletedBy !== authorId }
  if (deleted) return { ...comment, ...facts, content: '', author: null, replyTo: null, editedAt: null, versionCount: 0, isAnswer: false }
  return { ...comment, ...facts, content: sign(comment.content), versionCount: isStaff ? comment.versionCount : 0 }
}
