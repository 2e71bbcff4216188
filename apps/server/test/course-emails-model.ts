/** A small model of emails to a course, written without the product's code: what its calls and jobs should do (course-emails.test.ts). */

type Mail = 'QUEUED' | 'SENT' | 'FAILED' | 'LEFT_OUT'

interface Email {
  /** As in the subject. */
  version: number
  state: 'SCHEDULED' | 'STARTED' | 'CANCELLED' | 'UNDONE'
  sendAt: number
  sender: Sender
  isAnnouncement: boolean
  mails: Map<number, Mail>
  leftOut: number
}

export type Sender = 'TRAINER' | 'ADMIN'
export type Server = 'WORKS' | 'IS DOWN' | 'REFUSES' | 'IS MISSING'

export interface Student {
  isIn: boolean
  isSuspended: boolean
  isStopped: boolean
}

export class CourseEmailsModel {
  /** Milliseconds. */
  now = 0
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' = 'PUBLISHED'
  isDeleted = false
  /** Whether the trainer still teaches the course. */
  teaches = true
  server: Server = 'WORKS'
  students: Student[]
  emails: Email[] = []
  /** “email, version, student” in the order of sending. */
  sent: string[] = []

  constructor(students: number) {
    this.students = Array.from({ length: students }, () => ({ isIn: true, isSuspended: false, isStopped: false }))
  }

  mayCall = (who: Sender): boolean => !this.isDeleted && (who === 'ADMIN' || this.teaches)

  readers = (): number[] => [...this.students.keys()].filter((n) => this.isReader(this.students[n]!))

  isReader = ({ isIn, isSuspended, isStopped }: Student): boolean => isIn && !isSuspended && !isStopped

  hasReaders = (isAnnouncement: boolean): boolean =>
    this.students.some((one) => this.isReader(one) || (isAnnouncement && one.isIn && !one.isSuspended))

  mayWrite = (who: Sender): boolean => this.mayCall(who) && this.status !== 'ARCHIVED'

  send(sender: Sender, sendAt: number, isAnnouncement: boolean): boolean {
    if (!this.mayWrite(sender) || !this.hasReaders(isAnnouncement)) return false
    this.emails.push({ version: 1, state: 'SCHEDULED', sendAt, sender, isAnnouncement, mails: new Map(), leftOut: 0 })
    return true
  }

  edit(who: Sender, email: Email, change: { version?: number; sendAt?: number }): boolean {
    if (!this.mayWrite(who) || email.state !== 'SCHEDULED') return false
    Object.assign(email, change, { sender: who })
    return true
  }

  sendNow(who: Sender, email: Email): boolean {
    if (!this.mayWrite(who) || email.state !== 'SCHEDULED') return false
    email.sendAt = this.now
    return true
  }

  undo(who: Sender, email: Email): boolean {
    if (!this.mayCall(who) || email.state !== 'SCHEDULED') return false
    email.state = 'UNDONE'
    return true
  }

  show(who: Sender, email: Email, isAnnouncement: boolean): boolean {
    if (!this.mayWrite(who) || email.state === 'CANCELLED' || email.state === 'UNDONE') return false
    email.isAnnouncement = isAnnouncement
    return true
  }

  retry(who: Sender, email: Email): boolean {
    if (!this.mayCall(who) || email.state === 'UNDONE') return false
    for (const [student, mail] of email.mails) if (mail === 'FAILED') email.mails.set(student, 'QUEUED')
    return true
  }

  giveUp(email: Email): boolean {
    if (email.state !== 'SCHEDULED') return false
    email.state = 'CANCELLED'
    return true
  }

  /** What is due is started, and each waiting mail is tried once. */
  pass(): void {
    for (const email of this.emails) if (email.state === 'SCHEDULED' && email.sendAt <= this.now) this.start(email)
    for (const email of this.emails) for (const [student, mail] of email.mails) if (mail === 'QUEUED') this.try(email, student)
  }

  start(email: Email): void {
    if (this.server === 'IS MISSING' && !email.isAnnouncement) return
    const isOpen = !this.isDeleted && this.status !== 'ARCHIVED' && (email.sender === 'ADMIN' || this.teaches)
    email.state = isOpen && this.hasReaders(email.isAnnouncement) ? 'STARTED' : 'CANCELLED'
    if (email.state === 'CANCELLED') return
    email.mails = new Map(this.readers().map((n) => [n, 'QUEUED']))
    email.leftOut = this.students.filter((one) => one.isIn && !this.isReader(one)).length
  }

  try(email: Email, student: number): void {
    if (this.server === 'IS MISSING') return
    if (this.isDeleted || this.status === 'ARCHIVED' || !this.isReader(this.students[student]!)) email.mails.set(student, 'LEFT_OUT')
    else if (this.server === 'REFUSES') email.mails.set(student, 'FAILED')
    else if (this.server === 'WORKS') {
      email.mails.set(student, 'SENT')
      this.sent.push(`${this.emails.indexOf(email)}, ${email.version}, ${student}`)
    }
  }

  /** As the log shows them: the state, and how many mails are in which. */
  get log() {
    return this.emails.map(({ state, mails, leftOut }) => {
      const count = (wanted: Mail) => [...mails.values()].filter((one) => one === wanted).length
      const counts = { queued: count('QUEUED'), sent: count('SENT'), failed: count('FAILED'), leftOut: count('LEFT_OUT') + leftOut }
      const shown = state === 'STARTED' ? (counts.queued > 0 ? 'SENDING' : 'SENT') : state === 'UNDONE' ? 'NONE' : state
      return { state: shown, counts: state === 'UNDONE' ? null : counts }
    })
  }
}
