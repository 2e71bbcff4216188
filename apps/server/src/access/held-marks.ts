/** Held marks and those of excused work: the only rule for what students see of their work. Everything a student reads of a submission goes through it. */

import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isExcused } from '#access/exceptions.ts'

/** Of a submission `s` in SQL: while its mark is held it appears ungraded. */
export const shownStatus = (s: SQLWrapper): SQL => sql`(case when ${s}.is_held then 'SUBMITTED' else ${s}.status end)`
export const shownMarks = (s: SQLWrapper): SQL =>
  sql`(case when ${s}.status in ('GRADED', 'RETURNED') and not ${s}.is_held then ${s}.marks end)::float8`

interface Marked {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  isHeld: boolean
  /** The mark of excused work counts nowhere, and is not told. */
  isExcused: boolean
  marks: number | null
  gradedAt: string | null
  feedback?: string | null
  questionMarks?: unknown[]
  deduction?: number
  isFinal?: boolean
  gradedBy?: string | null
}

const noMark = { marks: null, questionMarks: [], deduction: 0 }
const noOutcome = { ...noMark, gradedAt: null, feedback: null, isFinal: false, gradedBy: null }
const without = <W extends Marked>(work: W, hidden: object): W => ({
  ...work,
  ...Object.fromEntries(Object.entries(hidden).filter(([key]) => key in work)),
})

/** A row as the student sees it: without marks until they are given and released. */
export function asStudentSees<W extends Marked>(work: W): W {
  const isShown = (work.status === 'GRADED' || work.status === 'RETURNED') && !work.isHeld
  if (isShown) return work.isExcused ? without(work, noMark) : work
  return { ...without(work, noOutcome), status: work.isHeld ? 'SUBMITTED' : work.status, isHeld: false }
}

export type HeldPlace = { assignmentId: string | Placeholder | SQLWrapper; courseId: string | Placeholder | SQLWrapper }

/** Held marks `s` of current students of the course. */
export const fromHeldMarks = ({ assignmentId, courseId }: HeldPlace): SQL => sql`submissions s
  join course_students student on student.course_id = s.course_id and student.user_id = s.student_id
  where s.is_held and s.assignment_id = ${assignmentId} and s.course_id = ${courseId}`
export const isExcusedFrom = isExcused(sql`s.assignment_id`, sql`s.student_id`)

/** Those of excused students are not counted. */
export const heldCount = (place: HeldPlace) => sql<number>`(select count(*)::int from ${fromHeldMarks(place)} and not ${isExcusedFrom})`
