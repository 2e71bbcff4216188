/** A grader's saved comments, private to them. */

import { maxSavedComments } from '@lms/contract/saved-comments'
import type * as contract from '@lms/contract/saved-comments'
import type { Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { countComments, deleteComment, insertComment, listCommentsOf, updateComment } from '#modules/saved-comments/queries.ts'

export const listSavedComments: Handler<typeof contract.listSavedComments> = async (ctx) => {
  ctx.reach()
  return { items: await listCommentsOf(ctx.db, ctx.actor.id) }
}

export const createSavedComment: Handler<typeof contract.createSavedComment> = async (ctx, { body }) => {
  ctx.reach()
  if ((await countComments(ctx.db, ctx.actor.id)) >= maxSavedComments)
    throw problem('conflict', { detail: `You have ${maxSavedComments} saved comments. Delete one to save another.` })
  return insertComment(ctx.db, ctx.actor.id, body.text, ctx.now())
}

export const updateSavedComment: Handler<typeof contract.updateSavedComment> = async (ctx, { params, body }) => {
  ctx.reach()
  return (await updateComment(ctx.db, ctx.actor.id, params.id, body.text, ctx.now())) ?? notFound('comment')
}

export const removeSavedComment: Handler<typeof contract.removeSavedComment> = async (ctx, { params }) => {
  ctx.reach()
  void ((await deleteComment(ctx.db, ctx.actor.id, params.id)) ?? notFound('comment'))
}
