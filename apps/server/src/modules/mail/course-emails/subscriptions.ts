/** Opting out of a course's emails and back in: on the profile, or by the link in an email. */

import type * as contract from '@lms/contract/course-emails'
import type { BaseContext, Context, Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { findSigningKey, findSubscription, listSubscriptions, setOptOut } from '#modules/mail/course-emails/queries.ts'
import { readUnsubscribeToken } from '#modules/mail/course-emails/unsubscribe-token.ts'

export const listCourseSubscriptions: Handler<typeof contract.listCourseSubscriptions> = async (ctx) => {
  ctx.reach()
  return { items: await listSubscriptions(ctx.db, ctx.actor) }
}

export const startCourseEmails: Handler<typeof contract.startCourseEmails> = (ctx, { params }) => subscribe(ctx, params.courseId, false)
export const stopCourseEmails: Handler<typeof contract.stopCourseEmails> = (ctx, { params }) => subscribe(ctx, params.courseId, true)

async function subscribe(ctx: Context, courseId: string, isStopped: boolean): Promise<void> {
  ctx.reach()
  const own = await listSubscriptions(ctx.db, ctx.actor)
  if (!own.some((one) => one.courseId === courseId)) notFound('course')
  await setOptOut(ctx.db, { userId: ctx.actor.id, courseId }, isStopped)
}

export const getSubscription: Handler<typeof contract.getSubscription> = async (ctx, { query }) => {
  const reader = await readToken(ctx, query.token)
  return (await findSubscription(ctx.db, reader)) ?? notFound('course')
}

export const setSubscription: Handler<typeof contract.setSubscription> = async (ctx, { body }) => {
  const reader = await readToken(ctx, body.token)
  const found = (await findSubscription(ctx.db, reader)) ?? notFound('course')
  await ctx.transaction((db) => setOptOut(db, reader, body.isStopped))
  return { ...found, isStopped: body.isStopped }
}

const readToken = async (ctx: BaseContext, token: string) => readUnsubscribeToken(await findSigningKey(ctx.db), token) ?? notFound('link')
