/** Complete objects as the server sends them, so that a test only states what it is about. */

import type { Assignment, OwnWork } from '@lms/contract/assignments'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import type { Course } from '@lms/contract/courses'
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import type { Media } from '@lms/contract/media'
import type { MyDiscussion } from '@lms/contract/my-discussions'
import type { SignupForm } from '@lms/contract/signup-forms'
import type { RosterRow, Submission } from '@lms/contract/submissions'
import type { Week } from '@lms/contract/weeks'
import { courseCalled } from './courses.ts'

/** A valid id that ends in the number. */
export const idOf = (number: number): string => `0198f6a0-0000-7000-8000-${String(number).padStart(12, '0')}`

export const courseId = idOf(1)
export const weekId = idOf(2)

export const makeWeek = (facts: Partial<Week> = {}): Week => ({
  id: weekId,
  courseId,
  number: 6,
  title: 'Cleaning',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
  media: [],
  assignments: [],
  ...facts,
})

/** A recording as the page of its week lists it. */
export const weekVideo = {
  id: 'm1',
  title: 'A video',
  type: 'RECORDED',
  durationSeconds: 60,
  startsAt: null,
  durationMinutes: null,
  hasRecording: true,
  position: 0,
} as const

export const makeCourse = (role: 'TRAINER' | 'STUDENT' | null, facts: Partial<Course> = {}): Course => ({
  ...courseCalled('Data Journalism'),
  membership: role && { role, status: 'ACTIVE' },
  weekCount: 1,
  ...(role && { weeks: [makeWeek()] }),
  ...facts,
})

export const makeMedia = (facts: Partial<Media> = {}): Media => ({
  id: idOf(3),
  courseId,
  weekId,
  title: 'Cleaning a messy dataset',
  type: 'RECORDED',
  url: 'https://video.example/clean.mp4',
  playbackUrl: 'https://video.example/clean.mp4',
  notes: '',
  attachments: [],
  captions: [],
  durationSeconds: 1865,
  thumbnail: null,
  thumbnailUrl: null,
  zoomOptions: null,
  position: 0,
  version: 0,
  createdAt: '2026-11-01T12:00:00.000Z',
  ...facts,
})

export const makeQuestion = (facts: Partial<Assignment['questions'][number]> = {}): Assignment['questions'][number] => ({
  id: idOf(5),
  type: 'TEXT',
  prompt: 'What did you clean?',
  required: true,
  options: [],
  points: 20,
  answerKey: [],
  ...facts,
})

export const makeAssignment = (facts: Partial<Assignment> = {}): Assignment => ({
  id: idOf(4),
  courseId,
  weekId,
  title: 'Method note',
  instructions: '',
  questions: [makeQuestion()],
  maxMarks: 20,
  status: 'PUBLISHED',
  availableFrom: null,
  dueAt: null,
  closesAt: null,
  latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
  maxAttempts: null,
  version: 0,
  questionsVersion: 1,
  work: null,
  ...facts,
})

/** A student's own work on an assignment: none yet. */
export const noWork: OwnWork = {
  submissionId: null,
  status: null,
  late: false,
  missing: false,
  beforeJoining: false,
  submittedAt: null,
  attempt: 0,
  marks: null,
  isExtended: false,
  isExcused: false,
}

export const noCounts = { all: 0, toGrade: 0, graded: 0, returned: 0, late: 0, notSubmitted: 0, missing: 0, excused: 0, beforeJoining: 0 }

/** Submitted once, without marks. */
export const makeSubmission = (facts: Partial<Submission> = {}): Submission => ({
  id: idOf(6),
  assignmentId: idOf(4),
  courseId,
  student: { id: idOf(7), name: 'Omar Haddad', profileImageUrl: null },
  answers: [{ questionId: idOf(5), value: 'The axis starts at 62.' }],
  draft: null,
  draftVersion: null,
  files: [],
  status: 'SUBMITTED',
  late: false,
  attempt: 1,
  submittedAt: '2026-11-17T02:58:00.000Z',
  effectiveSubmittedAt: '2026-11-17T02:58:00.000Z',
  recordedBy: null,
  dueAt: null,
  isClosed: false,
  isExcused: false,
  updatedAt: '2026-11-17T02:58:00.000Z',
  version: 1,
  questionsVersion: 1,
  questionVersions: [{ version: 1, questions: [makeQuestion()] }],
  marks: null,
  questionMarks: [],
  deduction: 0,
  feedback: null,
  gradedBy: null,
  gradedAt: null,
  missing: false,
  isHeld: false,
  isFinal: false,
  ...facts,
})

