/** The paths of the screens by role, with the ids of the demo course. */

import type { Client } from '@lms/contract/client'
import { paths } from '../apps/web/src/lib/paths.ts'
import { clientFor, demo } from './people.ts'

export type Ids = Record<
  | 'course'
  | 'week'
  | 'video'
  | 'session'
  | 'assignment'
  | 'submission'
  | 'deletedSubmission'
  | 'discussion'
  | 'person'
  | 'formCourse'
  | 'joinCode',
  string
>

type Visitor = 'public' | 'everybody' | 'teaching' | 'managing'

/** Who looks at each screen. One without a row here does not compile. */
const visitors: Record<keyof typeof paths, Visitor[]> = {
  login: ['public'],
  register: ['public'],
  resetPassword: ['public'],
  setup: ['public'],
  unsubscribe: ['public'],
  confirmEmail: ['public'],
  stopEmailChange: ['public'],
  dashboard: ['everybody', 'teaching', 'managing'],
  enrolledCourses: ['everybody'],
  assignments: ['everybody', 'teaching'],
  attendance: ['everybody', 'teaching'],
  profile: ['everybody'],
  courses: ['everybody'],
  course: ['everybody', 'teaching'],
  week: ['everybody'],
  media: ['everybody'],
  discussions: ['everybody'],
  myDiscussions: ['everybody', 'teaching'],
  discussionNew: ['everybody'],
  discussion: ['everybody', 'teaching'],
  deletedSubmission: ['everybody'],
  assignment: ['everybody'],
  courseDetails: ['everybody'],
  join: ['managing'],
  // Without the right, a sentence says so.
  users: ['everybody', 'managing'],
  usersImport: ['managing'],
  userNew: ['managing'],
  userEdit: ['managing'],
  allMedia: ['managing'],
  courseEdit: ['managing'],
  signUpForm: ['managing'],
  marks: ['everybody', 'teaching'],
  marksImport: ['teaching'],
  announcements: ['everybody', 'teaching'],
  courseEmails: ['teaching'],
  signUpResponses: ['managing'],
  submissions: ['teaching'],
  submission: ['teaching'],
  courseNew: ['teaching'],
  weekEdit: ['teaching'],
  mediaNew: ['teaching'],
  mediaEdit: ['teaching'],
  assignmentNew: ['teaching'],
  assignmentEdit: ['teaching'],
  people: ['teaching'],
  markAttendance: ['teaching'],
  userDetails: ['teaching'],
}

const names = Object.keys(visitors) as (keyof typeof paths)[]

function listPaths(visitor: Visitor, id?: Ids): string[] {
  const values: Record<string, string | undefined> = id
    ? {
        courseId: id.course,
        weekId: id.week,
        mediaId: id.video,
        discussionId: id.discussion,
        assignmentId: id.assignment,
        userId: id.person,
        token: id.joinCode,
      }
    : {}
  const toPath = (name: keyof typeof paths): string => {
    const own: typeof values = {
      ...values,
      submissionId: name === 'deletedSubmission' ? id?.deletedSubmission : id?.submission,
      ...(name === 'signUpResponses' && { courseId: id?.formCourse }),
    }
    return paths[name].pattern.replaceAll(/:(\w+)/g, (_, key: string) => own[key]!)
  }
  return names.filter((name) => visitors[name].includes(visitor)).map(toPath)
}

export const publicScreens = listPaths('public')
export const everybody = (id: Ids) => [
  ...listPaths('everybody', id),
  `/courses-details/${id.formCourse}`,
  `/courses/course/${id.course}/week/${id.week}/media/${id.session}`,
  '/no/such/page',
]
export const teaching = (id: Ids) => [
  ...listPaths('teaching', id),
  `/courses/${id.course}/weeks/${id.week}/media?kind=live`,
  `/users/user-details/${id.person}?tab=work`,
]
export const managing = (id: Ids) => [
  ...listPaths('managing', id),
  '/users?page=1&role=all&course=all',
  '/media/all-media?page=1&view=table',
  `/courses/${id.course}/weeks/${id.week}/media?kind=library`,
]

/** Work of the student in an assignment that is deleted. */
export async function deletedWork(trainer: Client, student: Client, at: { courseId: string; weekId: string }, title: string) {
  const question = { id: crypto.randomUUID(), type: 'TEXT' as const, prompt: title, required: true, points: 10 }
  const { id } = await trainer.assignments.createAssignment({ params: at, body: { title, questions: [question] } })
  const place = { ...at, assignmentId: id }
  const answers = [{ questionId: question.id, value: title }]
  const work = await student.submissions.submitAssignment({ params: place, body: { answers } })
  await trainer.assignmentChanges.removeAssignment({ params: { id } })
  return work.id
}

/** Ids of the demo course, requested as its trainer. */
export async function demoIds(): Promise<Ids> {
  const trainer = await clientFor(demo.trainer)
  const { courses, submissions, discussions, joinLinks } = trainer
  const { items } = await courses.listMyCourses({ query: { search: 'Data Journalism' } })
  const { id: course, weeks } = await courses.getCourse({ params: { id: items[0]!.id } })
  const week = weeks!.find(({ media, assignments }) => assignments.length > 0 && new Set(media.map(({ type }) => type)).size > 1)!
  const assignment = week.assignments[0]!.id
  const roster = await submissions.listSubmissions({ params: { courseId: course, assignmentId: assignment }, query: { limit: 100 } })
  const submitted = roster.items.find(({ submissionId }) => submissionId)!
  const catalogue = await courses.listCourses({ query: { search: 'Furniture Making' } })
  const forum = await discussions.listDiscussions({ params: { courseId: course } })
  const place = { params: { courseId: course } }
  const { link } = await joinLinks.getJoinLink(place)
  const of = (type: string) => week.media.find((item) => item.type === type)!.id
  return {
    course,
    week: week.id,
    video: of('RECORDED'),
    session: of('LIVE'),
    assignment,
    submission: submitted.submissionId!,
    deletedSubmission: await deletedWork(trainer, await clientFor(demo.student), { courseId: course, weekId: week.id }, 'Taken back'),
    discussion: forum.items[0]!.id,
    person: submitted.student.id,
    formCourse: catalogue.items[0]!.id,
    joinCode: (link ?? (await joinLinks.resetJoinLink(place)).link).code,
  }
}
