/** The kinds of writes, as calls, and where each is found in the database afterwards. */

import type { Desk, School } from './school.ts'

export interface Write {
  token: string
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  body: unknown
  /** What is read back: a row of its own, or the last value at a place. */
  marker: string
  place?: string
}

interface Kind {
  /** Undefined if there is nothing left to do of this kind. */
  write: (school: School, desk: Desk, marker: string, turn: number) => Write | undefined
  /** All written rows: `marker` (and `place`). */
  stored: string
}

const pick = <T>(from: readonly T[], turn: number): T => from[turn % from.length]!

const post = (token: string, path: string, body: unknown, marker: string): Write => ({ token, method: 'POST', path, body, marker })

/** Each creates its own rows: every acknowledged one must exist once. */
const added: Record<string, Kind> = {
  comment: {
    write: (_school, { student, discussionId, courseId }, marker) =>
      post(student.token, `/api/discussion/create-comment/${discussionId}/${courseId}`, { content: marker }, marker),
    stored: `select content as marker from comments where content like 'w-%'`,
  },
  discussion: {
    write: (_school, { student, courseId }, marker) =>
      post(student.token, `/api/discussion/create-discussion/${courseId}`, { title: marker, content: marker }, marker),
    stored: `select title as marker from discussions where title like 'w-%'`,
  },
  submit: {
    write: (_school, { student, courseId, weekId, questionId, homework }, marker, turn) =>
      post(
        student.token,
        `/api/assignments/course/${courseId}/week/${weekId}/${pick(homework, turn)}/submit`,
        { answers: [{ questionId, value: marker }] },
        marker,
      ),
    stored: `select answers -> 0 ->> 'value' as marker from submission_attempts where answers -> 0 ->> 'value' like 'w-%'`,
  },
  enrol: {
    write: ({ open }, { student }, _marker, turn) =>
      open[turn] === undefined
        ? undefined
        : post(student.token, `/api/courses/${open[turn]}/enroll`, undefined, `${student.id}/${open[turn]}`),
    stored: `select user_id || '/' || course_id as marker from memberships join courses on courses.id = course_id where title like 'Open %'`,
  },
  user: {
    write: ({ admin }, _desk, marker) =>
      post(admin.token, '/api/users/add-single-user', { name: marker, email: `${marker}@example.org`, role: 'USER' }, marker),
    stored: `select name as marker from users where name like 'w-%'`,
  },
}

/** Each overwrites its place: the last acknowledged value must be there, or a later one without a response. */
const replaced: Record<string, Kind> = {
  draft: {
    write: (_school, { student, questionId, drafts }, marker, turn) => ({
      token: student.token,
      method: 'PATCH',
      path: `/api/assignments/${pick(drafts, turn)}/answers`,
      body: { answers: [{ questionId, value: marker }] },
      marker,
      place: `${student.id}/${pick(drafts, turn)}`,
    }),
    stored: `select student_id || '/' || assignment_id as place, draft -> 0 ->> 'value' as marker from submissions where draft -> 0 ->> 'value' like 'w-%'`,
  },
  grade: {
    write: ({ trainer }, { handedIn }, marker, turn) => ({
      token: trainer.token,
      method: 'POST',
      path: `/api/assignments/${pick(handedIn, turn)}/grade`,
      body: { marks: turn % 20, feedback: marker },
      marker,
      place: pick(handedIn, turn),
    }),
    stored: `select id::text as place, feedback as marker from submissions where feedback like 'w-%'`,
  },
  attendance: {
    write: ({ trainer }, { student, courseId, weekId, sessionIds }, marker, turn) => ({
      token: trainer.token,
      method: 'PUT',
      path: '/api/attendance/mark-live-attendance',
      body: { courseId, weekId, mediaId: pick(sessionIds, turn), userId: student.id, status: 'PRESENT', remark: marker },
      marker,
      place: `${student.id}/${pick(sessionIds, turn)}`,
    }),
    stored: `select user_id || '/' || session_id as place, remark as marker from attendance where remark like 'w-%'`,
  },
}

export const kinds: Record<string, Kind> = { ...added, ...replaced }
export const isReplaced = (kind: string): boolean => kind in replaced
