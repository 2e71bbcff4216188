/** Decides the outcome of each row of an import. Pure; the same for preview and import. */

import { isStudentRole, isAdminRole, mayGrant, type Role } from '@lms/contract/policy'
import { decideMove, unlimitedSeats, type CourseWithPlaces, type PlaceState, type Seats } from '@lms/contract/rules/places'
import type { ImportRow } from '@lms/contract/users'

export interface Candidate {
  row: number
  name: string
  /** As it will be stored if it is a valid address, else as it is in the file. */
  email: string
  /** Why the row cannot be used, independent of the user it names. */
  error: string | null
  /** The cell that the error is in. */
  errorField: 'email' | 'status' | 'line'
  /** An error in the name only matters for new users: existing ones have a name. */
  nameError: string | null
}

/** An existing user. */
export interface Known {
  id: string
  role: Role
  isSuspended: boolean
  /** Already a member of the import's course. */
  isMember: boolean
}

export interface Terms {
  actorRole: Role
  /** The role of new users. */
  role: Role
  /** Null: nobody is enrolled. */
  course: CourseWithPlaces | null
  /** Of the course, for students. */
  seats: Seats
  /** Who waits for a seat, in order. */
  waiting: readonly string[]
  now: Date
  /** For a retry of failed rows: addresses that repeated a row of the earlier import, each with its error message. */
  duplicates: ReadonlyMap<string, string>
}

type RowResult = Pick<ImportRow, 'outcome' | 'reason' | 'field'>

const toRowResult = (outcome: RowResult['outcome'], reason: string | null = null, field?: ImportRow['field']): RowResult => ({
  outcome,
  reason,
  ...(field && { field }),
})
const roleNames = { SUPER_ADMIN: 'a super admin', ADMIN: 'an admin', TRAINER: 'a trainer', USER: 'a student' } as const
const courseFull = 'All seats of the course are taken.'

/** Why somebody is not enrolled; trainers take no seat. */
function findRefusal(state: PlaceState, role: Role, course: CourseWithPlaces, { seats, now }: Terms): RowResult | undefined {
  const decision = decideMove({ move: 'import', state, course, seats: isStudentRole(role) ? seats : unlimitedSeats, now: now.getTime() })
  if (!('refused' in decision)) return undefined
  const isFull = decision.refused[0] === 'course-full'
  return isFull ? toRowResult('INVALID', courseFull) : toRowResult('UNCHANGED', 'Belongs to the course already.')
}

/** For existing users: enrolled at most, never changed. */
function checkExistingUser(known: Known, terms: Terms): RowResult {
  const { actorRole, role, course } = terms
  const isStaff = isAdminRole(known.role)
  if (!mayGrant(actorRole, known.role))
    return toRowResult('FORBIDDEN_ROLE', `This is ${roleNames[known.role]}: only a super admin may change them.`)
  if (isStaff && (course || role !== known.role))
    return toRowResult('FORBIDDEN_ROLE', `This is ${roleNames[known.role]}: admins have access to every course and cannot be enrolled.`)
  if (!course) return toRowResult('UNCHANGED', 'Has an account already.')
  const refusal = findRefusal(known.isMember ? 'ENROLLED' : 'OUTSIDE', known.role, course, terms)
  if (refusal) return refusal
  const as = known.role === role ? 'Has an account already' : `Has an account already, as ${roleNames[known.role]}`
  return toRowResult('ENROLLED', known.isSuspended ? `${as}, which is suspended; enrolled.` : `${as}; enrolled.`)
}

function checkNewUser({ nameError }: Candidate, terms: Terms): RowResult {
  if (nameError) return toRowResult('INVALID', nameError, 'name')
  const { course, role } = terms
  return (course && findRefusal('OUTSIDE', role, course, terms)) || toRowResult('CREATED')
}

/** Whether this row takes a student's seat; `role` is the role of new users. */
export const takesSeat = ({ outcome }: Pick<ImportRow, 'outcome'>, role: Role, person: Known | undefined): boolean =>
  outcome === 'CREATED' ? isStudentRole(role) : outcome === 'ENROLLED' && isStudentRole(person?.role)

/** One row per candidate, in the order of the file; `known` are the users of the file who have an account, by address. */
export function decide(candidates: readonly Candidate[], known: ReadonlyMap<string, Known>, terms: Terms): ImportRow[] {
  const firstRows = new Map<string, number>()
  let { taken } = terms.seats
  return candidates.map((candidate) => {
    const { row, name, email, error, errorField } = candidate
    const earlier = firstRows.get(email)
    if (error) return { row, name, email, ...toRowResult('INVALID', error, errorField) }
    if (earlier !== undefined)
      return { row, name, email, ...toRowResult('DUPLICATE_IN_FILE', `The same address as in row ${earlier}.`, 'email') }
    const person = known.get(email)
    const now = { ...terms, seats: { ...terms.seats, taken } }
    const found = person ? checkExistingUser(person, now) : checkNewUser(candidate, now)
    const duplicateReason = found.outcome === 'UNCHANGED' ? terms.duplicates.get(email) : undefined
    if (duplicateReason !== undefined) return { row, name, email, ...toRowResult('DUPLICATE_IN_FILE', duplicateReason, 'email') }
    // A row without a name creates no user, but a later row with the same email may.
    if (found.field !== 'name') firstRows.set(email, row)
    if (takesSeat(found, terms.role, person)) taken++
    return { row, name, email, ...found }
  })
}

/** How many people on the waiting list those who are enrolled pass. */
export function countPassed(rows: readonly ImportRow[], known: ReadonlyMap<string, Known>, { role, waiting }: Terms): number {
  const students = rows.filter((row) => takesSeat(row, role, known.get(row.email))).map(({ email }) => known.get(email)?.id ?? email)
  const enrolled = new Set(students)
  const listed = new Set(waiting)
  const passesAll = students.some((one) => !listed.has(one))
  const last = passesAll ? waiting.length : waiting.findLastIndex((one) => enrolled.has(one))
  return waiting.slice(0, Math.max(0, last)).filter((one) => !enrolled.has(one)).length
}

/**
 * Failed rows of an import whose email was imported by another row: that account exists, but for the other row.
 * If the other row failed too, both are retried and compared again.
 */
export function findDuplicates(earlier: { fileName: string; rows: readonly ImportRow[] } | undefined): ReadonlyMap<string, string> {
  const { fileName, rows } = earlier ?? { fileName: '', rows: [] }
  const isDuplicate = ({ outcome }: ImportRow) => outcome === 'DUPLICATE_IN_FILE'
  const again = new Set(rows.filter((row) => !isDuplicate(row)).map(({ email }) => email))
  const reasonOf = (reason: string | null) =>
    (reason ?? '').replace(/ row \d+(?=\.$)/, (row) => `${row} of ${fileName || 'the file before'}`)
  return new Map(rows.filter((row) => isDuplicate(row) && !again.has(row.email)).map(({ email, reason }) => [email, reasonOf(reason)]))
}

const failedOutcomes: readonly ImportRow['outcome'][] = ['INVALID', 'DUPLICATE_IN_FILE', 'FORBIDDEN_ROLE']
export const isFailed = ({ outcome }: ImportRow): boolean => failedOutcomes.includes(outcome)

export function getSummary(rows: readonly ImportRow[]) {
  const count = (...outcomes: ImportRow['outcome'][]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    total: rows.length,
    created: count('CREATED'),
    enrolled: count('ENROLLED'),
    unchanged: count('UNCHANGED'),
    failed: count(...failedOutcomes),
  }
}
