/** Creates and enrols the users of a file, or previews it, and reports progress. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Role } from '@lms/contract/policy'
import { unlimitedSeats } from '@lms/contract/rules/places'
import type { ImportRow, ImportStage } from '@lms/contract/users'
import { notFound, problem } from '#call/problems.ts'
import { allowWaiting, type Db } from '#db/client.ts'
import { lockCourse } from '#modules/courses/queries.ts'
import { findCourseSeats, findSeats, listWaitingUsers } from '#modules/courses/seats/queries.ts'
import { assertTakePeople } from '#modules/courses/seats/rules.ts'
import { insertJoinedCourses } from '#modules/users/changes/queries.ts'
import { findKnown, insertMembers, insertPeople, deleteProgress, upsertProgress, type Progress } from '#modules/users/import/queries.ts'
import { countPassed, decide, isFailed, type Candidate, type Known, type Terms } from '#modules/users/import/rules.ts'
import { inviteAll } from '#modules/users/invitations.ts'

/** The progress of an import, written outside of its transaction so that other connections see it, and never awaited. */
type Note = (stage: ImportStage, done: number | null, total: number | null) => void

/**
 * One write at a time, always the newest. A failed write only stops the progress bar. Without an id nobody can ask for the progress,
 * so nothing is written. `db` is the pool.
 */
export function followImport(db: Db, userId: string, importId: string | undefined): { note: Note; end: () => void } {
  let next: Progress | 'end' | undefined
  let isWriting = false
  const write = async (id: string) => {
    isWriting = true
    while (next) {
      const wanted = next
      next = undefined
      await (wanted === 'end' ? deleteProgress(db, userId, id) : upsertProgress(db, userId, id, wanted)).catch(() => {})
    }
    isWriting = false
  }
  const want = (wanted: Progress | 'end') => {
    if (importId === undefined) return
    next = wanted
    if (!isWriting) void write(importId)
  }
  return { note: (stage, done, total) => want({ stage, done, total }), end: () => want('end') }
}

export interface Import {
  people: readonly Candidate[]
  actorId: string
  actorRole: Role
  role: Role
  courseId: string | undefined
  duplicates: Terms['duplicates']
  /** Whether new users get an invitation by email. */
  invite: boolean
  now: Date
  publicUrl: string
  /** Called with the progress. */
  note: Note
}

/** Users per statement and per slice of work, between which other requests are served. */
const batchSize = 500

async function inBatches<T>(items: readonly T[], work: (some: T[]) => Promise<unknown>, note: (done: number) => void): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) {
    note(at)
    await work(items.slice(at, at + batchSize))
    await nextTurn()
  }
}

/** `findCourse` locks the course when seats are about to be taken. */
async function findTerms(db: Db, { actorRole, role, courseId, duplicates, now }: Import, findCourse = findCourseSeats): Promise<Terms> {
  const ofAll = { actorRole, role, duplicates, now }
  if (!courseId) return { ...ofAll, course: null, seats: unlimitedSeats, waiting: [] }
  const course = (await findCourse(db, courseId)) ?? notFound('course')
  assertTakePeople([course], now)
  const seats = await findSeats(db, course, null, now)
  return { ...ofAll, course, seats, waiting: seats.before > 0 ? await listWaitingUsers(db, courseId) : [] }
}

/** Thrown if others took seats in the meantime. */
class SeatsTaken extends Error {}

/**
 * Locks the course, and decides again. Only now, when users are created and only enrolling is left: addresses are locked before the
 * course everywhere, to avoid deadlocks. Returns how many people on the waiting list are passed.
 */
async function holdPlaces(db: Db, wanted: Import, rows: readonly ImportRow[], known: ReadonlyMap<string, Known>): Promise<number> {
  const terms = await findTerms(db, wanted, lockCourse)
  const again = decide(wanted.people, known, terms)
  if (again.some((row, index) => isFailed(row) && !isFailed(rows[index]!))) throw new SeatsTaken()
  return countPassed(rows, known, terms)
}

/** How often an import is restarted because others took seats of its course. */
const maxTurns = 3

