/** An assignment of work.test.ts, with its model: opening and comparing them. */

import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { getWorkState, workMoves, type WorkMove, type WorkState } from '@lms/contract/rules/work'
import { assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { followMoves } from '#test/model-run.ts'
import { maxOf, WorkModel, type Question, type Work } from '#test/work-model.ts'

export const { as, clock, database, given } = await testApp()
export const { db } = database
export const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
export const start = Date.parse('2026-11-20T12:00:00Z')
export const people = await Promise.all(
  ['Ana', 'Bea', 'Tom', 'Uma'].map((name, n) => given.user({ name, role: n < 2 ? 'USER' : 'TRAINER', passwordHash: cheapHash })),
)
const clients = await Promise.all(people.map((one) => as(one)))
export const [students, trainers] = [clients.slice(0, 2), clients.slice(2)]
export const ids = students.map(({ user }) => user.id)
/** One id for each question in all sequences. */
export const questionIds = { choice: crypto.randomUUID(), text: crypto.randomUUID() }

export interface Real {
  courseId: string
  assignmentId: string
  params: { courseId: string; weekId: string; assignmentId: string }
  imports: string[]
  /** The calls so far. */
  done: string[]
  states: WorkState[]
}

export const toQuestion = ({ id, points, key }: Question) => ({
  ...given.question({ id: questionIds[id], points, required: false, shuffle: false, prompt: id }),
  ...(id === 'choice' && { type: 'SINGLE_CHOICE' as const, options: ['a', 'b'], answerKey: key ? [key] : [] }),
})
export const toPolicy = (percent: number | null) =>
  percent === null ? { kind: 'FLAG' as const, percent: 0, floor: 0 } : { kind: 'PERCENT_PER_DAY' as const, percent, floor: 0 }
export const toTime = (at: number) => new Date(at).toISOString()

interface Setting {
  hasText: boolean
  key: string | null
  percent: number | null
  maxAttempts: number
  holds: boolean
}

export async function open({ hasText, key, percent, maxAttempts, holds }: Setting): Promise<{ model: WorkModel; real: Real }> {
  clock.set(new Date(start))
  const questions: Question[] = [{ id: 'choice', points: 4, key }, ...(hasText ? [{ id: 'text' as const, points: 6, key: null }] : [])]
  const model = new WorkModel({ now: start, questions, percent, dueAt: start + hour, maxAttempts, holds })
  const [course] = await db.insert(courses).values({ title: 'Compilers', status: 'PUBLISHED' }).returning({ id: courses.id })
  const courseId = course!.id
  for (const one of people) await given.member(courseId, one)
  const [week] = await db.insert(weeks).values({ courseId, number: 1, title: 'Week', published: true }).returning({ id: weeks.id })
  const [made] = await db
    .insert(assignments)
    .values({
      courseId,
      weekId: week!.id,
      title: 'Essay',
      questions: questions.map(toQuestion),
      maxMarks: maxOf(model),
      latePolicy: toPolicy(percent),
      dueAt: toTime(model.dueAt),
      maxAttempts,
      holdMarks: holds,
    })
    .returning({ id: assignments.id })
  const params = { courseId, weekId: week!.id, assignmentId: made!.id }
  return { model, real: { courseId, assignmentId: made!.id, params, imports: [], done: [], states: students.map(() => 'EMPTY') } }
}

/** What the list of submissions says of a student, and what is stored. */
const expectedOf = (model: WorkModel, work: Work, student: number) => ({
  student: ids[student],
  status: work.attempts.length === 0 && !work.hasDraft ? null : work.status,
  attempt: work.attempts.length,
  late: work.attempts.length > 0 && work.late,
  // The mark of excused work is kept, and not listed.
  marks: work.isExcused ? null : work.marks,
  isHeld: work.isHeld,
  isRecorded: model.isRecorded(work),
  isExcused: work.isExcused,
  missing: model.stateOf(work) === 'MISSING',
})

export const moves = followMoves(workMoves)
export async function followStates(real: Real, made: readonly WorkMove[], student: number, isDone: boolean): Promise<void> {
  const stored = await db.select().from(submissions).where(eq(submissions.assignmentId, real.assignmentId))
  const after = ids.map((id) => getWorkState(stored.find(({ studentId }) => studentId === id) ?? null))
  for (const [n, state] of after.entries()) moves.follow(made, { before: real.states[n]!, after: state, isDone: isDone && n === student })
  real.states = after
}

export async function compare(model: WorkModel, real: Real, student: number): Promise<void> {
  const { items } = await trainers[0]!.submissions.listSubmissions({ params: real.params })
  const rows = items.map(({ student: { id }, status, attempt, late, marks, isHeld, isRecorded, excuseReason, missing }) => {
    return { student: id, status, attempt, late, marks, isHeld, isRecorded, isExcused: excuseReason !== null, missing }
  })
  expect(rows).toEqual(model.work.map((work, n) => expectedOf(model, work, n)))

  const stored = await db.select().from(submissions).where(eq(submissions.assignmentId, real.assignmentId))
  const attempts = await db
    .select({ id: submissionAttempts.submissionId, marks: submissionAttempts.marks, isHeld: submissionAttempts.isHeld })
    .from(submissionAttempts)
    .innerJoin(submissions, eq(submissions.id, submissionAttempts.submissionId))
    .where(eq(submissions.assignmentId, real.assignmentId))
    .orderBy(asc(submissionAttempts.attempt))
  for (const [n, work] of model.work.entries()) {
    const row = stored.find(({ studentId }) => studentId === ids[n])
    expect(attempts.filter(({ id }) => id === row?.id).map(({ marks, isHeld }) => ({ marks, isHeld }))).toEqual(work.attempts)
    if (work.attempts.length === 0) continue
    const nameOf = new Map<string, string>(Object.entries(questionIds).map(([name, id]) => [id, name]))
    expect({
      parts: Object.fromEntries(row!.questionMarks.map(({ questionId, marks }) => [nameOf.get(questionId), marks])),
      off: row!.deduction,
      isFinal: row!.isFinal,
      by: row!.gradedBy,
      at: Date.parse(row!.effectiveSubmittedAt!),
      hasDraft: row!.draft !== null,
    }).toEqual({
      parts: work.parts,
      off: work.off,
      isFinal: work.isFinal,
      by: work.by === null ? null : trainers[work.by]!.user.id,
      at: work.at,
      hasDraft: work.hasDraft,
    })
  }

  const own = model.work[student]!
  const { items: mine } = await students[student]!.marks.getMyMarks({ params: { courseId: real.courseId } })
  expect(mine.map(({ state, canSubmit }) => ({ state, canSubmit }))).toEqual([
    { state: model.stateOf(own), canSubmit: model.canSubmit(own) },
  ])
}
