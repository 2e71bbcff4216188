/** A small model of who is in a course and who waits, written without the product's code: what its calls should do (places.test.ts). */

type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING'
type Status = Decision | 'WITHDRAWN'

interface Response {
  status: Status
  sentAt: number
  waitlistedAt: number | null
  /** Put on the list by staff while a seat was free. */
  keeps: boolean
  decidedAt: number | null
  reservedUntil: number | null
  /** What it was when its user came in another way. */
  settledFrom: Pick<Response, 'status' | 'waitlistedAt' | 'keeps' | 'decidedAt'> | null
}

export interface Person {
  response: Response | null
  isMember: boolean
  isStudent: boolean
  isSuspended: boolean
  /** How often they came or went. */
  changes: number
}

export class PlacesModel {
  /** Milliseconds; each call is a second later. */
  now = 0
  seats: number | null
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' = 'PUBLISHED'
  /** Whether students do not see the course. */
  isUnseen = false
  enrolment: 'OPEN' | 'FORM' | 'INVITE' = 'FORM'
  isDeleted = false
  isReviewed: boolean
  people: Person[]
  imports: { enrolled: { at: number; changes: number }[]; isUndone: boolean }[] = []

  constructor(count: number, seats: number | null, isReviewed: boolean) {
    this.seats = seats
    this.isReviewed = isReviewed
    this.people = Array.from({ length: count }, () => ({
      response: null,
      isMember: false,
      isStudent: true,
      isSuspended: false,
      changes: 0,
    }))
  }

  get taken(): number {
    return this.people.filter((one) => one.isMember && one.isStudent).length
  }

  get line(): Person[] {
    return this.people
      .filter((one) => one.response?.status === 'WAITLISTED' && this.canAct(one))
      .toSorted((a, b) => a.response!.waitlistedAt! - b.response!.waitlistedAt!)
  }

  canAct = ({ isStudent, isSuspended }: Person): boolean => isStudent && !isSuspended

  hasReserve = ({ response }: Person): boolean => response?.status === 'REJECTED' && (response.reservedUntil ?? 0) > this.now

  /** As this person sees them: their own reserve is theirs. */
  free(person?: Person): number {
    if (this.seats === null) return Infinity
    return this.seats - this.taken - this.people.filter((one) => one !== person && this.hasReserve(one)).length
  }

  before(person: Person): Person[] {
    const { line } = this
    return line.includes(person) ? line.slice(0, line.indexOf(person)) : line
  }

  /** Seats left for a newcomer. */
  get left(): number | null {
    return this.seats === null ? null : Math.max(0, this.free() - this.line.length)
  }

  get isOpen(): boolean {
    return !this.isDeleted && this.status === 'PUBLISHED'
  }

  come(person: Person): void {
    const { response } = person
    if (response && ['PENDING', 'WAITLISTED', 'REJECTED'].includes(response.status)) {
      const { status, waitlistedAt, keeps, decidedAt } = response
      Object.assign(response, { settledFrom: { status, waitlistedAt, keeps, decidedAt }, status: 'APPROVED', waitlistedAt: null })
    } else if (response) response.settledFrom = null
    person.isMember = true
    person.changes++
  }

  /** A freed seat is for the first of the list, also if they wait for staff. */
  freed(count: number): void {
    for (const { response } of this.line.slice(0, Math.max(0, count))) response!.keeps = false
  }

  newcomer(person: Person): void {
    if (this.seats === null || this.hasReserve(person) || this.free(person) > this.before(person).length) this.come(person)
  }

  answer(person: Person): void {
    const { response } = person
    if (!this.isOpen || this.enrolment !== 'FORM' || person.isMember) return
    if (response && response.status !== 'WITHDRAWN' && response.status !== 'APPROVED') return
    const hasSeat = this.seats === null || this.free(person) > this.line.length
    const status = this.isReviewed ? 'PENDING' : hasSeat ? 'APPROVED' : 'WAITLISTED'
    const waitlistedAt = status === 'WAITLISTED' ? this.now : null
    person.response = { status, sentAt: this.now, waitlistedAt, keeps: false, decidedAt: null, reservedUntil: null, settledFrom: null }
    if (status === 'APPROVED') Object.assign(person, { isMember: true, changes: person.changes + 1 })
  }

