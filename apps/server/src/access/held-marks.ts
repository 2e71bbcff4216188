/** Held marks: the only rule for what students see of their work. Everything a student reads of a submission goes through it. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Of a submission `s` in SQL: while its mark is held it appears ungraded. */
export const shownStatus = (s: SQLWrapper): SQL => sql`(case when ${s}.is_held then 'SUBMITTED' else ${s}.status end)`
export const shownMarks = (s: SQLWrapper): SQL =>
  sql`(case when ${s}.status in ('GRADED', 'RETURNED') and not ${s}.is_held then ${s}.marks end)::float8`

interface Marked {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  isHeld: boolean
  marks: number | null
  gradedAt: string | null
  feedback?: string | null
  questionMarks?: unknown[]
  deduction?: number
  isFinal?: boolean
  gradedBy?: string | null
}

const noMarks = { marks: null, gradedAt: null, feedback: null, questionMarks: [], deduction: 0, isFinal: false, gradedBy: null }

/** A row as the student sees it: without marks until they are given and released. */
export function asStudentSees<W extends Marked>(work: W): W {
  const isShown = (work.status === 'GRADED' || work.status === 'RETURNED') && !work.isHeld
  if (isShown) return work
  const hidden = Object.fromEntries(Object.entries(noMarks).filter(([key]) => key in work))
  return { ...work, ...hidden, status: work.isHeld ? 'SUBMITTED' : work.status, isHeld: false }
}
