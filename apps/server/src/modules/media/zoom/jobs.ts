/** Creates, changes and deletes Zoom meetings. */

import { isDeepStrictEqual } from 'node:util'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import type { Dependencies } from '#call/dependencies.ts'
import { syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { deleteMeetingRow, lockWithMeeting, updateMeetingRow, updateJoinInfo } from '#modules/media/zoom/queries.ts'
import { isPermanent, retryDelay } from '#modules/media/zoom/rules.ts'
import { addJob, type Task } from '#services/jobs.ts'
import { ZoomFailure, type MeetingPlan, type Zoom } from '#services/zoom.ts'

export const zoomTasks = (deps: Dependencies): Record<string, Task> => ({
  [syncMeetingJob]: (payload) => syncMeeting(deps, (payload as { mediaId: string }).mediaId),
})

type Both = NonNullable<Awaited<ReturnType<typeof lockWithMeeting>>>

/** Reads the wanted state, calls Zoom, and saves the result: no transaction waits for Zoom. */
async function syncMeeting(deps: Dependencies, mediaId: string): Promise<void> {
  const { db } = deps.database
  const found = await lockWithMeeting(db, mediaId)
  if (!found || found.meeting.state === 'READY' || found.meeting.state === 'FAILED') return
  const { zoom } = deps.services
  try {
    if (!zoom) throw new ZoomFailure('refused', 'This server has no Zoom account any more.')
    if (found.meeting.state === 'TO_DELETE') await removeMeeting(deps, zoom, found)
    else await bringMeeting(deps, zoom, found)
  } catch (error) {
    if (!(error instanceof ZoomFailure)) throw error
    await noteFailure(deps, found, error)
  }
}

async function removeMeeting({ database: { db } }: Dependencies, zoom: Zoom, { item, meeting }: Both): Promise<void> {
  const number = meeting.number ?? (meeting.creationStarted ? (await zoom.findMeeting(getReference(item.id)))?.number : undefined)
  if (number) await unlessMissing(zoom.deleteMeeting(number))
  await deleteMeetingRow(db, item.id)
}

/** `maybeMade` is saved before Zoom is called: a process that dies before the response leaves no second meeting behind. */
async function bringMeeting({ database }: Dependencies, zoom: Zoom, { item, meeting }: Both): Promise<void> {
  const plan = toMeetingPlan(item)
  let { number } = meeting
  if (number && (await unlessMissing(zoom.updateMeeting(number, plan))) === 'missing') number = null
  let made = number ? await zoom.getMeeting(number) : meeting.creationStarted ? await zoom.findMeeting(plan.reference) : null
  if (!number && made) await zoom.updateMeeting(made.number, plan)
  if (!made) {
    await updateMeetingRow(database.db, item.id, { number: null, creationStarted: true })
    made = await zoom.createMeeting(plan)
  }
  const known = made
  await database.transaction(async (db) => {
    const now = await lockWithMeeting(db, item.id)
    if (!now) return
    await updateMeetingRow(db, item.id, { number: known.number, creationStarted: false })
    if (now.meeting.state !== 'PENDING' || isChanged(now.item, item)) return
    await updateMeetingRow(db, item.id, { state: 'READY', reason: null, attempts: 0 })
    await updateJoinInfo(db, item.id, { joinUrl: known.joinUrl, meetingId: known.number, passcode: known.passcode ?? item.passcode })
  })
}

async function noteFailure({ database, now }: Dependencies, { item, meeting }: Both, failure: ZoomFailure): Promise<void> {
  const session = { startsAt: item.startsAt ?? item.createdAt, durationMinutes: item.durationMinutes }
  const isWanted = meeting.state === 'PENDING'
  const attempts = meeting.attempts + 1
  // Zoom may refuse a deletion only temporarily: the account's rights can be changed.
  const isOver = isPermanent(session, isWanted, now()) || (isWanted && failure.kind === 'refused')
  await database.transaction(async (db) => {
    const current = await lockWithMeeting(db, item.id)
    if (current?.meeting.state !== meeting.state || (isWanted && isChanged(current.item, item))) return
    if (isOver && !isWanted) {
      await deleteMeetingRow(db, item.id)
      return
    }
    await updateMeetingRow(db, item.id, { attempts, reason: failure.message, ...(isOver && { state: 'FAILED' as const }) })
    if (isOver) return
    const runAt = new Date(now().getTime() + retryDelay(attempts, failure.retryAfter))
    await addJob(db, syncMeetingJob, { mediaId: item.id }, { key: `${syncMeetingJob}:${item.id}`, queue: zoomQueue, runAt })
  })
}

const getReference = (mediaId: string) => `LMS session ${mediaId}`

const toMeetingPlan = ({ id, title, startsAt, durationMinutes, timeZone, passcode, waitingRoom }: Both['item']): MeetingPlan => ({
  title,
  startsAt: startsAt!,
  durationMinutes: durationMinutes ?? defaultMinutes,
  timeZone: timeZone ?? 'UTC',
  passcode,
  waitingRoom,
  reference: getReference(id),
})

/** A session that was changed while Zoom was called stays PENDING: the change has its own job. */
const isChanged = (now: Both['item'], before: Both['item']): boolean => !isDeepStrictEqual(toMeetingPlan(now), toMeetingPlan(before))

/** Someone deleted the meeting at Zoom: fine if it was to be deleted; otherwise a new one is created. */
const unlessMissing = (call: Promise<void>): Promise<'done' | 'missing'> =>
  call.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof ZoomFailure && error.kind === 'missing') return 'missing' as const
      throw error
    },
  )
