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
  /** As a multiple of the bare read. */
  limit: number
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
    { name: 'who am I', as: 'student', paths: ['/api/auth/session'], limit: 3 },
    // Ten weeks with thirty items: a third of it is their JSON.
    { name: 'course contents', as: 'student', paths: [`/api/courses/${course}`], limit: 7 },
    // What comes next in each of five courses is decided over all of their items.
    { name: 'my courses', as: 'student', paths: ['/api/courses/enrolled'], limit: 9 },
    // Three parts look through all items, sessions and marks of the five courses.
    { name: 'my courses with figures', as: 'student', paths: ['/api/courses/enrolled?weekProgress=true&figures=true'], limit: 40 },
    { name: 'courses of a trainer with figures', as: 'trainer', paths: ['/api/courses/enrolled?figures=true'], limit: 35 },
    // Which of them are over is decided over all of their items.
    { name: 'finished courses', as: 'student', paths: ['/api/courses/enrolled?finished=true'], limit: 9 },
    {
      name: 'running courses with weeks',
      as: 'student',
      paths: ['/api/courses/enrolled?running=true&sort=-lastActivityAt&limit=6&weekProgress=true'],
      limit: 20,
    },
    // Two parts of it look through all items of the five courses.
    { name: "a student's first page", as: 'student', paths: ['/api/auth/session', '/api/home'], limit: 40 },
    { name: "a trainer's first page", as: 'trainer', paths: ['/api/auth/session', '/api/home'], limit: 25 },
    { name: "an admin's first page", as: 'admin', paths: ['/api/auth/session', '/api/home'], limit: 25 },
    { name: 'numbers on the tabs of a course', as: 'student', paths: [`/api/courses/${course}/counts`], limit: 9 },
    { name: 'numbers on the tabs of a course, staff', as: 'trainer', paths: [`/api/courses/${course}/counts`], limit: 18 },
    { name: 'one week', as: 'student', paths: [`/api/weeks/${course}/${week}`], limit: 9 },
    { name: 'submissions of a week', as: 'trainer', paths: [`/api/weeks/${course}/${week}/submissions`], limit: 9 },
    { name: 'one video', as: 'student', paths: [`/api/media/course/${course}/${item}`], limit: 9 },
    { name: 'one assignment', as: 'student', paths: [`/api/assignments/${assignment}`], limit: 9 },
    { name: 'one submission', as: 'trainer', paths: [`/api/submissions/${submission}/course/${course}`], limit: 10 },
    {
      name: 'where a video was left',
      as: 'student',
      paths: [`/api/attendance/check-video-attendance/${course}/${week}/${item}`],
      limit: 9,
    },
    { name: 'notes on a video', as: 'student', paths: [`/api/media/notes/${course}/${item}`], limit: 9 },
    { name: 'names hidden or not', as: 'trainer', paths: [`/api/submissions/${course}/${assignment}/hidden-names`], limit: 9 },
    { name: 'saved comments', as: 'trainer', paths: ['/api/saved-comments'], limit: 9 },
    { name: 'progress of one student', as: 'trainer', paths: [`/api/courses/progress/${course}/students/${student}`], limit: 11 },
    // Who is at risk is decided over the whole class.
    {
      name: 'progress of a class, 50',
      as: 'trainer',
      paths: [`/api/courses/get-course-progress?courseId=${course}&sort=risk&limit=50`],
      limit: 25,
    },
    { name: 'sign-up form', as: 'trainer', paths: [`/api/sign-up-forms/${course}`], limit: 9 },
    // Before anything is typed.
    { name: 'members to mention', as: 'student', paths: [`/api/discussion/members/${course}`], limit: 9 },
    { name: 'one person, overview', as: 'trainer', paths: [`/api/users/${student}/overview`], limit: 25 },
    { name: 'one user', as: 'admin', paths: [`/api/users/${student}`], limit: 9 },
    { name: 'submission list, 20', as: 'trainer', paths: [roster], limit: 9 },
    { name: 'discussion list, 20', as: 'student', paths: [`/api/discussion/get-discussions/${course}`], limit: 8 },
    { name: 'one discussion with its posts', as: 'student', paths: [discussion, posts], limit: 8 },
    { name: 'user list of a course', as: 'admin', paths: [`/api/users?courseId=${course}`], limit: 9 },
    { name: 'search by name', as: 'admin', paths: [`/api/users?search=${encodeURIComponent(name)}`], limit: 9 },
    { name: 'catalogue, first page', as: 'student', paths: ['/api/courses'], limit: 9 },
    { name: 'catalogue, last page', as: 'student', paths: [`/api/courses?${last(courses)}`], limit: 9 },
    { name: 'courses of a trainer', as: 'trainer', paths: ['/api/courses/enrolled'], limit: 9 },
    { name: 'comments, first page', as: 'student', paths: [posts], limit: 9 },
    { name: 'comments, last page', as: 'student', paths: [`${posts}?${last(comments * 0.8)}`], limit: 9 },
    // Two calls, as is one discussion with its posts.
    { name: 'comments, from the middle', as: 'student', paths: [`${posts}?after=${comment}`, `${posts}?before=${comment}`], limit: 12 },
    { name: 'replies to a comment', as: 'student', paths: [`${posts}?parentId=${comment}`], limit: 9 },
    {
      name: 'discussions, search',
      as: 'student',
      paths: [`/api/discussion/get-discussions/${course}?search=Question%2017%20about`],
      limit: 9,
    },
    { name: 'discussions, counts', as: 'student', paths: [`/api/discussion/counts/${course}`], limit: 9 },
    { name: 'discussions, unread', as: 'student', paths: [`/api/discussion/get-discussions/${course}?filter=UNREAD`], limit: 9 },
    { name: 'discussions, unanswered', as: 'trainer', paths: [`/api/discussion/get-discussions/${course}?filter=UNANSWERED`], limit: 9 },
    // With the numbers of all of one's forums.
    { name: 'discussions of all courses', as: 'trainer', paths: ['/api/my-discussions'], limit: 25 },
    { name: 'notices', as: 'student', paths: ['/api/notices'], limit: 8 },
    { name: 'announcements', as: 'student', paths: ['/api/announcements'], limit: 9 },
    { name: 'announcements of a course', as: 'student', paths: [`/api/announcements/${course}`], limit: 9 },
    // Counts the work of 200 students on thirty items.
    { name: 'class progress', as: 'trainer', paths: [`/api/courses/progress/${course}`], limit: 25 },
    { name: 'own progress', as: 'student', paths: [`/api/courses/progress/${course}`], limit: 11 },
    // Thirty items of each of twenty students.
    { name: 'progress list', as: 'trainer', paths: [`/api/courses/get-course-progress?courseId=${course}`], limit: 16 },
    { name: 'my assignments, student', as: 'student', paths: ['/api/assignments/my-assignments'], limit: 9 },
    { name: 'my assignments, to do', as: 'student', paths: ['/api/assignments/my-assignments?sort=todo'], limit: 9 },
    { name: 'my assignments, counts', as: 'student', paths: ['/api/assignments/my-assignments/counts'], limit: 9 },
    { name: 'my assignments, counts, trainer', as: 'trainer', paths: ['/api/assignments/my-assignments/counts'], limit: 18 },
    // Counts the work of every class on the page.
    { name: 'my assignments, trainer', as: 'trainer', paths: ['/api/assignments/my-assignments'], limit: 25 },
    { name: 'my assignments, to grade', as: 'trainer', paths: ['/api/assignments/my-assignments?state=TO_GRADE'], limit: 18 },
    { name: 'course assignments', as: 'trainer', paths: [`/api/assignments/course-assignments/${course}`], limit: 9 },
    { name: 'my submissions', as: 'student', paths: ['/api/student-submissions'], limit: 9 },
    { name: 'students of a course', as: 'trainer', paths: [`/api/users/course/${course}/students`], limit: 9 },
    { name: 'students, last page', as: 'trainer', paths: [`/api/users/course/${course}/students?${last(students)}`], limit: 9 },
    { name: 'students, search', as: 'trainer', paths: [`/api/users/course/${course}/students?search=Omar`], limit: 9 },
    { name: 'roster by marks', as: 'trainer', paths: [`${roster}?sort=-marks`], limit: 9 },
    { name: 'roster by time', as: 'trainer', paths: [`${roster}?sort=submittedAt&status=to-grade`], limit: 9 },
    { name: 'history of a mark', as: 'trainer', paths: [`/api/submissions/${submission}/course/${course}/history`], limit: 9 },
    // Reads the answers of 156 students.
    { name: 'answers of an assignment', as: 'trainer', paths: [`/api/assignments/${assignment}/usage`], limit: 22 },
    // Two thirds are the numbers over all 2,000 marks of the class, which are not kept.
    { name: 'gradebook', as: 'trainer', paths: [`/api/marks/${course}`, `/api/marks/${course}/summary`], limit: 60 },
    // The page that the screen asks for: thirty more students, with 300 more marks.
    { name: 'gradebook, 50 students', as: 'trainer', paths: [`/api/marks/${course}?limit=50`, `/api/marks/${course}/summary`], limit: 60 },
    { name: 'my attendance', as: 'student', paths: ['/api/attendance/get-my-attendance'], limit: 25 },
    {
      name: 'sessions of a day',
      as: 'trainer',
      paths: ['/api/calendar/sessions?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z'],
      limit: 9,
    },
    { name: 'open registers', as: 'trainer', paths: ['/api/attendance/registers/open'], limit: 9 },
    { name: 'my marks', as: 'student', paths: [`/api/marks/mine/${course}`], limit: 11 },
    { name: 'media library', as: 'admin', paths: ['/api/media/all'], limit: 9 },
    { name: 'viewers of a video', as: 'trainer', paths: [`/api/media/course/${course}/${item}/viewers`], limit: 9 },
    {
      name: 'attendance of a week',
      as: 'trainer',
      paths: [`/api/attendance/get-course-attendance/course/${course}/week/${week}?limit=20`],
      limit: 14,
    },
    // With the numbers of all states, and the versions of the questions.
    { name: 'responses to a sign-up form', as: 'trainer', paths: [`/api/sign-up-forms/${course}/responses`], limit: 13 },
    { name: 'summary of responses', as: 'trainer', paths: [`/api/sign-up-forms/${course}/responses/summary`], limit: 16 },
    { name: 'emails to a course', as: 'trainer', paths: [`/api/courses/send-mails/${course}`], limit: 9 },
    // Sorts the recipients by state, and counts them.
    { name: 'deliveries of an email', as: 'trainer', paths: [`/api/courses/send-mails/${course}/${email}/deliveries`], limit: 18 },
    // Merges what was done in four tables.
    { name: 'activity of a user', as: 'admin', paths: [`/api/users/${student}/activity`], limit: 14 },
    { name: 'changes of a user', as: 'admin', paths: [`/api/users/${student}/changes`], limit: 9 },
    { name: 'users, first page', as: 'admin', paths: ['/api/users'], limit: 9 },
    { name: 'users, by last visit', as: 'admin', paths: ['/api/users?sort=-lastSeenAt'], limit: 9 },
    // Seven groups, each with its number.
    { name: 'search everywhere', as: 'student', paths: ['/api/search?q=question'], limit: 20 },
    { name: 'search everywhere', as: 'admin', paths: [`/api/search?q=${encodeURIComponent(name)}`], limit: 25, readsAll: true },
    // Compares every name with what the word may mean.
    { name: 'search for a mistyped word', as: 'admin', paths: ['/api/search?q=qeustoin'], limit: 100, readsAll: true },
    // Reads all names.
    { name: 'users, search of two letters', as: 'admin', paths: ['/api/users?search=an'], limit: 25, readsAll: true },
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
    // Nine statements: the key, the lock of the discussion, and notices to all who take part in it.
    { name: 'add a comment', limit: 8, step: addComment },
    // Five statements, two of them for its key, in a transaction.
    { name: 'save a draft', limit: 8, step: versioned('PATCH', `/api/assignments/${openAssignment}/answers`) },
    { name: 'submit', limit: 15, step: versioned('POST', `/api/assignments/course/${course}/week/${openWeek}/${openAssignment}/submit`) },
  ]
}
