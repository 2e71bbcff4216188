/** Taking back an import: who came by it and was touched by nobody since goes, and who was enrolled by it leaves the course (decision 0012). */
import { mayGrant, type Role } from '@lms/contract/policy'
import type * as contract from '@lms/contract/users'
import { allowWaiting, type Db } from '#db/client.ts'
import type { Handler } from '#http/handler.ts'
import { notFound, problem } from '#http/problems.ts'
import { insertLeaves } from '#modules/users/changes/queries.ts'
import { deleteMembers, findTraces, holdPeople, listTraces, noteUndone } from '#modules/users/import/queries.ts'
import { deleteUsers } from '#modules/users/queries.ts'
import { getDisplayNameAfterDeletion } from '#modules/users/rules.ts'

type Found = Awaited<ReturnType<typeof listTraces>>

/** Named one by one; who reads more than a hundred names? */
const most = 100

const told = (found: Found) => {
  const staying = found.flatMap(({ id, name, email, reason }) => (reason ? [{ id, name, email, reason }] : []))
  const going = found.filter(({ reason }) => reason === null)
  const people = going.filter(({ made }) => made).length
  return { people, enrolments: going.length - people, staying: staying.length, stays: staying.slice(0, most) }
}

/** As for a deletion one by one: whoever imported admins may be none's to delete since. */
function allowRole(actor: Role, role: Role): void {
  if (!mayGrant(actor, role)) throw problem('forbidden', { detail: 'Only a super admin may delete admins.' })
}

export const getImportUndo: Handler<typeof contract.getImportUndo> = ({ actor, now, transaction }, { params }) =>
  transaction(async (db) => {
    await allowWaiting(db)
    const traces = (await findTraces(db, actor.id, params.id, now(), { isHeld: false })) ?? notFound('import')
    allowRole(actor.role, traces.role)
    return told(await listTraces(db, actor.id, traces))
  })

export const undoImport: Handler<typeof contract.undoImport> = async ({ db, actor, now }, { params }) => {
  await allowWaiting(db)
  const traces = (await findTraces(db, actor.id, params.id, now(), { isHeld: true })) ?? notFound('import')
  allowRole(actor.role, traces.role)
  if (traces.undone) throw problem('conflict', { detail: 'This import was taken back already.' })
  await holdPeople(db, [...traces.made, ...traces.enrolled])
  const found = await listTraces(db, actor.id, traces)
  const answer = told(found)
  const going = found.filter(({ reason }) => reason === null)
  const idsOf = (isMade: boolean) => going.flatMap(({ id, made }) => (made === isMade ? [id] : []))
  if (traces.courseId) await leave(db, traces.courseId, { made: idsOf(true), enrolled: idsOf(false) }, { actorId: actor.id, now: now() })
  await deleteUsers(db, idsOf(true), getDisplayNameAfterDeletion(traces.role), now())
  await noteUndone(db, actor.id, params.id, { at: now().toISOString(), people: answer.people, enrolments: answer.enrolments })
  return answer
}

/** Of who is deleted no history stays. */
async function leave(
  db: Db,
  courseId: string,
  { made, enrolled }: { made: string[]; enrolled: string[] },
  by: { actorId: string; now: Date },
) {
  await insertLeaves(db, enrolled, courseId, by)
  await deleteMembers(db, courseId, [...made, ...enrolled])
}
