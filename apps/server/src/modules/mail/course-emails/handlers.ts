/** Emails to a course: composing and the log. */

import type * as contract from '@lms/contract/course-emails'
import type { CourseEmail } from '@lms/contract/course-emails'
import type { Input } from '@lms/contract/route'
import {
  cancelledBy,
  emailRefusal,
  toEmailState,
  undoTimeMs,
  type CourseEmailMove,
  type CourseEmailState,
} from '@lms/contract/rules/course-emails'
import { listImageKeys } from '@lms/contract/rules/post-content'
import { shortenedBy, type CourseContext, type Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { listUrls, signImages } from '#modules/files/images.ts'
import { countOptions, describeAudiences, groupAudience, hasReaders, listAudience } from '#modules/mail/course-emails/audience.ts'
import { announcementErrors, assertNoErrors, sendToErrors, textErrors, timeErrors } from '#modules/mail/course-emails/errors.ts'
import { checkPictures } from '#modules/mail/course-emails/pictures.ts'
import {
  countDeliveries,
  countFailed,
  deleteCourseEmail,
  findCourseAndSender,
  findCourseEmail,
  insertCourseEmail,
  listDeliveriesOf,
  listEmailsOf,
  listNames,
  lockCourseEmail,
  requeueFailed,
  updateCourseEmailRow,
  type StoredEmail,
} from '#modules/mail/course-emails/queries.ts'
import { addRest, addStart, toEmail, toRecipients } from '#modules/mail/course-emails/send.ts'
import { priorities, queueMails, sendMailJob, type SendMail } from '#modules/mail/outbox.ts'
import { announcementGroup } from '#modules/notices/notify.ts'
import { deleteNoticesInGroup } from '#modules/notices/queries.ts'
import { findUser } from '#modules/users/queries.ts'
import { cleanPost } from '#services/html.ts'
import { addJobs } from '#services/jobs.ts'

export * from '#modules/mail/course-emails/subscriptions.ts'

export const sendMails: Handler<typeof contract.sendMails> = async (ctx, { params, body }) => {
  const { courseId } = params
  const to = [body.sendTo].flat()
  assertMove(ctx, 'send', 'NONE')
  const course = await findCourse(ctx)
  const sendAt = body.sendAt ? new Date(body.sendAt) : new Date(ctx.now().getTime() + undoTimeMs)
  assertNoErrors([
    ...(await sendToErrors(ctx, courseId, body.sendTo)),
    ...(await textErrors(ctx, body)),
    ...(body.sendAt ? timeErrors(ctx, body.sendAt) : []),
    ...announcementErrors(to, body.showUntil, course.timeZone, sendAt),
  ])
  const { except } = body
  const readers = await listReaders(ctx, { courseId, to, except, isAnnouncement: Boolean(body.showUntil) })
  const id = await insertCourseEmail(ctx.db, {
    courseId,
    senderId: ctx.actor.id,
    subject: body.subject,
    body: cleanPost(body.body),
    audience: { to, except },
    sendAt: sendAt.toISOString(),
    showUntil: body.showUntil ?? null,
    recipients: readers.length,
    createdAt: ctx.now().toISOString(),
    ...(body.sendAt && { planned: readers.map(({ userId }) => userId) }),
  })
  await addStart(ctx.db, id, sendAt)
  return { id, recipients: readers.length }
}

/** Of the audience, those who get it; throws if there are none. */
async function listReaders(
  ctx: CourseContext,
  audienceOf: Pick<Parameters<typeof listAudience>[1], 'courseId' | 'to' | 'except' | 'isAnnouncement'>,
) {
  const audience = await listAudience(ctx.db, { ...audienceOf, senderId: ctx.actor.id, now: ctx.now() })
  if (!hasReaders(audience, audienceOf.isAnnouncement))
    throw invalid('/sendTo', audience.length > 0 ? 'Everyone in this group is excluded.' : 'There is nobody in this group.')
  return audience.filter(({ reason }) => reason === null)
}

export const previewAudience: Handler<typeof contract.previewAudience> = async (ctx, { params, body }) => {
  const { courseId } = params
  const to = [body.sendTo].flat()
  assertNoErrors(await sendToErrors(ctx, courseId, body.sendTo))
  const { except, isAnnouncement } = body
  const of = { courseId, senderId: ctx.actor.id, to, except, isAnnouncement, now: ctx.now() }
  const [rules = []] = await describeAudiences(ctx.db, [to])
  return { rules, ...(await groupAudience(ctx.db, of, body)), options: await countOptions(ctx.db, courseId) }
}

export const sendTestMail: Handler<typeof contract.sendTestMail> = async (ctx, { params, body }) => {
  assertNoErrors(await textErrors(ctx, body))
  const found = (await findCourseAndSender(ctx.db, params.courseId, ctx.actor.id)) ?? notFound('course')
  const { id: userId, name, email } = (await findUser(ctx.db, ctx.actor.id)) ?? notFound('person')
  const to = await toRecipients(ctx.db, params.courseId, [{ userId, name, email, part: 'STUDENT' }], ctx.services.config.publicUrl)
  const letter = toEmail({ body: cleanPost(body.body), subject: `Test: ${body.subject}` }, found)
  await queueMails(ctx.db, { kind: 'NOTICE', ...letter }, to, ctx.now())
  return { email }
}

export const getPictureUrls: Handler<typeof contract.getPictureUrls> = async (ctx, { body }) => {
  const errors = await checkPictures(ctx, body.keys)
  const usable = body.keys.filter((key) => !errors.has(key))
  return { items: await listUrls(ctx.services.storage, usable) }
}

export const listCourseEmails: Handler<typeof contract.listCourseEmails> = async (ctx, { params, query }) => {
  const { items, ...page } = await listEmailsOf(ctx.db, params.courseId, query)
  return { items: await toCourseEmails(ctx, items), ...page, failed: await countFailed(ctx.db, params.courseId) }
}

export const getCourseEmail: Handler<typeof contract.getCourseEmail> = async (ctx, { params }) => {
  const found = await findEmailOrFail(ctx, params)
  const names = await listNames(ctx.db, [...found.added, ...found.dropped])
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? [])
  const { to, except } = found.audience
  const [item] = await toCourseEmails(ctx, [found])
  const body = await withUrls(ctx, found.body)
  return { ...item!, body, sendTo: to, except, added: namesOf(found.added), dropped: namesOf(found.dropped) }
}

