/** A small model of two students' work on one assignment, written without the product's code: what its calls should do (work.test.ts). */

interface Attempt {
  marks: number | null
  isHeld: boolean
}
type Marks = Record<string, number>

export interface Work {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  /** Whether the first attempt is one that staff recorded. */
  hasRecorded: boolean
  attempts: Attempt[]
  hasDraft: boolean
  choice: string | null
  /** When lateness is counted by; `wasReturned`: it stays. */
  at: number
  wasReturned: boolean
  late: boolean
  marks: number | null
  off: number
  isFinal: boolean
  parts: Marks
  by: number | null
  isHeld: boolean
  changes: number
  isExcused: boolean
  extendedTo: number | null
  /** Returned while it was closed: open for this student alone, beyond the end of the run. */
  isReopened: boolean
}
/** What a mark replaces. */
type Before = Pick<Work, 'status' | 'marks' | 'off' | 'isFinal' | 'parts' | 'by' | 'isHeld' | 'isReopened'> & { shown: number[] }
interface Saved {
  student: number
  changes: number
  terms: string
  before: Before
}

export interface Question {
  id: 'choice' | 'text'
  points: number
  key: string | null
}
interface Terms {
  questions: Question[]
  /** Off a day; null: late work is only shown as late. */
  percent: number | null
  dueAt: number
}

const [minute, day] = [60_000, 86_400_000]
const round = (marks: number) => Math.round(marks * 100) / 100
const sum = (all: number[]) => (all.length > 0 ? round(all.reduce((a, b) => a + b)) : null)
export const maxOf = ({ questions }: Pick<Terms, 'questions'>): number => sum(questions.map(({ points }) => points)) ?? 0

const nothing: Work = {
  status: 'DRAFT',
  hasRecorded: false,
  attempts: [],
  hasDraft: false,
  choice: null,
  at: 0,
  wasReturned: false,
  late: false,
  marks: null,
  off: 0,
  isFinal: false,
  parts: {},
  by: null,
  isHeld: false,
  changes: 0,
  isExcused: false,
  extendedTo: null,
  isReopened: false,
}

interface Start extends Terms {
  now: number
  maxAttempts: number
  holds: boolean
}

export class WorkModel implements Start {
  now!: number
  questions!: Question[]
  percent!: number | null
  dueAt!: number
  maxAttempts!: number
  holds!: boolean
  isClosed = false
  work: Work[] = [0, 1].map(() => ({ ...nothing, attempts: [] }))
  last: (Saved & { at: number; isOver: boolean })[] = []
  imports: (Saved & { at: number; isUndone: boolean; isHeld: boolean; isRecorded: boolean })[] = []

  constructor(start: Start) {
    Object.assign(this, start)
  }

  isRecorded = ({ hasRecorded, attempts }: Work): boolean => hasRecorded && attempts.length === 1

  dueOf = ({ extendedTo }: Work, dueAt = this.dueAt): number => Math.max(dueAt, extendedTo ?? 0)

  /** The minute of the due time is still on time. */
  isPast = (dueAt: number, at: number): boolean => at >= dueAt + minute

  canSubmit(work: Work): boolean {
    const seen = work.isHeld ? 'SUBMITTED' : work.status
    const own = work.attempts.length - Number(work.hasRecorded)
    return (
      (!this.isClosed || work.isReopened) && !(seen === 'GRADED' && work.by !== null) && (own < this.maxAttempts || seen === 'RETURNED')
    )
  }

  /** What lateness takes off these marks. */
  deduct({ questions, percent }: Terms, work: Work, marks: number, dueAt: number): number {
    if (percent === null || !work.late) return 0
    const days = Math.ceil((work.at - dueAt - minute + 1) / day)
    return days < 1 ? 0 : round(Math.min(marks, (percent / 100) * maxOf({ questions }) * days))
  }

  byKey = (question: Question | undefined, work: Work): number | undefined =>
    question?.key ? (work.choice === question.key ? question.points : 0) : undefined

  submit(work: Work, choice: string): void {
    if (!this.canSubmit(work)) return
    if (work.status === 'RETURNED') work.wasReturned = true
    else if (!work.wasReturned) work.late = true
    if (!work.wasReturned) work.at = this.now
    work.late &&= this.isPast(this.dueOf(work), work.at)
    Object.assign(work, { status: 'SUBMITTED', choice, hasDraft: false, marks: null, off: 0, isFinal: false, by: null, isHeld: false })
    work.parts = Object.fromEntries(this.questions.flatMap((one) => (one.key ? [[one.id, this.byKey(one, work)!]] : [])))
    work.attempts.push({ marks: null, isHeld: false })
    if (this.questions.every(({ key }) => key)) this.gradeByKey(work, this)
    this.save(work)
  }

