/** The demo students' submissions, marks and attendance as rows. Pure; the same for the same day. */

import { randomUUIDv7 } from 'node:crypto'
import { roundMarks } from '@lms/contract/rules/marks'
import { hasOptions, takesMany } from '@lms/contract/rules/questions'
import type { Answer } from '@lms/contract/submissions'
import type { gradeChanges, submissionAttempts } from '#db/schema/assignments.ts'
import type { attendance } from '#db/schema/attendance.ts'
import type { Content, SubmissionRow } from '#db/seed/content-rows.ts'
import { answerTexts, feedback } from '#db/seed/courses.ts'
import { stoppedBefore } from '#db/seed/people.ts'

export interface Work {
  submissions: SubmissionRow[]
  attempts: (typeof submissionAttempts.$inferInsert)[]
  gradeChanges: (typeof gradeChanges.$inferInsert)[]
  attendance: (typeof attendance.$inferInsert)[]
}
type Assignment = Content['assignments'][number]
type MediaItem = Content['media'][number]
interface Doer {
  id: string
  name: string
  courseId: string
  /** A number of their own, which decides who is late or absent. */
  index: number
}

const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()
/** 0 to 19, spread evenly, and the same on every start. */
const chance = (one: number, other: number) => ((one + 3) * 7919 + (other + 1) * 104_729) % 20
const pick = <T>(from: readonly T[], index: number): T => from[index % from.length]!

export function workRows(content: Content, now: Date): Work {
  const work: Work = { submissions: [], attempts: [], gradeChanges: [], attendance: [] }
  const doers = content.memberships
    .filter(({ role }) => role === 'STUDENT')
    .map(({ userId, courseId }, index): Doer => ({
      id: userId,
      courseId,
      index,
      name: content.users.find(({ id }) => id === userId)!.name,
    }))
  for (const doer of doers) {
    const open = content.weeks.filter(
      ({ courseId, startsOn }) => courseId === doer.courseId && Date.parse(startsOn!) <= now.getTime() - age(doer) * 7 * day,
    )
    const ids = new Set(open.map(({ id }) => id))
    content.assignments.forEach(
      (assignment, index) => ids.has(assignment.weekId) && addSubmission(work, content, doer, assignment, index, now),
    )
    content.media.forEach((item, index) => ids.has(item.weekId!) && addAttendance(work, content, doer, item, index, now))
  }
  return work
}

const age = ({ name }: Doer) => stoppedBefore[name] ?? 0

type State = 'NONE' | 'DRAFT' | 'SUBMITTED' | 'LATE' | 'GRADED' | 'RETURNED'

/** The state of the work: old work is graded, last week's is being graded, this week's has hardly started. */
function stateOf({ name, index }: Doer, assignment: Assignment, number: number, now: Date): State {
  const daysPast = (now.getTime() - Date.parse(assignment.dueAt!)) / day
  const luck = chance(index, number)
  if (name === 'Ana Li')
    return (
      (
        {
          'Peer review: two leads': 'NONE',
          'Week 6 method note': 'DRAFT',
          'Quiz: spot the outlier': 'NONE',
          'Quiz: rates and ratios': 'NONE',
          'Field notes: site visit': 'SUBMITTED',
          'Photograph: dovetail': 'NONE',
        } as const
      )[assignment.title] ?? 'GRADED'
    )
  if (daysPast < 0) return luck === 0 ? 'SUBMITTED' : luck < 4 ? 'DRAFT' : 'NONE'
  if (luck === 0) return 'NONE'
  if (daysPast > 10) return 'GRADED'
  return luck === 1 ? 'RETURNED' : luck < 4 ? 'LATE' : luck < 9 ? 'SUBMITTED' : 'GRADED'
}

function addSubmission(work: Work, content: Content, doer: Doer, assignment: Assignment, number: number, now: Date): void {
  const state = stateOf(doer, assignment, number, now)
  if (state === 'NONE') return
  const isQuiz = assignment.questions[0]!.type === 'SINGLE_CHOICE'
  const due = Date.parse(assignment.dueAt!)
  const wanted = state === 'LATE' ? due + 9 * hour : due - (3 + chance(doer.index, number)) * hour
  const submittedAt = Math.min(wanted, now.getTime() - 30 * 60_000)
  const place = { id: randomUUIDv7(), assignmentId: assignment.id, courseId: doer.courseId, studentId: doer.id }
  const answers = answersOf(assignment, doer.index + number)
  if (state === 'DRAFT')
    return void work.submissions.push({ ...place, draft: answers.slice(0, 1), status: 'DRAFT', updatedAt: iso(now.getTime() - 2 * hour) })
  const marked =
    isQuiz || ['GRADED', 'RETURNED'].includes(state)
      ? outcomeOf(content, doer, assignment, number, Math.min(submittedAt + 2 * day, now.getTime() - 20 * 60_000), isQuiz)
      : undefined
  const attempt = { attempt: 1, answers, submittedAt: iso(submittedAt), late: submittedAt > due, ...marked }
  const status = state === 'RETURNED' && !isQuiz ? 'RETURNED' : marked ? 'GRADED' : 'SUBMITTED'
  work.submissions.push({
    ...place,
    ...attempt,
    effectiveSubmittedAt: attempt.submittedAt,
    status,
    version: marked && !isQuiz ? 2 : 1,
    updatedAt: marked?.gradedAt ?? attempt.submittedAt,
  })
  work.attempts.push({ submissionId: place.id, ...attempt })
  if (marked) addGradeChange(work, place.id, status === 'RETURNED' ? 'RETURN' : 'GRADE', marked)
}

