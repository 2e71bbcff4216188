/** Videos and live sessions of a course, and the library. */

import type * as contract from '@lms/contract/media'
import type { Media } from '@lms/contract/media'
import { isAdminRole } from '@lms/contract/policy'
import { restorableUntil } from '@lms/contract/rules/deletion'
import { isOpen } from '#access/conditions.ts'
import { checkVersion, toEdit } from '#access/edits.ts'
import type { Context, CourseContext, Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { countViewers, updateCoverage, updateToUnwatched } from '#modules/attendance/queries.ts'
import { findFile, findIsUsed, markInUse, lockFile } from '#modules/files/queries.ts'
import { discardFiles } from '#modules/files/removal.ts'
import { checkFiles } from '#modules/files/verify.ts'
import {
  deleteMediaItem,
  findIsCourseDeleted,
  findMediaItem,
  findStorageUsed,
  insertMediaItem,
  listKeysOfCourse,
  listLibrary,
  listOtherUses,
  lockMediaItem,
  updateMediaItem,
  type MediaItem,
} from '#modules/media/queries.ts'
import {
  validateChanges,
  fileUses,
  isFileKey,
  validateKind,
  getRevision,
  getWatchingChange,
  toMeetingColumns,
  toZoomColumns,
  zoomColumns,
  toZoomOptions,
} from '#modules/media/rules.ts'
import { sendCancelled, sendRescheduled } from '#modules/media/session-emails.ts'
import { scheduleReport, getStartUrl } from '#modules/media/zoom/meeting.ts'
import { findMeeting } from '#modules/media/zoom/queries.ts'
import { isMadeByZoom, validateMeeting } from '#modules/media/zoom/rules.ts'
import { findWeek } from '#modules/weeks/queries.ts'
import { cleanField, cleanHtml } from '#services/html.ts'

type NewMedia = Parameters<typeof createMedia>[1]['body']

export const getMedia: Handler<typeof contract.getMedia> = async (ctx, { params }) => {
  const { item, week } = (await findMediaItem(ctx.db, params.id, params)) ?? notFound('item')
  if (!ctx.course.isStaff && !isOpen(week, ctx.now())) notFound('item')
  return show(ctx, item, ctx.course.isStaff)
}

export const createMedia: Handler<typeof contract.createMedia> = async (ctx, { params, body }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  return showNew(ctx, await insertNew(ctx, week, body))
}

export const addWeekMedia: Handler<typeof contract.addWeekMedia> = async (ctx, { params, body }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  return showNew(ctx, 'mediaId' in body ? await insertCopy(ctx, week, body.mediaId) : await insertNew(ctx, week, body))
}

export const updateMedia: Handler<typeof contract.updateMedia> = async (ctx, { params, body }) => {
  const before = (await lockMediaItem(ctx.db, params.mediaId, params.courseId)) ?? notFound('item')
  const { zoomOptions: _session, durationSeconds, watching, version, url = before.source, ...changes } = body
  await checkVersion(ctx, version, before, () => showNew(ctx, before.id))
  const errors = validateChanges(before, body)
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  await checkUses(ctx, params.courseId, body)
  const type = body.type ?? before.type
  const known = url === before.source ? before.durationSeconds : null
  // A thumbnail of the old recording does not fit the new one.
  const thumbnail = url === before.source || changes.thumbnail !== undefined ? {} : { thumbnail: null }
  if (type === 'RECORDED') await sendCancelled(ctx, before)
  const sent = {
    ...cleanField(changes, 'notes'),
    ...thumbnail,
    type,
    source: url,
    durationSeconds: await findDuration(ctx, url, durationSeconds ?? known),
  }
  await updateMediaItem(ctx.db, before.id, { ...sent, ...(await changeSession(ctx, before, { ...body, type })), ...toEdit(ctx, before) })
  await followFile(ctx, before, sent, watching)
  await sendRescheduled(ctx, before)
  return showNew(ctx, before.id)
}

type Recording = Pick<MediaItem, 'source' | 'durationSeconds'>

/** Handles what was watched after the video file was replaced. */
async function followFile(ctx: Context, before: MediaItem, after: Recording, said?: 'KEEP' | 'RESTART'): Promise<void> {
  const watching = getWatchingChange(before, after, said)
  if (watching === 'RESTART') await updateToUnwatched(ctx.db, before.id)
  if (watching === 'KEEP') await updateCoverage(ctx.db, before.id, after.durationSeconds)
}

/** The columns of a session after a change; its Zoom meeting is updated, created or deleted accordingly. */
async function changeSession(
  ctx: Context,
  before: MediaItem,
  change: Pick<NewMedia, 'type' | 'zoomOptions'> & { title?: string | undefined },
) {
  const { type, zoomOptions } = change
  const meeting = await findMeeting(ctx.db, before.id)
  const isMade = wantsMeeting(ctx, type, zoomOptions, meeting && before.joinUrl)
  const columns = {
    ...toZoomColumns(type, zoomOptions),
    ...(isMade && zoomOptions && toMeetingColumns(before, zoomOptions, meeting != null)),
  }
  const after = { title: before.title, startsAt: before.startsAt, durationMinutes: before.durationMinutes, ...columns }
  const { startsAt, durationMinutes } = after
  const announced = { ...after, ...(change.title !== undefined && { title: change.title }) }
  const changes = getRevision(before, announced)
  const isTouched = !meeting || zoomOptions !== undefined || changes.revision !== undefined
  if (isMade && startsAt && isTouched) await scheduleReport(ctx.db, before.id, { startsAt, durationMinutes })
  if (!isMade && meeting) await scheduleReport(ctx.db, before.id, null)
  return { ...columns, ...changes }
}

/** Whether Zoom is to create the join link; throws if it would refuse. */
function wantsMeeting(ctx: Context, type: NewMedia['type'], zoomOptions: NewMedia['zoomOptions'], madeLink?: string | null): boolean {
  const isMade = isMadeByZoom({ type, zoomOptions, madeLink, hasZoom: !!ctx.services.zoom, now: ctx.now() })
  const errors = isMade && zoomOptions ? validateMeeting(zoomOptions) : []
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  return isMade
}

export const removeMedia: Handler<typeof contract.removeMedia> = (ctx, { params }) => remove(ctx, params.courseId, params.mediaId)

async function remove(ctx: Context, courseId: string, id: string): Promise<void> {
  const before = (await lockMediaItem(ctx.db, id, courseId)) ?? notFound('item')
  await sendCancelled(ctx, before)
  await deleteMediaItem(ctx.db, id, ctx.now())
  await scheduleReport(ctx.db, id, null)
}

export const getStartLink: Handler<typeof contract.getStartLink> = async (ctx, { params }) => {
  const { item } = (await findMediaItem(ctx.db, params.id, { courseId: params.courseId })) ?? notFound('item')
  return { url: await getStartUrl(ctx.services.zoom, item, await findMeeting(ctx.db, item.id)) }
}

export const getViewers: Handler<typeof contract.getViewers> = async (ctx, { params }) => {
  const { item } = (await findMediaItem(ctx.db, params.id, { courseId: params.courseId })) ?? notFound('item')
  return countViewers(ctx.db, { courseId: params.courseId, mediaId: item.id }, ctx.now())
}

export const getOtherUses: Handler<typeof contract.getOtherUses> = async (ctx, { params }) => {
  const { item } = (await findMediaItem(ctx.db, params.id, { courseId: params.courseId })) ?? notFound('item')
  if (!isFileKey(item.source)) return { items: [], hidden: 0 }
  const uses = await listOtherUses(ctx.db, item, ctx.reach(), ctx.actor.id)
  return { items: uses.filter(({ isWithin }) => isWithin), hidden: uses.filter(({ isWithin }) => !isWithin).length }
}

export const retryZoomMeeting: Handler<typeof contract.retryZoomMeeting> = async (ctx, { params }) => {
  const item = (await lockMediaItem(ctx.db, params.id, params.courseId)) ?? notFound('item')
  const meeting = await findMeeting(ctx.db, item.id)
  if (!meeting || !item.startsAt) throw problem('conflict', { detail: 'This session does not use a Zoom meeting.' })
  await scheduleReport(ctx.db, item.id, { ...item, startsAt: item.startsAt })
  return showNew(ctx, item.id)
}

export const getMediaOptions: Handler<typeof contract.getMediaOptions> = async (ctx) => {
  ctx.reach()
  return { zoom: ctx.services.zoom !== undefined }
}

export const removeMediaFile: Handler<typeof contract.removeMediaFile> = async (ctx, { params, body }) => {
  const before = (await lockMediaItem(ctx.db, params.mediaId)) ?? notFound('item')
  await ctx.allow('media.write', before)
  const url = body.url ?? null
  if (url !== null && url === before.source)
    throw problem('validation-failed', {
      detail: 'This is the file to be removed.',
      errors: [{ pointer: '/url', detail: 'This is the file to be removed' }],
    })
  await checkUses(ctx, before.courseId, { url })
  const durationSeconds = await findDuration(ctx, url, null)
  const notes = body.notes === undefined ? before.notes : cleanHtml(body.notes ?? '')
  await updateMediaItem(ctx.db, before.id, { source: url, thumbnail: null, notes, durationSeconds, ...toEdit(ctx, before) })
  await followFile(ctx, before, { source: url, durationSeconds })
  for (const key of [before.source, before.thumbnail]) if (isFileKey(key)) await removeStored(ctx, key)
  const { item } = (await findMediaItem(ctx.db, before.id))!
  return show(ctx, item, true)
}

export const listMedia: Handler<typeof contract.listMedia> = async (ctx, { query }) => {
  const library = await listLibrary(ctx.db, query, ctx.now())
  const items = library.items.map(async ({ courseId, courseTitle, weekId, weekNumber, deletedPlace, thumbnail, ...item }) => ({
    ...item,
    thumbnailUrl: thumbnail && (await ctx.services.storage.presignGet(thumbnail)),
    usedIn: courseId && courseTitle !== null && weekId ? { courseId, courseTitle, weekId, weekNumber } : null,
    restorable: deletedPlace && { courseTitle: deletedPlace.courseTitle, until: restorableUntil(deletedPlace.deletedAt) },
  }))
  return { ...library, items: await Promise.all(items), storageUsed: await findStorageUsed(ctx.db) }
}

export const getLibraryMedia: Handler<typeof contract.getLibraryMedia> = async (ctx, { params }) => {
  ctx.reach()
  const { item } = (await findMediaItem(ctx.db, params.mediaId)) ?? notFound('item')
  return show(ctx, item, true)
}

export const removeLibraryMedia: Handler<typeof contract.removeLibraryMedia> = async (ctx, { params }) => {
  ctx.reach()
  const { item } = (await findMediaItem(ctx.db, params.mediaId)) ?? notFound('item')
  await remove(ctx, item.courseId, item.id)
}

async function insertNew(ctx: CourseContext, week: { id: string; courseId: string }, body: NewMedia): Promise<string> {
  await checkUses(ctx, week.courseId, body)
  const { zoomOptions, url = null, durationSeconds, ...fields } = body
  const length = await findDuration(ctx, url, durationSeconds)
  const isMade = wantsMeeting(ctx, body.type, zoomOptions)
  const zoom = zoomColumns(body.type === 'LIVE' ? zoomOptions : null)
  const id = await insertMediaItem(ctx.db, {
    ...cleanField(fields, 'notes'),
    ...zoom,
    ...(isMade && { meetingId: null, startUrl: null }),
    source: url,
    durationSeconds: length,
    courseId: week.courseId,
    weekId: week.id,
    createdBy: ctx.actor.id,
  })
  if (isMade && zoomOptions) await scheduleReport(ctx.db, id, zoomOptions)
  return id
}

/** A copy: later changes to one do not affect the other. They share the stored files. */
async function insertCopy(ctx: CourseContext, week: { id: string; courseId: string }, sourceId: string): Promise<string> {
  // Locked, so that its files are not deleted before the copy uses them.
  const item = (await lockMediaItem(ctx.db, sourceId)) ?? notFound('item')
  if (isAdminRole(ctx.actor.role) && (await findIsCourseDeleted(ctx.db, item.courseId)))
    throw problem('conflict', { detail: 'Its course was deleted. Restore it first.' })
  await ctx.allow('media.read', item)
  const { id: _id, createdAt: _createdAt, position: _position, previousStartsAt: _previous, revision: _revision, ...copied } = item
  // A meeting belongs to one session: the copy gets its own, unless it is too late for one.
  const isMade = (await findMeeting(ctx.db, sourceId)) !== undefined
  const own = isMade ? { joinUrl: null, meetingId: null, passcode: null, startUrl: null } : {}
  const id = await insertMediaItem(ctx.db, { ...copied, ...own, courseId: week.courseId, weekId: week.id, createdBy: ctx.actor.id })
  const { startsAt, durationMinutes } = item
  const isAhead = startsAt !== null && Date.parse(startsAt) > ctx.now().getTime()
  if (isMade && isAhead) await scheduleReport(ctx.db, id, { startsAt, durationMinutes })
  return id
}

/** Files in a request must be the caller's own and valid, or already part of this course; and of a suitable kind. */
async function checkUses(ctx: Context, courseId: string, body: Parameters<typeof fileUses>[0]): Promise<void> {
  const uses = fileUses(body)
  if (uses.length === 0) return
  const keys = uses.map(({ key }) => key)
  // Before checking the course's files: from now on none of them can be deleted.
  const inUse = await markInUse(ctx.db, keys)
  const known = new Set(await listKeysOfCourse(ctx.db, courseId, keys))
  const fileErrors = await checkFiles(
    ctx,
    keys.filter((key) => !known.has(key)),
  )
  const errors = uses.flatMap((use) => {
    const detail = validateKind(use) ?? fileErrors.get(use.key) ?? (inUse.has(use.key) ? undefined : 'This file was removed')
    return detail ? [{ pointer: use.pointer, detail }] : []
  })
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
}

/** In seconds: from the stored file, else as given by the caller. */
const findDuration = async (ctx: Context, url: string | null, announced: number | null | undefined): Promise<number | null> =>
  (isFileKey(url) ? (await findFile(ctx.db, url))?.durationSeconds : undefined) ?? announced ?? null

/** Copies of a media item share its file, which is deleted with the last of them. */
async function removeStored(ctx: Context, key: string): Promise<void> {
  const file = await lockFile(ctx.db, key)
  if (!file || (await findIsUsed(ctx.db, file))) return
  await discardFiles(ctx.db, [key])
}

const showNew = async (ctx: Context, id: string): Promise<Media> => show(ctx, (await findMediaItem(ctx.db, id))!.item, true)

async function show({ db, now, services: { storage } }: Context, item: MediaItem, isStaff: boolean): Promise<Media> {
  const meeting = item.type === 'LIVE' && isStaff ? await findMeeting(db, item.id) : undefined
  const [playbackUrl, thumbnailUrl, attachments, captions] = await Promise.all([
    isFileKey(item.source) ? storage.presignGet(item.source) : item.source,
    item.thumbnail && storage.presignGet(item.thumbnail),
    Promise.all(item.attachments.map(async (file) => ({ ...file, url: await storage.presignGet(file.key, { fileName: file.name }) }))),
    Promise.all(item.captions.map(async (file) => ({ default: false, ...file, url: await storage.presignGet(file.key) }))),
  ])
  return {
    ...item,
    url: item.source,
    playbackUrl,
    thumbnailUrl,
    attachments,
    captions,
    zoomOptions: toZoomOptions(item, { isStaff, now: now(), meeting }),
  }
}