/** A row of the submission list: nothing submitted yet. */
export const makeRosterRow = (number: number, name: string, facts: Partial<RosterRow> = {}): RosterRow => ({
  student: { id: idOf(number), name, profileImageUrl: null, email: `${number}@harbour.example` },
  submissionId: null,
  status: null,
  late: false,
  missing: true,
  beforeJoining: false,
  attempt: 0,
  submittedAt: null,
  effectiveSubmittedAt: null,
  isRecorded: false,
  marks: null,
  gradedAt: null,
  isHeld: false,
  extendedTo: null,
  excuseReason: null,
  remindedAt: null,
  ...facts,
})

export const makeDiscussion = (facts: Partial<Discussion> = {}): Discussion => ({
  id: idOf(8),
  courseId,
  title: 'Which deflator?',
  content: 'The index was rebased in 2005.',
  author: { id: idOf(7), name: 'Priya Nair', role: 'STUDENT', profileImageUrl: null },
  pinned: false,
  locked: false,
  lockedBy: null,
  isReplied: false,
  commentCount: 0,
  answered: false,
  newCount: 0,
  unread: false,
  readUntil: '2026-11-20T09:00:00.000Z',
  createdAt: '2026-11-18T11:40:00.000Z',
  editedAt: null,
  lastActivityAt: '2026-11-19T09:18:00.000Z',
  lastAuthor: null,
  ...facts,
})

export const makeReply = (facts: Partial<Reply> = {}): Reply => ({
  id: idOf(9),
  content: '<p>Chain at the overlap.</p>',
  author: { id: idOf(6), name: 'Inês Carvalho', role: 'TRAINER', profileImageUrl: null },
  parentId: null,
  replyTo: null,
  createdAt: '2026-11-18T15:02:00.000Z',
  editedAt: null,
  versionCount: 0,
  isAnswer: false,
  deleted: false,
  deletedAt: null,
  deletedByStaff: false,
  ...facts,
})

export const makeComment = (facts: Partial<Comment> = {}): Comment => ({
  ...makeReply(),
  replies: [],
  replyCount: facts.replies?.length ?? 0,
  previous: null,
  next: null,
  lastReplyAt: null,
  newReplies: 0,
  ...facts,
})

export const pageWith = <T>(items: T[], limit = 20) => ({ items, page: 1, limit, total: items.length })
export const discussionsShownAt = '2026-11-25T08:00:00.000Z'
export const discussionsWith = <T>(items: T[]) => ({ ...pageWith(items), shownAt: discussionsShownAt })

export const makeMyDiscussion = (facts: Partial<MyDiscussion> = {}): MyDiscussion => {
  const { content: _c, lockedBy: _l, isReplied: _r, readUntil: _u, editedAt: _e, ...shown } = makeDiscussion()
  return { ...shown, courseTitle: 'Data Journalism', group: 'READ', match: null, ...facts }
}
/** Of two courses. */
export function myDiscussionsWith(items: MyDiscussion[]) {
  const countOf = (group: MyDiscussion['group']) => items.filter((item) => item.group === group).length
  const groups = { UNANSWERED: countOf('UNANSWERED'), UNREAD: countOf('UNREAD'), READ: countOf('READ') }
  const unread = items.filter((item) => item.unread)
  return {
    ...discussionsWith(items),
    counts: {
      all: items.length,
      unanswered: groups.UNANSWERED,
      unread: unread.length,
      mine: 0,
      groups,
      oldestUnansweredAt: items.find(({ group }) => group === 'UNANSWERED')?.createdAt ?? null,
      newSince: unread[0]?.lastActivityAt ?? null,
    },
    courses: [
      { id: courseId, title: 'Data Journalism' },
      { id: idOf(2), title: 'Market Research' },
    ],
  }
}

/** A form with one question that needs an answer in words. */
export const makeSignUpForm = ({ label = 'Why this course?', ...facts }: Partial<SignupForm> & { label?: string } = {}): SignupForm => ({
  id: idOf(21),
  courseId,
  questions: [{ id: idOf(20), label, help: '', type: 'LONG_TEXT', required: true, options: [] }],
  status: 'OPEN',
  closesAt: null,
  autoApprove: true,
  version: 1,
  seatsLeft: null,
  responseCount: null,
  response: null,
  ...facts,
})

/** A mark by staff. */
export const makeAttendanceRecord = (status: AttendanceRecord['status'], facts: Partial<AttendanceRecord> = {}): AttendanceRecord => ({
  status,
  source: 'STAFF',
  remark: null,
  markedBy: null,
  markedAt: null,
  coverage: null,
  joinedAt: null,
  minutes: null,
  watchedAt: null,
  matchedByName: false,
  objection: null,
  ...facts,
})