export const listDeliveries: Handler<typeof contract.listDeliveries> = async (ctx, { params, query }) => {
  const [item] = await toCourseEmails(ctx, [await findEmailOrFail(ctx, params)])
  return { ...(await listDeliveriesOf(ctx.db, params.id, query)), counts: item!.counts }
}

const cancel: Handler<typeof contract.cancelCourseEmail> = async (ctx, { params }) => {
  const { subject, body, audience, showUntil } = await lockEmail(ctx, 'undo', params)
  // A colleague’s images can only be used while an email to the course contains them.
  const needed = (await checkPictures(ctx, listImageKeys(body), params.id)).size > 0
  if (needed) {
    const { name } = (await findUser(ctx.db, ctx.actor.id)) ?? notFound('person')
    const sendAt = ctx.now().toISOString()
    await updateCourseEmailRow(ctx.db, params.id, { state: 'CANCELLED', cancelReason: cancelledBy(name), sendAt })
  } else await deleteCourseEmail(ctx.db, params.id)
  return { subject, body: await withUrls(ctx, body), sendTo: audience.to, except: audience.except, showUntil }
}

/** Thousands of people who were chosen one by one are left out. */
export const cancelCourseEmail = shortenedBy<typeof contract.cancelCourseEmail>(cancel, (draft) => ({ ...draft, sendTo: [], except: [] }))

export const updateCourseEmail: Handler<typeof contract.updateCourseEmail> = async (ctx, { params, body }) => {
  const { showUntil, sendAt, subject, body: text } = body
  const isEdit = [sendAt, subject, text].some((value) => value !== undefined)
  const found = isEdit ? await lockEmail(ctx, 'edit', params) : await findEmailOrFail(ctx, params)
  assertMove(ctx, 'show', found.state)
  const course = await findCourse(ctx)
  assertNoErrors([
    ...(await textErrors(ctx, body)),
    ...(sendAt ? timeErrors(ctx, sendAt) : []),
    ...announcementErrors(
      found.audience.to,
      showUntil ?? (sendAt ? found.showUntil : null),
      course.timeZone,
      new Date(sendAt ?? ctx.now()),
    ),
  ])
  await updateCourseEmailRow(ctx.db, params.id, {
    id: params.id,
    ...toEmailColumns(body),
    // The user who changes it becomes the sender.
    ...(isEdit && { senderId: ctx.actor.id }),
  })
  // What is not shown any more is not told.
  if (showUntil === null && found.showUntil !== null) await deleteNoticesInGroup(ctx.db, params.courseId, announcementGroup(params.id))
  if (sendAt) await addStart(ctx.db, params.id, new Date(sendAt))
  return showOne(ctx, params)
}

