/** Random sequences of all calls that change students' work and its marks, compared with a model after each step (see CONTRIBUTING.md). */

import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'
import { formOf } from '#test/files.ts'
import { cheapHash } from '#test/given.ts'
import { isAnswered, readRuns } from '#test/model-run.ts'
import { maxOf, WorkModel, type Question, type Work } from '#test/work-model.ts'

const { runs, seed } = readRuns('WORK', 120)

const { as, clock, database, given } = await testApp()
const { db } = database
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const start = Date.parse('2026-11-20T12:00:00Z')
const people = await Promise.all(
  ['Ana', 'Bea', 'Tom', 'Uma'].map((name, n) => given.user({ name, role: n < 2 ? 'USER' : 'TRAINER', passwordHash: cheapHash })),
)
const clients = await Promise.all(people.map((one) => as(one)))
const [students, trainers] = [clients.slice(0, 2), clients.slice(2)]
const ids = students.map(({ user }) => user.id)
/** One id for each question in all sequences. */
const questionIds = { choice: crypto.randomUUID(), text: crypto.randomUUID() }

interface Real {
  courseId: string
  assignmentId: string
  params: { courseId: string; weekId: string; assignmentId: string }
  imports: string[]
  /** The calls so far. */
  done: string[]
}

const toQuestion = ({ id, points, key }: Question) => ({
  ...given.question({ id: questionIds[id], points, required: false, shuffle: false, prompt: id }),
  ...(id === 'choice' && { type: 'SINGLE_CHOICE' as const, options: ['a', 'b'], answerKey: key ? [key] : [] }),
})
const toPolicy = (percent: number | null) =>
  percent === null ? { kind: 'FLAG' as const, percent: 0, floor: 0 } : { kind: 'PERCENT_PER_DAY' as const, percent, floor: 0 }
const toTime = (at: number) => new Date(at).toISOString()

interface Setting {
  hasText: boolean
  key: string | null
  percent: number | null
  maxAttempts: number
  holds: boolean
}

