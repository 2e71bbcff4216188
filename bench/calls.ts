/** The measured calls, as the web app sends them. */
import { randomUUID } from 'node:crypto'
import type { Load } from './load.ts'
import { emailOf, signIn, type Places } from './schools.ts'

export interface Tokens {
  student: string
  trainer: string
  admin: string
  /** Students of the class, each with their own rows to write. */
  class: string[]
}

export async function signInAll(url: string, { student, course }: Places): Promise<Tokens> {
  const only = async (where: string, value: unknown) => (await signIn(url, where, [value]))[0]!
  return {
    student: await only('id = $1', student),
    trainer: await only('email = $1', emailOf('TRAINER')),
    admin: await only('email = $1', emailOf('ADMIN')),
    class: await signIn(
      url,
      `status = 'ACTIVE' and id <> $2 and id in (select user_id from memberships where course_id = $1 and role = 'STUDENT')`,
      [course, student],
    ),
  }
}

export interface Read {
  name: string
  as: 'student' | 'trainer' | 'admin'
  /** More than one: requests that the screen sends together. */
  paths: string[]
  /** Limit as a multiple of the bare read; without it only growth is measured. */
  limit?: number
  /** Legitimately reads a whole table: searches of one or two letters. */
  readsAll?: boolean
}

const last = (items: number, limit = 20) => `page=${Math.ceil(items / limit)}&limit=${limit}`

/** `comments`: of the thread; `students`: of the course. */
export function readsOf(places: Places, { comments, students }: { comments: number; students: number }): Read[] {
  const { course, week, assignment, item, thread, comment, student, submission, email, courses, name } = places
  const discussion = `/api/discussion/get-single-discussion/${course}/${thread}`
  const posts = `/api/discussion/get-comments/${course}/${thread}`
  const roster = `/api/submissions/${course}/${assignment}/submissions`
  return [
    { name: 'who am I', as: 'student', paths: ['/api/auth/session'], limit: 4 },
    { name: 'course contents', as: 'student', paths: [`/api/courses/${course}`], limit: 8 },
    { name: 'my courses', as: 'student', paths: ['/api/courses/enrolled'], limit: 10 },
    {
      name: 'running courses with weeks',
      as: 'student',
      paths: ['/api/courses/enrolled?running=true&sort=-lastActivityAt&limit=6&weekProgress=true'],
    },
    { name: 'submission list, 20', as: 'trainer', paths: [roster], limit: 12 },
    { name: 'discussion list, 20', as: 'student', paths: [`/api/discussion/get-discussions/${course}`], limit: 8 },
    { name: 'one discussion with its posts', as: 'student', paths: [discussion, posts], limit: 14 },
    { name: 'user list of a course', as: 'admin', paths: [`/api/users?courseId=${course}`], limit: 10 },
    { name: 'search by name', as: 'admin', paths: [`/api/users?search=${encodeURIComponent(name)}`], limit: 15 },
    { name: 'catalogue, first page', as: 'student', paths: ['/api/courses'] },
    { name: 'catalogue, last page', as: 'student', paths: [`/api/courses?${last(courses)}`] },
    { name: 'courses of a trainer', as: 'trainer', paths: ['/api/courses/enrolled'] },
    { name: 'comments, first page', as: 'student', paths: [posts] },
    { name: 'comments, last page', as: 'student', paths: [`${posts}?${last(comments * 0.8)}`] },
    { name: 'comments, from the middle', as: 'student', paths: [`${posts}?after=${comment}`, `${posts}?before=${comment}`] },
    { name: 'replies to a comment', as: 'student', paths: [`${posts}?parentId=${comment}`] },
    { name: 'discussions, search', as: 'student', paths: [`/api/discussion/get-discussions/${course}?search=Question%2017%20about`] },
    { name: 'discussions, counts', as: 'student', paths: [`/api/discussion/counts/${course}`] },
    { name: 'discussions, unread', as: 'student', paths: [`/api/discussion/get-discussions/${course}?filter=UNREAD`] },
    { name: 'discussions, unanswered', as: 'trainer', paths: [`/api/discussion/get-discussions/${course}?filter=UNANSWERED`] },
    { name: 'notices', as: 'student', paths: ['/api/notices'] },
    { name: 'announcements', as: 'student', paths: ['/api/announcements'] },
    { name: 'courses with sign-ups to decide', as: 'trainer', paths: ['/api/sign-up-forms/waiting'] },
    { name: 'unanswered questions', as: 'trainer', paths: ['/api/discussion/unanswered'] },
    { name: 'class progress', as: 'trainer', paths: [`/api/courses/progress/${course}`] },
    { name: 'own progress', as: 'student', paths: [`/api/courses/progress/${course}`] },
    { name: 'progress list', as: 'trainer', paths: [`/api/courses/get-course-progress?courseId=${course}`] },
    { name: 'my assignments, student', as: 'student', paths: ['/api/assignments/my-assignments'] },
    { name: 'my assignments, to do', as: 'student', paths: ['/api/assignments/my-assignments?sort=todo'] },
    { name: 'my assignments, trainer', as: 'trainer', paths: ['/api/assignments/my-assignments'] },
    { name: 'my assignments, to grade', as: 'trainer', paths: ['/api/assignments/my-assignments?state=TO_GRADE'] },
    { name: 'course assignments', as: 'trainer', paths: [`/api/assignments/course-assignments/${course}`] },
    { name: 'my submissions', as: 'student', paths: ['/api/student-submissions'] },
    { name: 'students of a course', as: 'trainer', paths: [`/api/users/course/${course}/students`] },
    { name: 'students, last page', as: 'trainer', paths: [`/api/users/course/${course}/students?${last(students)}`] },
    { name: 'students, search', as: 'trainer', paths: [`/api/users/course/${course}/students?search=Omar`] },
    { name: 'roster by marks', as: 'trainer', paths: [`${roster}?sort=-marks`] },
    { name: 'roster by time', as: 'trainer', paths: [`${roster}?sort=submittedAt&status=to-grade`] },
    { name: 'history of a mark', as: 'trainer', paths: [`/api/submissions/${submission}/course/${course}/history`] },
    { name: 'answers of an assignment', as: 'trainer', paths: [`/api/assignments/${assignment}/usage`] },
    { name: 'gradebook', as: 'trainer', paths: [`/api/marks/${course}`, `/api/marks/${course}/summary`], limit: 60 },
    { name: 'my marks', as: 'student', paths: [`/api/marks/mine/${course}`] },
    { name: 'media library', as: 'admin', paths: ['/api/media/all'] },
    { name: 'viewers of a video', as: 'trainer', paths: [`/api/media/course/${course}/${item}/viewers`] },
    {
      name: 'attendance of a week',
      as: 'trainer',
      paths: [`/api/attendance/get-course-attendance/course/${course}/week/${week}?limit=20`],
    },
    { name: 'my sessions', as: 'student', paths: ['/api/calendar/sessions'] },
    { name: 'responses to a sign-up form', as: 'trainer', paths: [`/api/sign-up-forms/${course}/responses`] },
    { name: 'emails to a course', as: 'trainer', paths: [`/api/courses/send-mails/${course}`] },
    { name: 'deliveries of an email', as: 'trainer', paths: [`/api/courses/send-mails/${course}/${email}/deliveries`] },
    { name: 'activity of a user', as: 'admin', paths: [`/api/users/${student}/activity`] },
    { name: 'changes of a user', as: 'admin', paths: [`/api/users/${student}/changes`] },
    { name: 'users, first page', as: 'admin', paths: ['/api/users'] },
    { name: 'users, by last visit', as: 'admin', paths: ['/api/users?sort=-lastSeenAt'] },
    { name: 'users, search of two letters', as: 'admin', paths: ['/api/users?search=an'], readsAll: true },
  ]
}