/** Only what is changed. */
const toEmailColumns = ({ showUntil, sendAt, subject, body }: Input<typeof contract.updateCourseEmail>['body']) => ({
  ...(subject !== undefined && { subject }),
  ...(body !== undefined && { body: cleanPost(body) }),
  ...(sendAt !== undefined && { sendAt }),
  ...(showUntil !== undefined && { showUntil }),
})

export const sendCourseEmailNow: Handler<typeof contract.sendCourseEmailNow> = async (ctx, { params }) => {
  await lockEmail(ctx, 'sendNow', params)
  const now = ctx.now()
  await updateCourseEmailRow(ctx.db, params.id, { sendAt: now.toISOString() })
  await addStart(ctx.db, params.id, now)
  return showOne(ctx, params)
}

export const retryDeliveries: Handler<typeof contract.retryDeliveries> = async (ctx, { params, body }) => {
  const { waiting, cancelReason } = await findEmailOrFail(ctx, params)
  const jobs: SendMail[] = await requeueFailed(ctx.db, params.id, body.userIds, ctx.now())
  await addJobs(ctx.db, sendMailJob, jobs, { priority: priorities.COURSE })
  const { userIds = waiting } = body
  if (cancelReason === null || !userIds.some((userId) => waiting.includes(userId))) return { queued: jobs.length }
  // Those that could not be written are written together.
  await updateCourseEmailRow(ctx.db, params.id, { cancelReason: null })
  await addRest(ctx.db, params.id)
  return { queued: jobs.length + waiting.length }
}

type Of = { courseId: string; id: string }

const withUrls = async ({ services }: CourseContext, body: string) => (await signImages(services.storage, [body]))(body)

const findEmailOrFail = async (ctx: CourseContext, { courseId, id }: Of): Promise<StoredEmail> =>
  (await findCourseEmail(ctx.db, courseId, id)) ?? notFound('email')

function assertMove({ course }: CourseContext, move: CourseEmailMove, state: CourseEmailState): void {
  const refused = emailRefusal(move, state, course)
  if (refused) throw problem(refused[0], { detail: refused[1] })
}

async function lockEmail(ctx: CourseContext, move: CourseEmailMove, { courseId, id }: Of) {
  const found = await lockCourseEmail(ctx.db, id)
  if (found?.courseId !== courseId) return notFound('email')
  assertMove(ctx, move, found.state)
  return found
}

const findCourse = async (ctx: CourseContext) => (await findCourseAndSender(ctx.db, ctx.course.id, ctx.actor.id)) ?? notFound('course')

async function toCourseEmails(ctx: CourseContext, found: StoredEmail[]): Promise<CourseEmail[]> {
  const counts = await countDeliveries(
    ctx.db,
    found.map(({ id }) => id),
  )
  const rules = await describeAudiences(
    ctx.db,
    found.map(({ audience }) => audience.to),
  )
  return found.map((email, index) => {
    const own = counts.get(email.id) ?? { queued: 0, sent: 0, failed: 0, leftOut: 0 }
    const { id, subject, sender, cancelReason, createdAt, sendAt, showUntil, recipients, leftOut } = email
    const state = toEmailState(email.state, own.queued) as CourseEmail['state']
    const all = { ...own, leftOut: own.leftOut + leftOut.length }
    return { id, subject, sender, state, cancelReason, createdAt, sendAt, rules: rules[index]!, showUntil, recipients, counts: all }
  })
}

async function showOne(ctx: CourseContext, params: Of): Promise<CourseEmail> {
  const [item] = await toCourseEmails(ctx, [await findEmailOrFail(ctx, params)])
  return item!
}
