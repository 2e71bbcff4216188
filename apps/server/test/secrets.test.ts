/** Secrets are placed everywhere; then every GET is called with every id that fits, and must not reveal them. */

import { expect, test } from 'vitest'
import { routes } from '@lms/contract'
import { toUrl } from '@lms/contract/client'
import type { Route } from '@lms/contract/route'
import { testApp } from '#test/app.ts'

const { app, as, given, clock } = await testApp()
clock.set('2026-11-20T12:00:00Z')

/** Records hidden from all students, and records that only students of the course may see. */
const [secret, inside] = ['planted-secret', 'planted-inside']
const gone = '2026-11-01T00:00:00Z'
const startUrl = `https://example.org/${secret}`
const quiz = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'] })
/** Marks that are not released yet. */
const ungraded = { marks: 13.37, questionMarks: [{ questionId: quiz.id, marks: 13.37 }], deduction: 13.37, feedback: `${secret} ungraded` }

const student = await given.student()
const other = await given.user({ role: 'USER', email: `${secret}@example.org` })
const { course } = await given.course()
await given.member(course.id, student)
await given.member(course.id, other)

/** A week with one of each kind, all named `word`, and work on it by the student and another one. */
async function fill(courseId: string, word: string, values: Parameters<typeof given.week>[0] = {}) {
  const { week } = await given.week({ courseId, description: word, ...values })
  const place = { courseId, weekId: week.id }
  const named = { ...place, title: word, notes: word }
  const assignment = { ...place, title: word, instructions: word, questions: [quiz] }
  const own = await given.submission({ studentId: student.id, assignment, ...ungraded })
  const foreign = await given.submission({
    studentId: other.id,
    assignment,
    answers: [{ questionId: quiz.id, value: `${secret} of another` }],
    ...ungraded,
  })
  const work = [own, foreign]
  const media = [await given.recorded(named), await given.live({ ...named, startUrl })]
  return { place, work, media }
}

const open = await fill(course.id, inside)
const filled = [
  open,
  await fill(course.id, secret, { published: false }),
  await fill(course.id, secret, { unlockAt: '2027-01-01T00:00:00Z' }),
  await fill(course.id, secret, { deletedAt: gone, title: secret }),
]
const { discussion: talk } = await given.discussion({ courseId: course.id, authorId: other.id, title: inside, content: inside })
const comment = await given.comment({ discussionId: talk.id, authorId: other.id, content: inside })

const drafts = [
  await given.submission({ studentId: student.id, assignment: { ...open.place, title: secret, status: 'DRAFT' } }),
  await given.submission({ studentId: student.id, assignment: { ...open.place, title: secret, deletedAt: gone } }),
]
const removed = await given.recorded({ ...open.place, title: secret, deletedAt: gone })

const courseIds = [course.id]
for (const values of [{ status: 'DRAFT' as const }, { deletedAt: gone }]) {
  const { course: closed } = await given.course({ title: secret, description: secret, ...values })
  await given.member(closed.id, student)
  filled.push(await fill(closed.id, secret))
  courseIds.push(closed.id)
}
const { course: foreign } = await given.course()
filled.push(await fill(foreign.id, secret))
courseIds.push(foreign.id)
const { discussion: foreignTalk } = await given.discussion({ courseId: foreign.id, title: secret, content: secret })

const work = [...filled.flatMap((one) => one.work), ...drafts]
/** Ids by the name of the parameter: one of another kind would only be unknown. */
const known: Record<string, string[]> = {
  weekId: filled.map(({ place }) => place.weekId),
  assignmentId: work.map(({ assignment }) => assignment.id),
  submissionId: work.map(({ submission }) => submission.id),
  mediaId: [...filled.flatMap(({ media }) => media), removed].map(({ media }) => media.id),
  discussionId: [talk.id, foreignTalk.id],
  commentId: [comment.id],
  userId: [student.id, other.id],
}
const things = Object.values(known).flat()
const staff = await as('ADMIN')
await staff.attendance.markBulkAttendance({
  params: { courseId: course.id, weekId: open.place.weekId },
  body: { attendance: [{ userId: other.id, status: 'ABSENT', remark: secret }] },
})

/** Every combination of parameters; `id` is any id, but beside a course never a course’s. */
function* callsOf(route: Route): Generator<{ params: Record<string, string>; query: Record<string, string | number | boolean> }> {
  const [part, key] = route.course?.split('.') ?? []
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const valuesOf = (name: string) =>
    part === 'params' && name === key ? courseIds : (known[name] ?? (part === 'params' ? things : [...courseIds, ...things]))
  const fillings = names.reduce<Record<string, string>[]>(
    (some, name) => some.flatMap((params) => valuesOf(name).map((value) => ({ ...params, [name]: value }))),
    [{}],
  )
  const queries = part === 'query' ? courseIds.map((id) => ({ [key!]: id })) : [{}]
  for (const params of fillings) for (const query of queries) yield { params, query: { ...route.example?.query, ...query } }
}

/** Every response the user gets. */
async function readAll(token: string) {
  const replies: string[] = []
  for (const { route } of routes.filter(({ route: { method, path } }) => method === 'GET' && !path.startsWith('/api/aws/'))) {
    for (const call of callsOf(route)) {
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode, body } = await app.inject({ method: 'GET', url: toUrl(route.path, call), headers })
      if (statusCode === 200) replies.push(`${route.path} ${JSON.stringify(call)} ${body}`)
    }
  }
  return replies
}
/** 13.37 not followed by a digit, as in the time 06:13:13.371Z. */
const containing = (replies: string[], pattern: RegExp) => replies.filter((line) => pattern.test(line)).map((line) => line.slice(0, 200))

test('a student receives nothing that is hidden, unreleased, deleted or private to others', async () => {
  const replies = await readAll((await as(student)).token)
  // Submissions in deleted courses and weeks stay readable by their authors, with titles and questions.
  const [own, rest] = [true, false].map((isOwn) => replies.filter((line) => line.startsWith('/api/student-submissions/deleted') === isOwn))
  expect(containing(rest!, new RegExp(`${secret}|answerKey|13\\.37(?!\\d)`))).toEqual([])
  expect(containing(own!, new RegExp(`${secret}( ungraded| of another|@)|answerKey|13\\.37(?!\\d)`))).toEqual([])
  // The secrets are there: visible ones are found.
  expect(containing(replies, new RegExp(inside)).length).toBeGreaterThan(10)
})

test.each(['USER', 'TRAINER'] as const)('a %s outside the course receives none of its contents', async (role) => {
  const replies = await readAll((await as(role)).token)
  expect(containing(replies, new RegExp(`${secret}|${inside}|answerKey|13\\.37(?!\\d)`))).toEqual([])
  expect(replies.length).toBeGreaterThan(5)
})