function addGradeChange(work: Work, submissionId: string, action: 'GRADE' | 'RETURN', marked: ReturnType<typeof outcomeOf>): void {
  const { gradedBy, gradedAt, marks, feedback: newFeedback } = marked
  if (gradedBy) work.gradeChanges.push({ submissionId, action, changedBy: gradedBy, changedAt: gradedAt, newMarks: marks, newFeedback })
}

/** Between 60 % and all of the marks; quizzes are marked automatically, so they have no grader. */
function outcomeOf(content: Content, { courseId, index, name }: Doer, assignment: Assignment, number: number, at: number, isQuiz: boolean) {
  const isPicture = name === 'Ana Li' && assignment.title === 'Week 5 chart critique'
  const share = isQuiz ? 1 : isPicture ? 0.85 : 0.6 + chance(index, number) / 50
  const questionMarks = assignment.questions.map(({ id, points }) => ({ questionId: id, marks: roundMarks(points * share) }))
  const marks = roundMarks(questionMarks.reduce((sum, one) => sum + one.marks, 0))
  const grader = content.memberships.find((member) => member.courseId === courseId && member.role === 'TRAINER')!.userId
  const words = isPicture ? feedback[1]! : pick(feedback, index + number)
  return { marks, questionMarks, feedback: isQuiz ? null : words, gradedBy: isQuiz ? null : grader, gradedAt: iso(at) }
}

const answersOf = ({ questions }: Assignment, seed: number): Answer[] =>
  questions
    .filter(({ required }) => required)
    .map(({ id, type, answerKey }, place) => ({
      questionId: id,
      value: !hasOptions(type) ? pick(answerTexts, seed + place) : takesMany(type) ? answerKey : answerKey[0]!,
    }))

function addAttendance(work: Work, content: Content, doer: Doer, item: MediaItem, number: number, now: Date): void {
  const place = { sessionId: item.id, userId: doer.id, courseId: doer.courseId, weekId: item.weekId! }
  if (item.type === 'LIVE') {
    const ended = Date.parse(item.startsAt!) + item.durationMinutes! * 60_000
    if (ended < now.getTime()) work.attendance.push({ ...place, ...liveRecord(content, doer, number, iso(ended)) })
    return
  }
  const record = item.durationSeconds ? videoRecord(content, doer, item, number, now) : undefined
  if (record) work.attendance.push({ ...place, ...record })
}

function liveRecord(content: Content, { index, courseId, name }: Doer, number: number, at: string) {
  const luck = name === 'Ana Li' ? 9 : chance(index, number)
  const marker = content.memberships.find((member) => member.courseId === courseId && member.role === 'TRAINER')!.userId
  const seen = { markedAt: at, updatedAt: at }
  // Students join in the first minutes; staff mark when the hour is over.
  const joinedAt = iso(Date.parse(at) - hour + luck * 20_000)
  if (luck === 0) return { ...seen, status: 'ABSENT' as const, source: 'STAFF' as const, markedBy: marker }
  if (luck === 1) return { ...seen, status: 'EXCUSED' as const, source: 'STAFF' as const, markedBy: marker, remark: 'Wrote beforehand' }
  if (luck >= 8) return { markedAt: joinedAt, updatedAt: joinedAt, status: 'PRESENT' as const, source: 'JOIN' as const, markedBy: null }
  return { ...seen, status: luck === 2 ? ('LATE' as const) : ('PRESENT' as const), source: 'STAFF' as const, markedBy: marker }
}

/** Undefined if nothing was watched. This week's second video is the one that everyone is watching now. */
function videoRecord(content: Content, { index, name }: Doer, item: MediaItem, number: number, now: Date) {
  const week = content.weeks.find(({ id }) => id === item.weekId)!
  const isThisWeek = now.getTime() - Date.parse(week.startsOn!) < 7 * day
  const luck = name === 'Ana Li' ? 9 : chance(index, number)
  const isUnfinished = isThisWeek && (item.position! > 0 || name === 'Ana Li') && item.title !== 'Why data is never clean'
  if (luck === 0 || (isThisWeek && luck < 3)) return undefined
  const coverage = isUnfinished ? 0.42 : luck === 3 ? 0.7 : 0.94 + luck / 400
  const at = iso(Math.min(Date.parse(week.startsOn!) + (luck + 20) * hour, now.getTime() - 25 * 60_000))
  const position = Math.round(coverage * item.durationSeconds! * 10) / 10
  const progress = {
    position,
    watchedRanges: [[0, position]] as [number, number][],
    coverage: Math.round(coverage * 1000) / 1000,
    updatedAt: at,
  }
  if (isUnfinished) return { ...progress, source: 'VIDEO' as const }
  return {
    ...progress,
    status: 'PRESENT' as const,
    source: luck === 3 ? ('SELF' as const) : ('VIDEO' as const),
    watchedAt: at,
    markedAt: at,
  }
}