  gradeByKey(work: Work, terms: Terms): void {
    const earned = sum(terms.questions.map(({ id }) => work.parts[id] ?? 0)) ?? 0
    const off = this.deduct(terms, work, earned, this.dueOf(work, terms.dueAt))
    Object.assign(work, { status: 'GRADED', marks: round(earned - off), off, isHeld: this.holds })
  }

  /** The last attempt has the marks of the work; a mark that is shown shows those of earlier attempts. Returns which. */
  save(work: Work): number[] {
    work.changes++
    const { attempts, marks, isHeld, status } = work
    Object.assign(attempts.at(-1) ?? {}, { marks, isHeld })
    const shown = status === 'SUBMITTED' || isHeld ? [] : attempts.flatMap((one, n) => (one.isHeld ? [n] : []))
    for (const n of shown) attempts[n]!.isHeld = false
    return shown
  }

  termsOf = (work: Work): string => JSON.stringify([this.questions, this.percent, this.dueOf(work)])

  /** Saves a mark, and what it replaces. */
  give(student: number, by: number, mark: Partial<Work>): Saved {
    const work = this.work[student]!
    const { status, marks, off, isFinal, parts, by: grader, isHeld, isReopened } = work
    const isSeen = !isHeld && (status === 'GRADED' || status === 'RETURNED')
    Object.assign(work, { by, isHeld: isHeld || (this.holds && !isSeen) }, mark)
    const terms = this.termsOf(work)
    const shown = this.save(work)
    return { student, changes: work.changes, terms, before: { status, marks, off, isFinal, parts, by: grader, isHeld, isReopened, shown } }
  }

  grade(student: number, by: number, marks: number | null, parts: Marks | null, isReturn = false): void {
    const work = this.work[student]!
    const isTooHigh = Object.entries(parts ?? {}).some(([id, part]) => part > (this.questions.find((one) => one.id === id)?.points ?? -1))
    if (work.attempts.length === 0 || (marks ?? 0) > maxOf(this) || isTooHigh) return
    const isFinal = work.isFinal && work.marks === marks && marks !== null
    const off = isFinal || marks === null ? 0 : this.deduct(this, work, marks, this.dueOf(work))
    const mark = {
      status: isReturn ? 'RETURNED' : 'GRADED',
      marks: marks && round(marks - off),
      off,
      isFinal,
      parts: parts ?? work.parts,
    } as const
    const reopening = this.isClosed && { isReopened: true }
    const saved = this.give(student, by, { ...mark, ...(isReturn && { isHeld: false, ...reopening }) })
    this.last[by] = { ...saved, at: this.now, isOver: false }
  }

  canUndo = ({ student, changes, terms }: Saved): boolean =>
    this.work[student]!.changes === changes && this.termsOf(this.work[student]!) === terms

  restore({ student, before: { shown, ...before } }: Saved): void {
    const work = this.work[student]!
    Object.assign(work, before)
    this.save(work)
    for (const n of shown) work.attempts[n]!.isHeld = true
  }

  undoGrade(by: number): void {
    const last = this.last[by]
    if (!last || last.isOver || this.now - last.at > 30_000 || !this.canUndo(last)) return
    this.restore(last)
    last.isOver = true
  }

  record(work: Work): boolean {
    if (work.attempts.length > 0 || work.isExcused) return false
    Object.assign(work, { status: 'SUBMITTED', hasRecorded: true, at: this.now, choice: null })
    work.attempts.push({ marks: null, isHeld: false })
    this.save(work)
    return true
  }

  undoRecord(work: Work): void {
    if (!this.isRecorded(work) || work.status !== 'SUBMITTED') return
    Object.assign(work, { status: 'DRAFT', hasRecorded: false, attempts: [], parts: {}, late: false, changes: work.changes + 1 })
  }

