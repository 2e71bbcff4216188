/** The paths of the screens by role, with the ids of the demo course. */

import { clientFor, demo } from './people.ts'

export type Ids = Record<
  'course' | 'week' | 'video' | 'session' | 'assignment' | 'submission' | 'discussion' | 'person' | 'formCourse' | 'joinCode',
  string
>

export const publicScreens = ['/auth/login', '/auth/register', '/auth/reset-password', '/auth/setup', '/auth/unsubscribe']
export const everybody = (id: Ids) => [
  '/',
  '/enrolled-courses',
  '/assignments',
  '/attendance',
  '/profile',
  '/courses',
  `/courses-details/${id.course}`,
  `/courses-details/${id.formCourse}`,
  `/courses/course/${id.course}`,
  `/courses/course/${id.course}/week/${id.week}`,
  `/courses/course/${id.course}/week/${id.week}/media/${id.video}`,
  `/courses/course/${id.course}/week/${id.week}/media/${id.session}`,
  `/courses/course/${id.course}/marks`,
  `/courses/course/${id.course}/discussion-forum`,
  `/courses/course/${id.course}/discussion-forum/create`,
  `/courses/course/${id.course}/discussion-forum/${id.discussion}`,
  `/assignments/course/${id.course}/week/${id.week}/${id.assignment}`,
  '/no/such/page',
  '/users',
]
export const teaching = (id: Ids) => [
  '/',
  '/assignments',
  '/attendance',
  `/courses/course/${id.course}`,
  `/courses/course/${id.course}/marks`,
  `/courses/course/${id.course}/marks/import`,
  `/all-submissions/course/${id.course}/${id.assignment}`,
  `/submissions/${id.submission}/course/${id.course}`,
  '/courses/new',
  `/courses/${id.course}/weeks/${id.week}/edit`,
  `/courses/${id.course}/weeks/${id.week}/media`,
  `/courses/${id.course}/weeks/${id.week}/media?kind=live`,
  `/courses/${id.course}/weeks/${id.week}/assignments/new`,
  `/courses/${id.course}/weeks/${id.week}/assignments/${id.assignment}/edit`,
  `/courses/${id.course}/weeks/${id.week}/mark-attendance`,
  `/courses/${id.course}/weeks/${id.week}/media/${id.video}/edit`,
  `/courses/course/${id.course}/emails`,
  `/users/user-details/${id.person}`,
  `/users/user-details/${id.person}?tab=work`,
]
export const managing = (id: Ids) => [
  '/',
  '/users?page=1&role=all&course=all',
  '/users/add-bulk-users',
  '/users/add-single-users',
  '/media/all-media?page=1',
  '/media/all-media?page=1&view=table',
  `/courses/${id.course}/weeks/${id.week}/media?kind=library`,
  `/users/${id.person}/edit`,
  `/courses/${id.course}/edit`,
  `/courses/${id.course}/create-sign-up-form`,
  `/courses/course/${id.formCourse}/sign-up-form/responses`,
  `/join/${id.joinCode}`,
]

/** Ids of the demo course, requested as its trainer. */
export async function demoIds(): Promise<Ids> {
  const { courses, submissions, discussions, joinLinks } = await clientFor(demo.trainer)
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
    discussion: forum.items[0]!.id,
    person: submitted.student.id,
    formCourse: catalogue.items[0]!.id,
    joinCode: (link ?? (await joinLinks.resetJoinLink(place)).link).code,
  }
}
