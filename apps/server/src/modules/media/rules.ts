/** Decisions about media: required fields, and the files that they refer to. */

import { isSameLength } from '@lms/contract/attendance-rules'
import { getFileTypeOfKey, fileTypes, type FileKind } from '@lms/contract/file-types'
import type { FieldError } from '@lms/contract/problems'
import { defaultMinutes, getSessionStart, isJoinable, joinOpensBeforeMs } from '@lms/contract/rules/session-window'
import { FileKey } from '@lms/contract/values'
import type { ZoomOptions } from '@lms/contract/zoom-options'

export const isFileKey = (url: string | null): url is string => url !== null && FileKey.safeParse(url).success

type Flat = { startsAt: string | null; durationMinutes: number | null; timeZone: string | null; waitingRoom: boolean } & Record<
  Link,
  string | null
>
type Link = 'joinUrl' | 'meetingId' | 'passcode' | 'startUrl'

const noSession: Flat = {
  startsAt: null,
  durationMinutes: null,
  timeZone: null,
  joinUrl: null,
  meetingId: null,
  passcode: null,
  waitingRoom: false,
  startUrl: null,
}

/** The columns of a session. */
export const zoomColumns = (zoom: ZoomOptions | null | undefined): Flat => (zoom ? { ...zoom } : noSession)

/** The columns that a change sets: none if it does not name the session. */
export const toZoomColumns = (type: 'LIVE' | 'RECORDED', zoom: ZoomOptions | null | undefined): Partial<Flat> =>
  type === 'RECORDED' ? zoomColumns(null) : zoom === undefined ? {} : zoomColumns(zoom)

/** Of a meeting that Zoom creates, or has created. */
export const toMeetingColumns = (
  { joinUrl, meetingId, passcode }: Pick<Flat, 'joinUrl' | 'meetingId' | 'passcode'>,
  zoom: { passcode?: string | null | undefined },
  hasMeeting: boolean,
) => ({
  ...(hasMeeting ? { joinUrl, meetingId } : { joinUrl: null, meetingId: null }),
  passcode: zoom.passcode ?? passcode,
  startUrl: null,
})

/** Why a student cannot join, as a sentence. */
export function joinBlocker(session: { startsAt: string; durationMinutes: number | null }, now: Date): string | undefined {
  if (isJoinable(session, now.getTime())) return undefined
  return now.getTime() < getSessionStart(session)
    ? `This session has not opened yet. It opens ${joinOpensBeforeMs / 60_000} minutes before the start.`
    : 'The time to join is over. Ask your trainer to mark you present.'
}

type SessionRow = Flat & { type: string; previousStartsAt: string | null }
interface Viewing {
  isStaff: boolean
  now: Date
  meeting: { state: string; reason: string | null } | undefined
}

/** The reverse. The host link is only for staff, and students get the join link only while they may join. */
export function toZoomOptions(row: SessionRow, { isStaff, now, meeting }: Viewing) {
  if (row.type !== 'LIVE' || !row.startsAt) return null
  const { startsAt, durationMinutes, previousStartsAt, joinUrl, meetingId, passcode, waitingRoom, startUrl } = row
  const isShown = isStaff || !joinBlocker({ startsAt, durationMinutes }, now)
  return {
    startsAt,
    durationMinutes: durationMinutes ?? defaultMinutes,
    timeZone: row.timeZone ?? 'UTC',
    waitingRoom,
    ...(isShown ? { joinUrl, meetingId, passcode } : { joinUrl: null, meetingId: null, passcode: null }),
    startUrl: isStaff ? startUrl : null,
    previousStartsAt,
    zoomMeeting: isStaff && meeting ? { state: meeting.state as 'PENDING' | 'READY' | 'FAILED', reason: meeting.reason } : null,
  }
}

type Planned = { startsAt: string | null; durationMinutes: number | null; title: string; previousStartsAt: string | null; revision: number }

/** What users and calendars must know: that the session was moved, and the new revision of its calendar entry. */
export function getRevision(before: Planned, after: Pick<Planned, 'startsAt' | 'durationMinutes' | 'title'>) {
  const isMoved = before.startsAt !== null && after.startsAt !== before.startsAt
  const isOld = after.startsAt !== before.startsAt || after.durationMinutes !== before.durationMinutes || after.title !== before.title
  return {
    // Moved back counts as not moved; moved twice, the original time is the one people may remember.
    ...(isMoved && {
      previousStartsAt:
        after.startsAt === null || after.startsAt === before.previousStartsAt ? null : (before.previousStartsAt ?? before.startsAt),
    }),
    ...(isOld && { revision: before.revision + 1 }),
  }
}

type Kind = 'RECORDED' | 'LIVE'
interface Change {
  type?: Kind | undefined
  url?: string | null | undefined
  zoomOptions?: ZoomOptions | null | undefined
}

/** Required fields of the type that a change leaves empty. Fields that it does not touch are ignored: a removed file must not prevent a new title. */
export function validateChanges(before: { type: Kind; source: string | null; startsAt: string | null }, change: Change): FieldError[] {
  const type = change.type ?? before.type
  const url = change.url === undefined ? before.source : change.url
  const hasTime = change.zoomOptions === undefined ? before.startsAt !== null : change.zoomOptions !== null
  const isNewType = change.type !== undefined && change.type !== before.type
  if (type === 'RECORDED' && !url && (isNewType || change.url !== undefined))
    return [{ pointer: '/url', detail: 'A recorded item needs its video' }]
  if (type === 'LIVE' && !hasTime && (isNewType || change.zoomOptions !== undefined))
    return [{ pointer: '/zoomOptions', detail: 'A live session needs its time' }]
  return []
}

type Recording = { source: string | null; durationSeconds: number | null }
type Watching = 'KEEP' | 'RESTART'

/** What happens to the watched ranges of a replaced recording: as chosen, else by the durations (docs/domains/media-and-player.md). */
export function getWatchingChange(before: Recording, after: Recording, said?: Watching): Watching | undefined {
  if (after.source === null || after.source === before.source) return undefined
  return said ?? (isSameLength(before.durationSeconds, after.durationSeconds) ? 'KEEP' : 'RESTART')
}

export interface FileUse {
  pointer: string
  key: string
  /** Undefined: any. */
  kinds?: readonly FileKind[]
}

/** The stored files named in a request, each with its field. */
export function fileUses(body: {
  url?: string | null | undefined
  thumbnail?: string | null | undefined
  attachments?: { key: string }[] | undefined
  captions?: { key: string }[] | undefined
}): FileUse[] {
  const video = body.url && isFileKey(body.url) ? [{ pointer: '/url', key: body.url, kinds: ['video', 'audio'] as const }] : []
  const thumbnail = body.thumbnail ? [{ pointer: '/thumbnail', key: body.thumbnail, kinds: ['image'] as const }] : []
  const attachments = (body.attachments ?? []).map(({ key }, index) => ({ pointer: `/attachments/${index}/key`, key }))
  const captions = (body.captions ?? []).map(({ key }, index) => ({ pointer: `/captions/${index}/key`, key, kinds: ['caption'] as const }))
  return [...video, ...thumbnail, ...attachments, ...captions]
}

/** Whether a file of this kind fits this field; a sentence if not. */
export function validateKind({ key, kinds }: FileUse): string | undefined {
  const kind = fileTypes[getFileTypeOfKey(key) ?? '']?.kind
  return kinds && !(kind && kinds.includes(kind)) ? `Must be a file of type ${kinds.join(' or ')}` : undefined
}
