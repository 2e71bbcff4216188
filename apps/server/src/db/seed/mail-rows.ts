/** The demo's emails to its first course with their deliveries, and the answers to its sign-up form. Pure; relative to now. */

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Answer } from '@lms/contract/submissions'
import type { courseEmails, emails } from '#db/schema/mail.ts'
import type { signupResponses } from '#db/schema/signup-forms.ts'
import type { Content } from '#db/seed/content-rows.ts'
import { students } from '#db/seed/people.ts'
import { cleanHtml } from '#services/html.ts'

const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()

export interface Mail {
  courseEmails: (typeof courseEmails.$inferInsert)[]
  emails: (typeof emails.$inferInsert)[]
}

interface Letter {
  subject: string
  text: string
  sentAt: number
  /** Of an announcement: its last day. */
  showUntil?: string
}

/** One before the first course began, and an announcement of today. */
const lettersOf = ({ startsOn }: Content['courses'][number], now: number): Letter[] => [
  {
    subject: 'We start on Monday',
    text: 'Bring one table that you would like to understand. The first live session is on Thursday.',
    sentAt: Math.min(now, Date.parse(startsOn!)) - 15 * hour,
  },
  {
    subject: 'The library opens its newspaper archive for us',
    text: 'Show your student card at the desk. Every issue since 1911 can be searched there, until the end of next week.',
    sentAt: now - 4 * hour,
    showUntil: iso(now + 9 * day).slice(0, 10),
  },
]

/** To the first course: each student has both. */
export function mailRows({ courses, users, memberships }: Content, now: Date): Mail {
  const [course] = courses
  const ofCourse = memberships.filter(({ courseId }) => courseId === course!.id)
  const readers = users.filter(({ id }) => ofCourse.some(({ userId, role }) => userId === id && role === 'STUDENT'))
  const letters = lettersOf(course!, now.getTime())
  const mail: Mail = { courseEmails: [], emails: [] }
  for (const { subject, text, sentAt, showUntil = null } of letters) {
    const id = randomUUID()
    const at = iso(sentAt)
    const body = cleanHtml(`<p>${text}</p>`)
    const senderId = ofCourse.find(({ role }) => role === 'TRAINER')!.userId
    const sent = { state: 'SENT' as const, createdAt: at }
    const rules = { audience: { to: ['ALL'], except: [] }, recipients: readers.length, showUntil }
    mail.courseEmails.push({ ...sent, ...rules, id, courseId: course!.id, senderId, subject, body, sendAt: at })
    const letter = { ...sent, batchId: id, kind: 'COURSE' as const, sentAt: at, subject, text, html: body }
    mail.emails.push(...readers.map((reader) => ({ ...letter, userId: reader.id, toAddress: reader.email! })))
  }
  return mail
}

const reasons = [
  'My grandfather left me his chisels. I would like to use them without ruining them.',
  'I repair chairs for the village hall and guess every time. I want to stop guessing.',
  'I moved into an empty flat.',
  'I teach drawing, and want to understand what I draw.',
]
/** Students who have answered the form and wait: each with the hours since then. */
const waiting: Record<string, number> = { 'Tomás Vidal': 3, 'Amara Diallo': 9, 'Clara Hoffmann': 26, 'Emeka Obi': 50 }

type Response = typeof signupResponses.$inferInsert

/** Of those who are in the course, and of those who wait for an answer. */
export function responseRows({ forms, formVersions, users, memberships }: Content, now: Date): Response[] {
  return forms.flatMap((form, place) => {
    const { questions, createdBy } = formVersions[place]!
    const start = Date.parse(memberships.find(({ courseId }) => courseId === form.courseId)!.createdAt!)
    const isIn = (id: string) =>
      memberships.some(({ courseId, userId, role }) => courseId === form.courseId && userId === id && role === 'STUDENT')
    return students.flatMap(({ name }, index): Response[] => {
      const { id: userId } = users.find((user) => user.name === name)!
      const hours = waiting[name]
      const common = { id: randomUUIDv7(), formId: form.id, userId, version: 1, answers: answersTo(questions, name, index) }
      if (hours !== undefined) return [{ ...common, status: 'PENDING' as const, sentAt: iso(now.getTime() - hours * hour) }]
      if (!isIn(userId)) return []
      const decided = { decidedAt: iso(start), decidedBy: createdBy ?? null }
      return [{ ...common, ...decided, status: 'APPROVED' as const, sentAt: iso(start - (index + 1) * 5 * hour) }]
    })
  })
}

const answersTo = (questions: Content['formVersions'][number]['questions'], name: string, index: number): Answer[] =>
  questions
    .filter(({ required }) => required)
    .map(({ id: questionId, type, options }) => {
      if (type === 'SINGLE_CHOICE') return { questionId, value: options[index % options.length]! }
      if (type === 'MULTIPLE_CHOICE') return { questionId, value: options.filter((_, place) => place === index % 3 || place === 3) }
      return { questionId, value: type === 'LONG_TEXT' ? reasons[index % reasons.length]! : name.split(' ')[0]! }
    })
