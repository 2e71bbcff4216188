/** First pages as the server sends them: nothing waits, unless a test says so. */

import type { TaughtSession } from '@lms/contract/calendar'
import type { Home, LearnerHome, SchoolHome, TeacherHome } from '@lms/contract/home'

/** The first of a list that has no more. */
export const listOf = <T>(items: T[], total = items.length): { items: T[]; total: number } => ({ items, total })

const learner: LearnerHome = {
  courses: listOf([]),
  hasCourses: true,
  sessions: [],
  work: [],
  announcements: [],
  feedback: listOf([]),
  unreadDiscussions: 0,
}
const teacher: TeacherHome = {
  courses: listOf([]),
  hasCourses: true,
  toGrade: { ...listOf([]), submissions: 0 },
  sessions: [],
  nextSession: null,
  openRegisters: listOf([]),
  unanswered: listOf([]),
  atRisk: listOf([]),
  uploads: listOf([]),
  signUps: listOf([]),
}
export const quietSchool: SchoolHome = {
  attention: [],
  checkedAt: '2026-11-20T14:02:00Z',
  people: { students: 281, trainers: 26, admins: 5, invited: 0 },
  activity: [],
  courses: listOf([]),
  start: { firstCourse: { id: 'c1', title: 'Data Journalism', startsOn: null }, hasEmailed: true, courseWithStudents: 'c1' },
}

const none: Home = { learner: null, teacher: null, school: null }
export const homeOf = {
  learner: (facts: Partial<LearnerHome> = {}): Home => ({ ...none, learner: { ...learner, ...facts } }),
  teacher: (facts: Partial<TeacherHome> = {}): Home => ({ ...none, teacher: { ...teacher, ...facts } }),
  school: (facts: Partial<SchoolHome> = {}, taught?: Partial<TeacherHome>): Home => ({
    ...none,
    school: { ...quietSchool, ...facts },
    teacher: taught ? { ...teacher, ...taught } : null,
  }),
}

/** An hour in the course `c1`. */
export const taughtSession = (title: string, startsAt: string, facts: Partial<TaughtSession> = {}): TaughtSession => ({
  id: title,
  title,
  weekId: 'w1',
  startsAt: new Date(startsAt).toISOString(),
  durationMinutes: 60,
  hasRecording: false,
  courseId: 'c1',
  courseTitle: 'Data Journalism',
  attendance: null,
  joinUrl: null,
  canStart: false,
  ...facts,
})