  import(student: number, by: number, marks: number): boolean {
    const work = this.work[student]!
    const isMarked = work.status === 'GRADED' || work.status === 'RETURNED'
    if (marks > maxOf(this) || (isMarked && work.marks === marks)) return false
    const isRecorded = work.attempts.length === 0
    if (isRecorded && !this.record(work)) return false
    const saved = this.give(student, by, { status: 'GRADED', marks, off: 0, isFinal: true })
    this.imports.push({ ...saved, at: this.now, isUndone: false, isHeld: work.isHeld, isRecorded })
    return true
  }

  undoImport(number: number): void {
    const done = this.imports[number]!
    const work = this.work[done.student]!
    if (done.isUndone || this.now - done.at > 10 * minute || !this.canUndo(done) || work.isHeld !== done.isHeld) return
    done.isUndone = true
    this.restore(done)
    if (done.isRecorded) this.undoRecord(work)
  }

  release(): void {
    for (const [student, work] of this.work.entries()) {
      if (!work.isHeld) continue
      work.isHeld = false
      for (const one of work.attempts) one.isHeld = false
      for (const last of this.last) if (last?.student === student) last.isOver = true
    }
  }

  extend(work: Work, to: number | null, recheck: boolean): void {
    if (to !== null && (this.isClosed || to <= this.dueAt)) return
    work.extendedTo = to
    this.remark(work, this, this, recheck)
  }

  /** A total that is not the sum of its parts: a person or a file gave it. */
  isGiven({ questions }: Terms, { isFinal, parts, marks, off }: Work): boolean {
    return isFinal || sum(questions.flatMap(({ id }) => parts[id] ?? [])) !== round(marks! + off)
  }

  /** A part that is not that of the key. */
  isGivenPart = (question: Question | undefined, work: Work): boolean =>
    question !== undefined && work.parts[question.id] !== undefined && work.parts[question.id] !== this.byKey(question, work)

  remark(work: Work, before: Terms, after: Terms, recheck: boolean): void {
    if (work.attempts.length === 0) return
    const old = JSON.stringify(work)
    const isGiven = work.marks !== null && this.isGiven(before, work)
    for (const question of after.questions) {
      const was = before.questions.find(({ id }) => id === question.id)
      const isChanged = was?.key !== question.key || was.points !== question.points
      if (question.key && isChanged && !this.isRecorded(work) && !this.isGivenPart(was, work))
        work.parts = { ...work.parts, [question.id]: this.byKey(question, work)! }
    }
    work.late = this.isPast(this.dueOf(work, after.dueAt), work.at) && (work.late || (recheck && !this.isRecorded(work)))
    const isComplete = after.questions.every(({ key }) => key) && before.questions.some(({ key }) => !key)
    if (isComplete && work.status === 'SUBMITTED' && !this.isRecorded(work)) this.gradeByKey(work, after)
    else if (work.marks !== null && !work.isFinal) {
      const earned = isGiven ? round(work.marks + work.off) : (sum(after.questions.flatMap(({ id }) => work.parts[id] ?? [])) ?? 0)
      work.off = this.deduct(after, work, earned, this.dueOf(work, after.dueAt))
      work.marks = round(earned - work.off)
    }
    if (JSON.stringify(work) !== old) this.save(work)
  }

  /** Changes of the assignment itself; nothing changes if a given mark would be above its maximum. */
  change(after: Partial<Terms>, recheck = false): void {
    const before: Terms = { questions: this.questions, percent: this.percent, dueAt: this.dueAt }
    const next = { ...before, ...after }
    const isAbove = (work: Work) =>
      (work.marks !== null && this.isGiven(before, work) && round(work.marks + work.off) > maxOf(next)) ||
      next.questions.some((one) => {
        const was = before.questions.find(({ id }) => id === one.id)
        return (work.parts[one.id] ?? 0) > one.points && (!one.key || this.isGivenPart(was, work))
      })
    if (JSON.stringify(next) === JSON.stringify(before) || this.work.some((work) => work.attempts.length > 0 && isAbove(work))) return
    for (const work of this.work) this.remark(work, before, next, recheck)
    Object.assign(this, next)
  }

  /** As the student's own marks show it. */
  stateOf(work: Work): string {
    if (work.isExcused) return 'EXCUSED'
    if (!work.isHeld && (work.status === 'GRADED' || work.status === 'RETURNED')) return work.status
    if (work.attempts.length > 0) return 'TO_GRADE'
    return this.isClosed || this.isPast(this.dueOf(work), this.now) ? 'MISSING' : 'NOT_DUE'
  }
}
