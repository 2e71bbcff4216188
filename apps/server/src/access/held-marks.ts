/** Held marks and those of excused work: the only rule for what students see of their work. Everything a student reads of a submission goes through it. */

import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isExcused } from '#access/exceptions.ts'

/** Of a `submission` in SQL: while its mark is held it appears ungraded. */
export const shownStatus = (submission: SQLWrapper): SQL =>
  sql`(case when ${submission}.is_held then 'SUBMITTED' else ${submission}.status end)`
export const shownMarks = (submission: SQLWrapper): SQL =>
  sql`(case when ${submission}.status in ('GRADED', 'RETURNED') and not ${submission}.is_held then ${submission}.marks end)::float8`

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

/** Held marks `submission` of current students of the course. */
export const fromHeldMarks = ({ assignmentId, courseId }: HeldPlace): SQL => sql`submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.is_held and submission.assignment_id = ${assignmentId} and submission.course_id = ${courseId}`
export const isExcusedFrom = isExcused(sql`submission.assignment_id`, sql`submission.student_id`)

/** Those of excused students are not counted. */
export const heldCount = (place: HeldPlace) => sql<number>`(select count(*)::int from ${fromHeldMarks(place)} and not ${isExcusedFrom})`