async function open({ hasText, key, percent, maxAttempts, holds }: Setting): Promise<{ model: WorkModel; real: Real }> {
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
  return { model, real: { courseId, assignmentId: made!.id, params, imports: [], done: [] } }
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

async function compare(model: WorkModel, real: Real, student: number): Promise<void> {
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

interface Chosen {
  work: Work
  student: number
  trainer: number
}
interface Step {
  name: string
  /** Whether the call is not refused; sometimes it is made all the same. */
  isAllowed?: (model: WorkModel, who: Chosen) => boolean
  /** Without it, the call cannot be made at all. */
  isPossible?: (model: WorkModel) => boolean
  call: (real: Real, who: Who, model: WorkModel) => Promise<unknown>
  change: (model: WorkModel, who: Chosen) => void
}
type Who = { student: number; trainer: number; asStudent: As; asTrainer: As; body: { studentIds: string[] } }

/** One of the calls that are allowed now, or of all. */
function choose(model: WorkModel, who: Chosen, { choice, isAny }: { choice: number; isAny: boolean }): Step {
  const possible = steps.filter(({ isPossible }) => isPossible?.(model) ?? true)
  const wanted = possible.filter(({ isAllowed }) => isAny || (isAllowed?.(model, who) ?? true))
  return wanted[choice % wanted.length]!
}

interface Pick {
  choice: number
  isAny: boolean
  student: number
  trainer: number
  seconds: number
}

function toCommand(pick: Pick): fc.AsyncCommand<WorkModel, Real> {
  const { student, trainer, seconds } = pick
  const about = `${people[student]!.name} ${people[2 + trainer]!.name} +${seconds}s`
  return {
    check: () => true,
    run: async (model, real) => {
      model.now += seconds * second
      clock.set(new Date(model.now))
      const of = { work: model.work[student]!, student, trainer }
      const { name, call, change } = choose(model, of, pick)
      real.done.push(`${name} ${about}`)
      const who = { student, trainer, asStudent: students[student]!, asTrainer: trainers[trainer]!, body: { studentIds: [ids[student]!] } }
      await isAnswered(call(real, who, model))
      change(model, of)
      await compare(model, real, student).catch((cause: Error) => {
        throw new Error(`After ${real.done.join(', ')}: ${cause.message}`, { cause })
      })
    },
    // The call is chosen while it runs.
    toString: () => about,
  }
}

const submissionOf = async ({ assignmentId }: Real, student: number) => {
  const rows = await db.select().from(submissions).where(eq(submissions.assignmentId, assignmentId))
  return rows.find(({ studentId }) => studentId === ids[student])
}
const answersOf = ({ questions }: WorkModel, choice: string) => ({
  answers: questions.map(({ id }) => ({ questionId: questionIds[id], value: id === 'choice' ? choice : 'Because' })),
})

const submits = (choice: string): Step => ({
  name: `submit ${choice}`,
  isAllowed: (model, { work }) => model.canSubmit(work),
  call: ({ params }, { asStudent }, model) => asStudent.submissions.submitAssignment({ params, body: answersOf(model, choice) }),
  change: (model, { work }) => model.submit(work, choice),
})
/** A total alone, or with marks for the questions. */
const grades = (marks: number, isSum = false): Step => {
  const partsOf = ({ questions }: WorkModel) =>
    Object.fromEntries(questions.map(({ id }, n) => [id, n === 0 ? Math.min(marks, 2) : marks - 2]))
  const totalOf = (model: WorkModel) => (isSum ? Object.values(partsOf(model)).reduce((a, b) => a + b) : marks)
  return {
    name: `grade ${marks}${isSum ? ' in parts' : ''}`,
    isAllowed: (model, { work }) => work.attempts.length > 0 && totalOf(model) <= maxOf(model),
    call: async (real, { student, asTrainer }, model) => {
      const id = (await submissionOf(real, student))?.id
      const questionMarks = Object.entries(partsOf(model)).map(([name, one]) => ({ questionId: questionIds[name as 'text'], marks: one }))
      const body = { marks: totalOf(model), ...(isSum && { questionMarks }) }
      return id && asTrainer.submissions.gradeSubmission({ params: { id }, body })
    },
    change: (model, { student, trainer }) => model.grade(student, trainer, totalOf(model), isSum ? partsOf(model) : null),
  }
}
const returns = (marks: number | null): Step => ({
  name: `return ${marks}`,
  isAllowed: (_, { work }) => work.attempts.length > 0,
  call: async (real, { student, asTrainer }) => {
    const id = (await submissionOf(real, student))?.id
    const reopenUntil = new Date(start + 365 * day).toISOString()
    return id && asTrainer.submissions.gradeSubmission({ params: { id }, body: { marks, action: 'RETURN', reopenUntil } })
  },
  change: (model, { student, trainer }) => model.grade(student, trainer, marks, null, true),
})
const undoesGrade: Step = {
  name: 'undo grade',
  isAllowed: ({ last, now }, { trainer }) => last[trainer]?.isOver === false && now - last[trainer].at <= 30 * second,
  call: async (real, { trainer, asTrainer }, model) => {
    const student = model.last[trainer]?.student ?? 0
    const found = await submissionOf(real, student)
    if (!found || !model.last[trainer]) return
    const params = { submissionId: found.id, courseId: real.courseId }
    await asTrainer.grading.undoGrade({ params, body: { version: found.version } })
  },
  change: (model, { trainer }) => model.undoGrade(trainer),
}
const edits = (name: string, body: (model: WorkModel) => object, change: (model: WorkModel) => void): Step => ({
  name,
  call: ({ assignmentId }, { asTrainer }, model) =>
    asTrainer.assignments.updateAssignment({ params: { id: assignmentId }, body: body(model) }),
  change,
})
const questionsWith = ({ questions }: WorkModel, values: Partial<Question>): Question[] =>
  questions.map((one) => (one.id === 'choice' ? { ...one, ...values } : one))
const asks = (name: string, toQuestions: (model: WorkModel) => Question[]): Step =>
  edits(
    name,
    (model) => ({ questions: toQuestions(model).map(toQuestion) }),
    (model) => model.change({ questions: toQuestions(model) }),
  )
const dues = (after: number, recheckLate: boolean): Step =>
  edits(
    `due +${after / minute} min${recheckLate ? ', checked again' : ''}`,
    () => ({ dueAt: toTime(start + after), recheckLate }),
    (model) => model.change({ dueAt: start + after }, recheckLate),
  )
const extendsTo = (after: number | null, recheckLate = false): Step => ({
  name: after === null ? 'no extension' : `extend +${after / minute} min`,
  isAllowed: ({ isClosed, dueAt }, { work }) => (after === null ? work.extendedTo !== null : !isClosed && start + after > dueAt),
  call: ({ params }, { asTrainer, body }) => {
    const dueAt = after === null ? null : toTime(start + after)
    return asTrainer.assignmentExceptions.extendDueTime({ params, body: { ...body, dueAt, closesAt: null, recheckLate } })
  },
  change: (model, { work }) => model.extend(work, after === null ? null : start + after, recheckLate),
})
const excuses = (reason: string | null): Step => ({
  name: reason ? 'excuse' : 'excuse no more',
  isAllowed: (_, { work }) => work.isExcused === (reason === null),
  call: ({ params }, { asTrainer, body }) => asTrainer.assignmentExceptions.excuseStudents({ params, body: { ...body, reason } }),
  change: (_, { work }) => void (work.isExcused = reason !== null),
})
const imports = (marks: number): Step => ({
  name: `import ${marks}`,
  isAllowed: (model) => marks <= maxOf(model),
  call: async ({ courseId, assignmentId, imports: done }, { student, asTrainer }) => {
    const body = formOf(`Student id,Essay [${assignmentId}]\n${ids[student]},${marks}`)
    const { id } = await asTrainer.marks.importMarks({ params: { courseId }, query: {}, body })
    if (id) done.push(id)
  },
  change: (model, { student, trainer }) => void model.import(student, trainer, marks),
})
const undoesImport = (n: number): Step => ({
  name: `undo import ${n}`,
  isPossible: ({ imports: done }) => done.length > n,
  isAllowed: ({ imports: done, now }) => !done[n]!.isUndone && now - done[n]!.at <= 10 * minute,
  call: ({ courseId, imports: done }, { asTrainer }) => asTrainer.marks.undoMarksImport({ params: { courseId, id: done[n]! } }),
  change: (model) => model.undoImport(n),
})

const saves: Step = {
  name: 'save',
  isAllowed: (model, { work }) => model.canSubmit(work),
  call: ({ assignmentId }, { asStudent }, model) =>
    asStudent.submissions.saveAnswers({ params: { id: assignmentId }, body: answersOf(model, 'a') }),
  change: (model, { work }) => void (work.hasDraft ||= model.canSubmit(work)),
}
const records: Step = {
  name: 'record',
  isAllowed: (_, { work }) => work.attempts.length === 0,
  call: ({ params }, { asTrainer, body }) => asTrainer.recordedWork.recordWork({ params, body }),
  change: (model, { work }) => void model.record(work),
}
const undoesRecord: Step = {
  name: 'undo record',
  isAllowed: (model, { work }) => model.isRecorded(work) && work.status === 'SUBMITTED',
  call: ({ params }, { asTrainer, body }) => asTrainer.recordedWork.undoRecordedWork({ params, body }),
  change: (model, { work }) => model.undoRecord(work),
}
const releases: Step = {
  name: 'release',
  isAllowed: ({ work }) => work.some(({ isHeld }) => isHeld),
  call: ({ params }, { asTrainer }) => asTrainer.heldMarks.releaseMarks({ params, body: {} }),
  change: (model) => model.release(),
}

/** The calls of a class are as frequent here as those that change the assignment. */
const steps: Step[] = [
  ...['a', 'a', 'a', 'b', 'b'].map(submits),
  saves,
  saves,
  ...[3, 8].map((marks) => grades(marks)),
  grades(4, true),
  grades(4, true),
  ...[2, null].map(returns),
  ...Array.from({ length: 6 }, () => undoesGrade),
  ...[3, 8].map(imports),
  ...[0, 0, 1, 1].map(undoesImport),
  records,
  undoesRecord,
  releases,
  ...['a', 'b', null].map((key) => asks(`key ${key}`, (model) => questionsWith(model, { key }))),
  ...[2, 8].map((points) => asks(`points ${points}`, (model) => questionsWith(model, { points }))),
  asks('without text', ({ questions }) => questions.filter(({ id }) => id === 'choice')),
  ...[true, false].map((holdMarks) => ({
    ...edits(
      `hold ${holdMarks}`,
      () => ({ holdMarks }),
      (model) => void (model.holds = holdMarks),
    ),
    isAllowed: ({ holds }: WorkModel) => holds !== holdMarks,
  })),
  ...[true, false].map((isClosed) => ({
    ...edits(
      isClosed ? 'close' : 'open',
      () => ({ status: isClosed ? 'CLOSED' : 'PUBLISHED' }),
      (model) => void (model.isClosed = isClosed),
    ),
    isAllowed: (model: WorkModel) => model.isClosed !== isClosed,
  })),
  ...[null, 10].map((percent) => ({
    ...edits(
      `${percent} % off`,
      () => ({ latePolicy: toPolicy(percent) }),
      (model) => model.change({ percent }),
    ),
    isAllowed: (model: WorkModel) => model.percent !== percent,
  })),
  dues(-hour, false),
  dues(-hour, true),
  dues(2 * day, false),
  extendsTo(day),
  extendsTo(3 * day),
  extendsTo(null),
  extendsTo(null, true),
  excuses('Ill'),
  excuses(null),
]

/** Mostly about one student, by one trainer and within the time for undoing; sometimes beyond the due time. */
const anyCommand = fc
  .record({
    choice: fc.nat({ max: 999 }),
    isAny: fc.constantFrom(true, false, false, false, false, false),
    student: fc.constantFrom(0, 0, 0, 1),
    trainer: fc.constantFrom(0, 0, 0, 1),
    seconds: fc.constantFrom(1, 1, 1, 1, 1, 29, 700, 7200, 86_400),
  })
  .map(toCommand)
const setting = fc.record({
  hasText: fc.boolean(),
  key: fc.constantFrom('a', null),
  percent: fc.constantFrom(10, null),
  maxAttempts: fc.constantFrom(1, 2, 20),
  holds: fc.boolean(),
})

test('the product and the model agree after each step of any sequence', { timeout: runs * 5000 }, async () => {
  const sequence = fc.asyncProperty(fc.commands([anyCommand], { maxCommands: 16, size: 'max' }), setting, (commands, of) =>
    fc.asyncModelRun(() => open(of), commands),
  )
  await expect(fc.assert(sequence, { numRuns: runs, seed })).resolves.toBeUndefined()
})