export const asking =
  ({ as, paths }: Read, tokens: Tokens): Load['step'] =>
  async (_connection, send) => {
    for (const path of paths) await send({ path, headers: { authorization: `Bearer ${tokens[as]}` } })
  }

export interface Write {
  name: string
  limit: number
  step: Load['step']
}

/** Each connection writes for its own students, so that versions do not conflict. */
export function writesOf({ course, thread, openWeek, openAssignment, questions }: Places, tokens: Tokens, connections: number): Write[] {
  const versions = new Map<string, number>()
  const rounds = new Map<number, number>()
  const turn = (connection: number) => {
    const round = rounds.get(connection) ?? 0
    rounds.set(connection, round + 1)
    const token = tokens.class[(connection + round * connections) % (tokens.class.length - (tokens.class.length % connections))]!
    return { token, round, headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() } }
  }
  const answers = (round: number) =>
    questions.map((questionId) => ({ questionId, value: `I compared both tables by hand, ${round} times.` }))
  const versioned = (method: string, path: string): Load['step'] => {
    return async (connection, send) => {
      const { token, round, headers } = turn(connection)
      const body = { answers: answers(round), draftVersion: versions.get(token) ?? 0 }
      const answer = await send({ method, path, headers: { ...headers, 'accept-encoding': 'identity' }, body })
      versions.set(token, (JSON.parse(answer.body.toString()) as { draftVersion: number }).draftVersion)
    }
  }
  const addComment: Load['step'] = async (connection, send) => {
    const { round, headers } = turn(connection)
    const path = `/api/discussion/create-comment/${thread}/${course}`
    await send({ method: 'POST', path, headers, body: { content: `Mine adds up to 99, in row ${round}.` } })
  }
  return [
    { name: 'add a comment', limit: 18, step: addComment },
    { name: 'save a draft', limit: 20, step: versioned('PATCH', `/api/assignments/${openAssignment}/answers`) },
    {
      name: 'submit',
      limit: 25,
      step: versioned('POST', `/api/assignments/course/${course}/week/${openWeek}/${openAssignment}/submit`),
    },
  ]
}
