/** A small model of deleting, restoring and purging, written without the product's code: what its calls and jobs should do (deletion.test.ts). */

export const things = ['week', 'assignment', 'media', 'discussion', 'comment', 'user'] as const
export type Thing = (typeof things)[number]

interface State {
  /** Milliseconds. */
  deletedAt: number | null
  /** Whether its row is there. */
  isLeft: boolean
}

const [minute, day] = [60_000, 86_400_000]

/**
 * A course with two weeks, each with an assignment, a session and who joined it; a discussion by the first student with a comment by the
 * second. The first student has submitted the first assignment, the second has a draft of the second one, the third has done nothing.
 */
export class DeletionModel {
  now = 0
  course: State & { isBlank: boolean } = { deletedAt: null, isLeft: true, isBlank: false }
  week = [0, 1].map((n) => ({ deletedAt: null as number | null, isLeft: true, isBlank: false, number: n + 1 }))
  assignment = [0, 1].map((): State => ({ deletedAt: null, isLeft: true }))
  media = [0, 1].map((): State => ({ deletedAt: null, isLeft: true }))
  discussion = [0].map((): State => ({ deletedAt: null, isLeft: true }))
  comment = [0].map(() => ({ deletedAt: null as number | null, isLeft: true, isBlank: false }))
  user = [0, 1, 2].map((): State => ({ deletedAt: null, isLeft: true }))
  /** Of who joined each session; kept if only the session is deleted. */
  attendance = [true, true]
  hasSubmission: boolean
  hasDraft = true
  /** Of the students, by number. */
  memberships = [0, 1, 2]

  constructor(hasSubmission: boolean) {
    this.hasSubmission = hasSubmission
  }

  isThere = ({ deletedAt, isLeft }: State): boolean => isLeft && deletedAt === null
  isYoung = ({ deletedAt, isLeft }: State, limit: number): boolean => isLeft && deletedAt !== null && this.now - deletedAt <= limit

  /** What a thing is in; all of it must be there. */
  isPlaceThere(thing: Thing, n: number): boolean {
    if (thing === 'user') return true
    if (!this.isThere(this.course)) return false
    if (thing === 'assignment' || thing === 'media') return this.isThere(this.week[n]!)
    return thing !== 'comment' || this.isThere(this.discussion[0]!)
  }

  mayDelete = (thing: Thing, n: number): boolean => this.isPlaceThere(thing, n) && this.isThere(this[thing][n]!)

  mayRestore(thing: Thing, n: number): boolean {
    const limit = { week: 30 * day, assignment: 30 * day, media: -1, discussion: -1, comment: minute - 1, user: -1 }[thing]
    return this.isPlaceThere(thing, n) && this.isYoung(this[thing][n]!, limit)
  }

  get order(): number[] {
    const shown = [0, 1].filter((n) => this.isThere(this.week[n]!))
    return shown.toSorted((a, b) => this.week[a]!.number - this.week[b]!.number)
  }

  delete(thing: Thing, n: number): void {
    this[thing][n]!.deletedAt = this.now
    if (thing === 'week') for (const [at, one] of this.order.entries()) this.week[one]!.number = at + 1
    if (thing === 'user' && n === 1) this.hasDraft = false
  }

  /** A week returns to its number. */
  restore(thing: Thing, n: number): void {
    const { order } = this
    this[thing][n]!.deletedAt = null
    if (thing === 'week') for (const [at, one] of order.toSpliced(this.week[n]!.number - 1, 0, n).entries()) this.week[one]!.number = at + 1
  }

  /** The nightly purge, and the job that erases a comment. */
  runJobs(): void {
    const isOld = ({ deletedAt }: State) => deletedAt !== null && this.now - deletedAt > 30 * day
    const isCourseOld = this.course.isLeft && isOld(this.course)
    for (const n of [0, 1]) {
      const [week, assignment] = [this.week[n]!, this.assignment[n]!]
      const isWeekOld = isCourseOld || isOld(week)
      if (isWeekOld) {
        this.media[n]!.isLeft = this.attendance[n] = false
        week.isBlank = true
      }
      if (isWeekOld || isOld(assignment)) {
        if (n === 1) this.hasDraft = false
        assignment.isLeft &&= n === 0 && this.hasSubmission
      }
      if (isWeekOld) week.isLeft &&= assignment.isLeft
    }
    const { comment, discussion } = this
    if (comment[0]!.deletedAt !== null && this.now - comment[0]!.deletedAt >= minute) comment[0]!.isBlank = true
    if (!isCourseOld) return
    discussion[0]!.isLeft = comment[0]!.isLeft = false
    this.memberships = this.hasSubmission ? [0] : []
    this.course.isBlank = true
    this.course.isLeft = this.hasSubmission
  }
}