/** Runs an import, each attempt in its own transaction: if seats were taken in the meantime, it is rolled back. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof SeatsTaken)) throw error
      if (turn === maxTurns)
        throw problem('busy', { detail: 'Other people are taking the seats of this course right now. Nobody was added.', retryAfter: 10 })
    }
  }
}

async function loadKnownUsers(db: Db, known: Map<string, Known>, emails: readonly string[], { courseId, note }: Import): Promise<void> {
  const learnSome = async (some: string[]) => {
    for (const { email, ...person } of await findKnown(db, some, courseId)) known.set(email, person)
  }
  await inBatches(emails, learnSome, (done) => note('CHECKING', done, emails.length))
}

const getEmails = (people: readonly Candidate[]) => [...new Set(people.flatMap(({ email, error }) => (error ? [] : [email])))]

/** The outcome of each row, and how many people on the waiting list are passed; nothing is written. */
export async function checkPeople(db: Db, wanted: Import): Promise<Pick<ImportOutcome, 'rows' | 'passed'>> {
  const terms = await findTerms(db, wanted)
  const known = new Map<string, Known>()
  await loadKnownUsers(db, known, getEmails(wanted.people), wanted)
  const rows = decide(wanted.people, known, terms)
  return { rows, passed: countPassed(rows, known, terms) }
}

/** The outcome of each row, and the ids of created users and of other users who were enrolled. */
export interface ImportOutcome {
  rows: ImportRow[]
  /** People on the waiting list who are passed. */
  passed: number
  made: string[]
  enrolled: string[]
}

/** Runs in one transaction within `retryOnConflict`: everything is saved, or nothing. */
export async function importPeople(db: Db, wanted: Import): Promise<ImportOutcome> {
  await allowWaiting(db)
  const terms = await findTerms(db, wanted)
  const known = new Map<string, Known>()
  await loadKnownUsers(db, known, getEmails(wanted.people), wanted)
  const made = new Map<string, string>()
  for (;;) {
    const rows = decide(wanted.people, known, terms)
    const missing = rows.filter(({ outcome, email }) => outcome === 'CREATED' && !made.has(email))
    if (missing.length === 0) {
      const passed = await holdPlaces(db, wanted, rows, known)
      await enrolUsers(db, wanted, rows, (email) => made.get(email) ?? known.get(email)!.id)
      const enrolled = rows.flatMap(({ outcome, email }) => (outcome === 'ENROLLED' ? [known.get(email)!.id] : []))
      return { rows, passed, made: [...made.values()], enrolled }
    }
    // Addresses that were taken between the check and the insert now belong to existing users, and are judged again.
    const lost = await createUsers(db, missing, wanted, made)
    await loadKnownUsers(db, known, lost, wanted)
  }
}

/** Creates users, and invites them if requested; returns the emails that were taken. */
async function createUsers(db: Db, rows: readonly ImportRow[], wanted: Import, made: Map<string, string>): Promise<string[]> {
  const { role, invite, actorId: senderId, now, publicUrl, note } = wanted
  // In one order everywhere: imports with the same users wait for each other instead of deadlocking.
  const inOrder = rows.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const createSome = async (some: ImportRow[]) => {
    const people = await insertPeople(db, some, role)
    for (const { id, email } of people) made.set(email, id)
    await nextTurn()
    if (invite && people.length > 0) await inviteAll(db, people, { senderId, now, publicUrl })
  }
  await inBatches(inOrder, createSome, (done) => note('ADDING', done, inOrder.length))
  return inOrder.flatMap(({ email }) => (made.has(email) ? [] : [email]))
}

async function enrolUsers(
  db: Db,
  { courseId, actorId, now, note }: Import,
  rows: readonly ImportRow[],
  idOf: (email: string) => string,
): Promise<void> {
  if (!courseId) return
  const ids = rows.filter(({ outcome }) => outcome === 'CREATED' || outcome === 'ENROLLED').map(({ email }) => idOf(email))
  await inBatches(
    ids.toSorted(),
    async (some) => {
      await insertJoinedCourses(db, some, [courseId], { actorId, now })
      await insertMembers(db, courseId, some)
    },
    (done) => note('ENROLLING', done, ids.length),
  )
}
