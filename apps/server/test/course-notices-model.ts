/** A small model of the notices that are not about discussions, written without the product's code (course-notices.test.ts). */

type Status = 'PENDING' | 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'WITHDRAWN'
type Kind = 'FORM' | 'RESPONSE' | 'MARKS' | 'ANNOUNCEMENT' | 'EMAIL' | 'JOB' | 'INVITATION'

interface Notice {
  reader: number
  kind: Kind
  /** Notices of one group are a row. */

  group: string
  outcome?: string
  /** Of a RESPONSE, who signed up; of MARKS and ANNOUNCEMENT, what it is about. */
  about?: string
  by?: number
  at: number
  readAt: number | null
}

interface Work {
  isGraded: boolean
  marks: number | null
}

export const [trainer, students, operator] = [0, [1, 2], 3] as const

export class CourseNoticesModel {
  /** Milliseconds. */
  now = 0
  isDeleted = false
  isAssignmentDeleted = false
  /** By person. */
  isIn = [true, true, false, true]
  responses: (Status | null)[] = [null, null, null, null]
  work: Work[] = [0, 1, 2, 3].map(() => ({ isGraded: false, marks: null }))
  /** What the trainer graded last, with its notice, for Undo. */
  last: { who: number; before: Work; notice: Notice | null; at: number } | null = null
  /** Announcements that are on the course page. */
  announcements: number[] = []
  /** In the order of their ids. */
  notices: Notice[] = []
  looks: (Notice[] | null)[] = [null, null, null, null]

  write(notice: Omit<Notice, 'at' | 'readAt'>): Notice {
    const made = { ...notice, at: this.now, readAt: null }
    this.notices.push(made)
    return made
  }

  remove(isGone: (one: Notice) => boolean): void {
    this.notices = this.notices.filter((one) => !isGone(one))
  }

  get hasReaders(): boolean {
    return students.some((who) => this.isIn[who])
  }

  mayAnswer(who: number): boolean {
    const status = this.responses[who]
    return !this.isDeleted && !this.isIn[who] && (status === null || status === 'WITHDRAWN' || status === 'APPROVED')
  }

  answer(who: number): void {
    this.responses[who] = 'PENDING'
    this.write({ reader: trainer, kind: 'RESPONSE', group: 'responses', by: who })
  }

  mayWithdraw = (who: number): boolean => !this.isDeleted && ['PENDING', 'WAITLISTED'].includes(this.responses[who]!)

  withdraw(who: number): void {
    this.responses[who] = 'WITHDRAWN'
    this.remove(({ kind, by }) => kind === 'RESPONSE' && by === who)
  }

  decide(who: number, decision: Exclude<Status, 'WITHDRAWN'>): void {
    const before = this.responses[who]
    if (before === decision || (before === 'APPROVED' && !this.isIn[who])) return
    this.responses[who] = decision
    this.isIn[who] = decision === 'APPROVED'
    this.remove(({ kind, by, reader }) => (kind === 'RESPONSE' && by === who) || (kind === 'FORM' && reader === who))
    const outcome = decision === 'REJECTED' ? 'DECLINED' : decision
    if (decision !== 'PENDING') this.write({ reader: who, kind: 'FORM', group: 'sign-up', outcome })
  }

  /** By hand; who waited no longer does. */
  move(who: number): void {
    this.isIn[who] = !this.isIn[who]
    if (this.isIn[who] && !['WITHDRAWN', null].includes(this.responses[who]!)) this.responses[who] = 'APPROVED'
  }

  mayGrade = (): boolean => !this.isDeleted && !this.isAssignmentDeleted

  /** Null: returned. A student who knows the earlier mark reads that it changed. */
  grade(who: number, marks: number | null): void {
    const before = this.work[who]!
    const group = `work ${who}`
    const isKnown = before.isGraded && !this.notices.some((one) => one.group === group && one.readAt === null)
    const outcome = marks === null ? 'RETURNED' : isKnown ? 'CHANGED' : 'MARKED'
    const notice = this.isIn[who] ? this.write({ reader: who, kind: 'MARKS', group, outcome, about: 'work' }) : null
    this.work[who] = { isGraded: marks !== null, marks }
    this.last = { who, before, notice, at: this.now }
  }

  mayUndo = (): boolean => this.mayGrade() && this.last !== null && this.now - this.last.at <= 30_000

  undo(): void {
    const { who, before, notice } = this.last!
    this.work[who] = before
    this.remove((one) => one === notice)
    this.last = null
  }

  announce(email: number): void {
    this.announcements.push(email)
    const about = `email ${email}`
    for (const who of students) if (this.isIn[who]) this.write({ reader: who, kind: 'ANNOUNCEMENT', group: about, about })
  }

  takeOff(email: number): void {
    this.announcements = this.announcements.filter((one) => one !== email)
    this.remove(({ about }) => about === `email ${email}`)
  }

  giveUpEmail(email: number): void {
    const about = `email ${email}`
    for (const reader of [trainer, operator]) this.write({ reader, kind: 'EMAIL', group: about, about })
  }

  expire(): void {
    this.remove(({ at }) => this.now - at > 90 * 86_400_000)
  }

  isShown({ kind, reader, by }: Notice): boolean {
    if (kind === 'JOB' || kind === 'INVITATION') return true
    if (this.isDeleted) return false
    if (kind === 'FORM') return true
    if (kind === 'RESPONSE') return this.responses[by!] === 'PENDING'
    return this.isIn[reader]! && !(kind === 'MARKS' && this.isAssignmentDeleted)
  }

  /** For each row the newest unread notice, else the newest; newest first. */
  rows(person: number): Notice[] {
    const shown = this.notices.filter((one) => one.reader === person && this.isShown(one))
    const rows = [...Map.groupBy(shown, ({ group }) => group).values()]
    const chosen = rows.map((row) => row.findLast(({ readAt }) => readAt === null) ?? row.at(-1)!)
    return chosen.toSorted((a, b) => this.notices.indexOf(b) - this.notices.indexOf(a))
  }

  /** What is read without being listed, such as the thing itself, is read even while it is hidden. */
  read(person: number, isRead: (one: Notice) => boolean): void {
    for (const one of this.notices) if (one.reader === person && isRead(one)) one.readAt ??= this.now
  }

  readUntil(last: Notice, isRead: (one: Notice) => boolean): void {
    const until = this.notices.indexOf(last)
    this.read(last.reader, (one) => this.notices.indexOf(one) <= until && isRead(one))
  }
}
