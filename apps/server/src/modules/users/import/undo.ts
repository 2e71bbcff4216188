/** Import results: saves them and undoes imports. Created users that nobody changed since are deleted; others leave the course (decision 0012). */

import { randomUUIDv7 } from 'node:crypto'
import { mayGrant, type Role } from '@lms/contract/policy'
import { startsIn } from '@lms/contract/rules/places'
import type * as contract from '@lms/contract/users'
import type { ImportRow, StoredImport } from '@lms/contract/users'
import type { Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { allowWaiting, type Db } from '#db/client.ts'
import { lockCoursesOf } from '#modules/courses/queries.ts'
import { keepFreedSeats } from '#modules/courses/seats/queries.ts'
import { insertLeftCourses } from '#modules/users/changes/queries.ts'
import {
  endMemberships,
  findTraces,
  lockUsers,
  listTraces,
  saveUndoResult,
  upsertResult,
  type Traces,
} from '#modules/users/import/queries.ts'
import { isFailed } from '#modules/users/import/rules.ts'
import { deleteUsers } from '#modules/users/personal-data.ts'
import { getDisplayNameAfterDeletion } from '#modules/users/rules.ts'

type Found = Awaited<ReturnType<typeof findGoing>>

/** Created users, and those who are still enrolled. */
async function findGoing(db: Db, actorId: string, traces: Traces) {
  const found = await listTraces(db, actorId, traces)
  return found.filter(({ made, isMember }) => made || startsIn('undoImport', isMember ? 'ENROLLED' : 'LEFT'))
}

/** Users named individually: nobody reads more than a hundred names. */
const maxNames = 100

const showUndo = (found: Found) => {
  const staying = found.flatMap(({ id, name, email, reason }) => (reason ? [{ id, name, email, reason }] : []))
  const going = found.filter(({ reason }) => reason === null)
  const people = going.filter(({ made }) => made).length
  return { people, enrolments: going.length - people, staying: staying.length, stays: staying.slice(0, maxNames) }
}

/** As with individual deletions: the caller may have lost the right to delete admins since. */
function allowRole(actor: Role, role: Role): void {
  if (!mayGrant(actor, role)) throw problem('forbidden', { detail: 'Only a super admin may delete admins.' })
}

export const getImportUndo: Handler<typeof contract.getImportUndo> = ({ actor, now, transaction }, { params }) =>
  transaction(async (db) => {
    await allowWaiting(db)
    const traces = (await findTraces(db, actor.id, params.id, now(), { isHeld: false })) ?? notFound('import')
    allowRole(actor.role, traces.role)
    return showUndo(await findGoing(db, actor.id, traces))
  })

export const undoImport: Handler<typeof contract.undoImport> = async ({ db, actor, now }, { params }) => {
  await allowWaiting(db)
  const traces = (await findTraces(db, actor.id, params.id, now(), { isHeld: true })) ?? notFound('import')
  allowRole(actor.role, traces.role)
  if (traces.undone) throw problem('conflict', { detail: 'This import was undone already.' })
  const ids = [...traces.made, ...traces.enrolled]
  await lockCoursesOf(db, ids)
  await lockUsers(db, ids)
  await keepFreedSeats(db)
  const found = await findGoing(db, actor.id, traces)
  const answer = showUndo(found)
  const going = found.filter(({ reason }) => reason === null)
  const idsOf = (isMade: boolean) => going.flatMap(({ id, made }) => (made === isMade ? [id] : []))
  if (traces.courseId) await leave(db, traces.courseId, { made: idsOf(true), enrolled: idsOf(false) }, { actorId: actor.id, now: now() })
  await deleteUsers(db, idsOf(true), getDisplayNameAfterDeletion(traces.role), now())
  await saveUndoResult(db, actor.id, params.id, { at: now().toISOString(), people: answer.people, enrolments: answer.enrolments })
  return answer
}

/** Deleted users keep no history. */
async function leave(
  db: Db,
  courseId: string,
  { made, enrolled }: { made: string[]; enrolled: string[] },
  by: { actorId: string; now: Date },
) {
  await insertLeftCourses(db, enrolled, courseId, by)
  await endMemberships(db, courseId, [...made, ...enrolled])
}

/** Saves the result in the transaction of the import: the user finds it again after a reload or on another device. */
interface Sender {
  actor: { id: string }
  now: () => Date
}
interface Sent {
  importId: string | undefined
  courseId: string | undefined
  role: Role
  skipped: number | undefined
  invite: boolean
  fileName: string
}

export const saveResult = (
  db: Db,
  { actor, now }: Sender,
  { importId = randomUUIDv7(), courseId, role, skipped = 0, invite, fileName }: Sent,
  { summary, rows, made, enrolled }: { summary: StoredImport['summary']; rows: readonly ImportRow[]; made: string[]; enrolled: string[] },
): Promise<void> =>
  upsertResult(db, {
    userId: actor.id,
    importId,
    fileName,
    role,
    courseId: courseId ?? null,
    summary,
    skipped,
    invite,
    rows: rows.filter(isFailed),
    createdUserIds: made,
    enrolledUserIds: enrolled,
    undoResult: null,
    createdAt: now().toISOString(),
  })