  withdraw({ response }: Person): void {
    if (this.isDeleted || this.status === 'DRAFT' || !response || !['PENDING', 'WAITLISTED'].includes(response.status)) return
    Object.assign(response, { status: 'WITHDRAWN', waitlistedAt: null, keeps: false })
  }

  enrol(person: Person): void {
    if (this.enrolment === 'OPEN') this.join(person)
  }

  join(person: Person): void {
    if (this.isOpen && !person.isMember && person.response?.status !== 'REJECTED') this.newcomer(person)
  }

  add(person: Person): void {
    if (this.isDeleted || this.status === 'ARCHIVED' || person.isMember || !person.isStudent) return
    if (this.hasReserve(person) || this.free(person) > 0) this.come(person)
  }

  remove(person: Person): void {
    if (this.isDeleted || !person.isMember || !person.isStudent) return
    Object.assign(person, { isMember: false, changes: person.changes + 1 })
    if (this.seats !== null) this.freed(Math.min(1, this.seats - this.taken))
  }

  endReserves(): void {
    const ended = this.people.filter(
      ({ response }) => response?.status === 'REJECTED' && response.reservedUntil !== null && response.reservedUntil <= this.now,
    )
    for (const { response } of ended) response!.reservedUntil = null
    this.freed(ended.length)
  }

  /** Staff decide; nothing changes if they may not. */
  decide(wanted: Person[], decision: Decision): void {
    if (this.isDeleted) return
    const people = wanted.filter(({ response, isMember }) => response && !(response.status === 'APPROVED' && !isMember))
    if (people.some(({ response }) => response!.status === 'WITHDRAWN')) return
    const changing = people.filter(({ response }) => response!.status !== decision)
    if (decision === 'APPROVED' && changing.length > 0 && this.status !== 'PUBLISHED') return
    this.endReserves()
    for (const [index, person] of changing.toSorted((a, b) => a.response!.sentAt - b.response!.sentAt).entries())
      this.decideOne(person, decision, index)
  }

  decideOne(person: Person, decision: Decision, index: number): void {
    const response = person.response!
    const before = response.status
    const ahead = this.before(person).filter((one) => !one.response!.keeps).length
    const hasSeat = this.seats === null || this.hasReserve(person) || this.free(person) > ahead
    const status = decision === 'APPROVED' && !hasSeat ? 'WAITLISTED' : decision
    // Approved without a seat: those who wait already keep their places.
    if (status === before) return
    if (before === 'APPROVED') person.isMember = false
    const isRestored = response.decidedAt !== null && response.decidedAt > this.now - 60_000 && response.waitlistedAt !== null
    const kept = this.line.filter((one) => one !== person && one.response!.keeps).length
    if (status === 'WAITLISTED') {
      if (!isRestored || before === 'APPROVED') response.keeps = decision === 'WAITLISTED' && this.free(person) > kept
      if (!isRestored) response.waitlistedAt = this.now + index + 1
    } else if (before !== 'WAITLISTED') Object.assign(response, { waitlistedAt: null, keeps: false })
    response.reservedUntil = status === 'REJECTED' && before === 'APPROVED' ? this.now + 10_000 : null
    Object.assign(response, { status, decidedAt: status === 'PENDING' ? null : this.now, settledFrom: null })
    if (status === 'APPROVED') person.isMember = true
    if (status === 'APPROVED' || before === 'APPROVED') person.changes++
  }

  moveUpOne(person: Person): void {
    if (this.isDeleted || person.response?.status !== 'WAITLISTED') return
    const other = this.line.findLast((one) => one.response!.waitlistedAt! < person.response!.waitlistedAt!)
    if (!other) return
    const place = person.response.waitlistedAt
    person.response.waitlistedAt = other.response!.waitlistedAt
    other.response!.waitlistedAt = place
  }

