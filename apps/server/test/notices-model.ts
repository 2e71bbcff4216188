/** A small model of who has which notice, written without the product's code: what its calls should do (notices.test.ts). */

export interface Comment {
  discussion: number
  author: number
  at: number
  mentioned: number[]
  deleted: { at: number; by: number } | null
}

interface Discussion {
  author: number
  mentioned: number[]
  isDeleted: boolean
}

interface Notice {
  reader: number
  kind: 'REPLY' | 'MENTION'
  discussion: number
  /** Null: about the first post. */
  comment: number | null
  readAt: number | null
  waitsForEmail: boolean
}

/** What a person saw when they last looked. */
interface Look {
  /** Newest first: the notices that stand for their rows. */
  rows: Notice[]
  at: number
}

interface Row {
  isRead: boolean
  kind: Notice['kind']
  discussion: number
  /** The comment that it leads to. */
  comment: number | null
}

export class NoticesModel {
  /** Milliseconds; each call is at least a second later. */
  now = 0
  /** Whether each person is in the course; the first one is its trainer. */
  isIn: boolean[]
  discussions: Discussion[] = []
  comments: Comment[] = []
  /** In the order of their ids. */
  notices: Notice[] = []
  looks: (Look | null)[]

  constructor(people: number) {
    this.isIn = Array.from({ length: people }, () => true)
    this.looks = this.isIn.map(() => null)
  }

  canPost = (person: number, discussion: number): boolean => this.isIn[person]! && !this.discussions[discussion]!.isDeleted

  add(notice: Omit<Notice, 'readAt' | 'waitsForEmail'>, by: number): void {
    const { reader, discussion, comment } = notice
    const isKnown = this.notices.some((one) => one.reader === reader && one.discussion === discussion && one.comment === comment)
    if (reader !== by && this.isIn[reader] && !isKnown) this.notices.push({ ...notice, readAt: null, waitsForEmail: true })
  }

  start(author: number, mentioned: number[]): void {
    const accepted = mentioned.filter((one) => this.isIn[one])
    const discussion = this.discussions.push({ author, mentioned: accepted, isDeleted: false }) - 1
    for (const reader of accepted) this.add({ reader, kind: 'MENTION', discussion, comment: null }, author)
  }

  say(author: number, discussion: number, parent: number | null, mentioned: number[]): void {
    const accepted = mentioned.filter((one) => this.isIn[one])
    const own = this.comments.filter((one) => one.discussion === discussion && !one.deleted)
    const takingPart = [this.discussions[discussion]!.author, ...own.map((one) => one.author)]
    const waits = (reader: number) =>
      this.notices.some(
        (one) => one.reader === reader && one.discussion === discussion && one.kind === 'REPLY' && one.readAt === null && one.waitsForEmail,
      )
    const comment = this.comments.push({ discussion, author, at: this.now, mentioned: accepted, deleted: null }) - 1
    for (const reader of accepted) this.add({ reader, kind: 'MENTION', discussion, comment }, author)
    const replied = takingPart.filter((one) => !waits(one))
    for (const reader of [...(parent === null ? [] : [this.comments[parent]!.author]), ...replied])
      this.add({ reader, kind: 'REPLY', discussion, comment }, author)
  }

  /** Of a comment, or of the first post if it is null. */
  edit(author: number, discussion: number, comment: number | null, mentioned: number[]): void {
    const post = comment === null ? this.discussions[discussion]! : this.comments[comment]!
    const accepted = mentioned.filter((one) => this.isIn[one])
    const takenOut = post.mentioned.filter((one) => !accepted.includes(one))
    this.notices = this.notices.filter(
      (one) =>
        one.discussion !== discussion ||
        one.comment !== comment ||
        one.kind !== 'MENTION' ||
        one.readAt !== null ||
        !takenOut.includes(one.reader),
    )
    for (const reader of accepted) if (!post.mentioned.includes(reader)) this.add({ reader, kind: 'MENTION', discussion, comment }, author)
    post.mentioned = accepted
  }

  canRestore = ({ deleted }: Comment, by: number): boolean => deleted?.by === by && this.now - deleted.at < 60_000

  repliesOf({ kind, discussion, comment, reader, readAt }: Notice): Comment[] {
    if (kind !== 'REPLY') return []
    const from = this.comments[comment!]!.at
    return this.comments.filter(
      (one) => one.discussion === discussion && one.at >= from && one.at <= (readAt ?? Infinity) && one.author !== reader && !one.deleted,
    )
  }

  isShown(notice: Notice): boolean {
    if (!this.isIn[notice.reader] || this.discussions[notice.discussion]!.isDeleted) return false
    return notice.comment === null || !this.comments[notice.comment]!.deleted || this.repliesOf(notice).length > 0
  }

  /** Replies to one discussion are a row, and so is each mention. */
  isSameRow = (one: Notice, other: Notice): boolean =>
    one.reader === other.reader &&
    one.discussion === other.discussion &&
    one.kind === other.kind &&
    (one.kind === 'REPLY' || one.comment === other.comment)

  /** For each row the newest unread notice, else the newest, in the order of their ids. */
  represent(person: number): Notice[] {
    const shown = this.notices.filter((one) => one.reader === person && this.isShown(one))
    const rows = [...Map.groupBy(shown, (one) => shown.findIndex((other) => this.isSameRow(one, other))).values()]
    const chosen = rows.map((row) => row.findLast(({ readAt }) => readAt === null) ?? row.at(-1)!)
    return chosen.toSorted((a, b) => this.notices.indexOf(b) - this.notices.indexOf(a))
  }

  look(person: number): void {
    this.looks[person] = { rows: this.represent(person), at: this.now }
  }

  /** A row of the list as it was last seen; what came after it stays. */
  read(person: number, row: number): void {
    const chosen = this.looks[person]!.rows[row]!
    const at = this.notices.indexOf(chosen)
    for (const one of this.notices.slice(0, at + 1)) if (this.isSameRow(one, chosen)) one.readAt ??= this.now
  }

  readAll(person: number): void {
    const { rows, at } = this.looks[person]!
    for (const one of this.notices.slice(0, this.notices.indexOf(rows[0]!) + 1))
      if (one.reader === person && one.readAt === null && this.repliesOf(one).every((reply) => reply.at <= at)) one.readAt = this.now
  }

  /** Reads one discussion, or all of them if it is null, with what was written until then. */
  readThread(person: number, discussion: number | null, until: number): void {
    const isOf = (one: Notice) => one.reader === person && one.readAt === null && (discussion ?? one.discussion) === one.discussion
    const isSeen = (one: Notice) => one.comment === null || this.comments[one.comment]!.at <= until
    for (const one of this.notices)
      if (isOf(one) && isSeen(one) && this.repliesOf(one).every((reply) => reply.at <= until)) one.readAt = this.now
  }

  /** Who gets the daily email. */
  email(): number[] {
    const due = this.notices.filter(({ waitsForEmail }) => waitsForEmail)
    for (const one of due) one.waitsForEmail = false
    return [...new Set(due.filter((one) => one.readAt === null && this.isShown(one)).map(({ reader }) => reader))].toSorted((a, b) => a - b)
  }

  rows(person: number): Row[] {
    return this.represent(person).map((one) => {
      const first = this.repliesOf(one)[0]
      const comment = first ? this.comments.indexOf(first) : one.comment
      return { isRead: one.readAt !== null, kind: one.kind, discussion: one.discussion, comment }
    })
  }
}
