/** When a student is at risk in a course: one rule for trainers and the student. */

export interface AtRiskLimits {
  /** Days without a visit, from which on. */
  daysAway: number
  /** Missing assignments, from which on. */
  missing: number
  /** The attendance rate in percent, below which. */
  attendance: number
}

export const defaultAtRiskLimits: AtRiskLimits = { daysAway: 14, missing: 2, attendance: 75 }