  import(people: Person[]): void {
    if (this.isDeleted) return
    const fit = people.filter(({ isMember, isStudent }) => !isMember && isStudent).slice(0, Math.max(0, this.free()))
    for (const person of fit) this.come(person)
    this.imports.push({ enrolled: fit.map((one) => ({ at: this.people.indexOf(one), changes: one.changes })), isUndone: false })
  }

  /** Exactly the state before; who came or went since stays. */
  undoImport(number: number): void {
    const done = this.imports[number]
    if (!done || done.isUndone) return
    done.isUndone = true
    for (const { at, changes } of done.enrolled) {
      const person = this.people[at]!
      if (person.changes !== changes || !person.isMember || !person.isStudent) continue
      const { response } = person
      Object.assign(person, { isMember: false, changes: changes + 1 })
      if (response?.settledFrom) Object.assign(response, { ...response.settledFrom, settledFrom: null })
    }
  }

  setStatus(status: PlacesModel['status']): void {
    if (this.isDeleted) return
    // A draft that is archived stays unseen by students.
    this.isUnseen = status === 'DRAFT' || (status === 'ARCHIVED' && this.isUnseen)
    this.status = status
  }

  setSeats(seats: number | null): void {
    if (this.isDeleted) return
    const before = this.seats
    this.seats = seats
    if (seats === null && before !== null) this.freed(Infinity)
    else if (seats !== null && before !== null && seats > before) this.freed(Math.min(seats - before, seats - this.taken))
  }

  setEnrolment(enrolment: PlacesModel['enrolment'], waiting: 'KEEP' | 'ENROL' | 'DECLINE'): void {
    if (this.isDeleted || enrolment === this.enrolment) return
    const listed = (status: Status) => this.people.filter(({ response }) => response?.status === status)
    const decision = waiting === 'ENROL' ? 'APPROVED' : 'REJECTED'
    const [onList, asked] = [listed('WAITLISTED'), listed('PENDING')]
    if (waiting === 'ENROL' && onList.length + asked.length > 0 && this.status !== 'PUBLISHED') return
    this.enrolment = enrolment
    if (waiting === 'KEEP') return
    if (onList.length > 0) this.decide(onList, decision)
    if (asked.length > 0) this.decide(asked, decision)
  }

  /** The role of the account: a trainer keeps the place, but takes no seat. */
  setRole(person: Person, isStudent: boolean): void {
    if (person.isStudent === isStudent) return
    if (isStudent && person.isMember && !this.isDeleted && this.free(person) <= 0) return
    person.isStudent = isStudent
    if (!isStudent && person.isMember && this.seats !== null) this.freed(Math.min(1, this.seats - this.taken))
  }

  /** What the job does after each call. */
  moveUp(): void {
    if (!this.isOpen) return
    this.endReserves()
    const { line } = this
    const kept = line.filter(({ response }) => response!.keeps).length
    const waiting = line.filter(({ response }) => !response!.keeps)
    for (const person of waiting.slice(0, Math.max(0, this.free() - kept))) {
      Object.assign(person.response!, { status: 'APPROVED', decidedAt: this.now, settledFrom: null })
      Object.assign(person, { isMember: true, changes: person.changes + 1 })
    }
  }

  /** What staff read in the list of responses. */
  get shown(): { status: Status | 'LEFT'; place: number | null }[] {
    const { line } = this
    return this.people
      .filter(({ response }) => response && response.status !== 'WITHDRAWN')
      .toSorted((a, b) => a.response!.sentAt - b.response!.sentAt)
      .map((person) => {
        const at = line.indexOf(person)
        const isLeft = person.response!.status === 'APPROVED' && !person.isMember
        return { status: isLeft ? 'LEFT' : person.response!.status, place: at < 0 ? null : at + 1 }
      })
  }
}
