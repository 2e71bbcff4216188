/** What screens cannot be drawn without, and what else they ask for at the same time. Loaded with the first of them: the first pages do without. */

import type { Action } from '@lms/contract/policy'
import { navigationMaxAgeMs } from '#lib/navigation-max-age.ts'
import { type ScreenCall, screenCall } from '#lib/screen-calls.ts'

export type ScreenData = {
  /** Without their data the screen cannot be drawn: its code reads it with `useScreenQuery`. */
  calls: readonly ScreenCall[]
  /** Made at the same time, if the address has no query string. The screen shows whether they are loading or have failed: `useScreenPart`. */
  parts?: readonly ScreenCall[]
  /** The kind of object: “course”. */
  what: string
  /** Where such objects are listed. */
  backTo: 'courses' | 'course' | 'assignments' | 'discussions' | 'users'
  /** Who can help users for whom the server refuses a call. */
  help?: string
  /** The right in the course that the screen requires, and what users without it read. */
  needs?: { action: Action; help: string }
  /** Users who are not in the course are led to its details. */
  isForMembers?: boolean
  /** What has been removed since is no longer shown. Elsewhere, as in forms, what was loaded stays. */
  leavesRemoved?: boolean
}

const course = screenCall('courses', 'getCourse', { params: { id: ':courseId' } }, { staleTime: navigationMaxAgeMs })
const week = screenCall('weeks', 'getWeek', { params: { courseId: ':courseId', weekId: ':weekId' } })
const media = screenCall('media', 'getMedia', { params: { courseId: ':courseId', id: ':mediaId' } }, { staleTime: navigationMaxAgeMs })
const assignment = screenCall('assignments', 'getAssignment', { params: { id: ':assignmentId' } })
const user = screenCall('users', 'getUser', { params: { id: ':userId' } })
const inCourse = { params: { courseId: ':courseId' } }

const theCourse: ScreenData = { calls: [course], what: 'course', backTo: 'courses' }
const theWeek: ScreenData = { calls: [course, week], what: 'week', backTo: 'course' }
const theUser: ScreenData = { calls: [user], what: 'account', backTo: 'users' }
const trainerHelp = 'An admin can make you a trainer of the course.'
const forTrainers = (verb: string): string => `Trainers ${verb} the courses that they teach.`
const memberHelp = 'An admin can add you to the course.'

const form = screenCall('signupForms', 'getForm', inCourse)
const toGrade = { status: 'to-grade', sort: 'submittedAt', limit: 1 } as const

const all = {
  week: { ...theCourse, what: 'week', backTo: 'course', isForMembers: true, leavesRemoved: true, parts: [week] },
  media: { calls: [course, media], what: 'item', backTo: 'course', isForMembers: true, leavesRemoved: true },
  marks: theCourse,
  discussions: {
    ...theCourse,
    help: memberHelp,
    parts: [
      screenCall('discussions', 'countDiscussions', inCourse),
      screenCall('discussions', 'listDiscussions', { ...inCourse, query: { page: 1, limit: 20 } }),
    ],
  },
  myDiscussions: {
    calls: [],
    what: 'list',
    backTo: 'courses',
    parts: [screenCall('myDiscussions', 'listMyDiscussions', { query: { page: 1, limit: 20 } })],
  },
  discussionNew: { ...theCourse, needs: { action: 'discussion.write', help: memberHelp } },
  discussion: {
    calls: [screenCall('discussions', 'getDiscussion', { params: { courseId: ':courseId', discussionId: ':discussionId' } }), course],
    what: 'discussion',
    backTo: 'discussions',
    help: memberHelp,
  },
  assignment: { calls: [assignment, course], what: 'assignment', backTo: 'assignments', help: memberHelp },
  deletedSubmission: {
    calls: [screenCall('submissions', 'getMyDeletedSubmission', { params: { id: ':submissionId' } })],
    what: 'submission',
    backTo: 'assignments',
  },
  courseDetails: theCourse,
  userEdit: { ...theUser, help: 'An admin manages accounts.' },
  courseEdit: theCourse,
  signUpForm: { ...theCourse, calls: [course, form] },
  courseEmails: {
    ...theCourse,
    needs: { action: 'mail.send', help: forTrainers('see the emails of') },
    leavesRemoved: true,
  },
  announcements: { ...theCourse, needs: { action: 'week.read', help: 'Members of the course read its announcements.' } },
  signUpResponses: {
    ...theCourse,
    calls: [course, form],
    needs: { action: 'form.review', help: forTrainers('see the responses of') },
    leavesRemoved: true,
  },
  people: {
    ...theCourse,
    parts: [screenCall('courses', 'listCourseProgress', { query: { courseId: ':courseId', sort: 'risk', page: 1, limit: 50 } })],
    needs: { action: 'user.roster', help: forTrainers('see the people of') },
    leavesRemoved: true,
  },
  marksImport: theCourse,
  submissions: {
    calls: [assignment, course],
    what: 'assignment',
    backTo: 'assignments',
    parts: [
      screenCall('submissions', 'listSubmissions', { params: { courseId: ':courseId', assignmentId: ':assignmentId' }, query: toGrade }),
    ],
  },
  submission: {
    calls: [screenCall('submissions', 'getSubmission', { params: { submissionId: ':submissionId', courseId: ':courseId' } }), course],
    what: 'submission',
    backTo: 'assignments',
  },
  weekEdit: { ...theWeek, needs: { action: 'week.write', help: forTrainers('edit') } },
  mediaNew: {
    ...theWeek,
    needs: { action: 'media.write', help: forTrainers('add to') },
    parts: [screenCall('media', 'getMediaOptions')],
  },
  mediaEdit: {
    calls: [course, week, media],
    what: 'recording or session',
    backTo: 'course',
    needs: { action: 'media.write', help: forTrainers('edit') },
  },
  assignmentNew: { ...theWeek, needs: { action: 'assignment.write', help: trainerHelp } },
  assignmentEdit: {
    calls: [course, assignment, screenCall('assignmentChanges', 'getAssignmentUsage', { params: { id: ':assignmentId' } })],
    what: 'assignment',
    backTo: 'course',
    needs: { action: 'assignment.write', help: trainerHelp },
  },
  markAttendance: { ...theWeek, needs: { action: 'attendance.mark', help: forTrainers('mark') } },
  userDetails: { ...theUser, help: 'Trainers see the people of the courses they teach.' },
} satisfies Record<string, ScreenData>

export type ScreenDataName = keyof typeof all

export const screenData: Readonly<Record<ScreenDataName, ScreenData>> = all

const ofCourse = [
  course,
  screenCall('courses', 'getProgress', { params: { id: ':courseId' } }),
  screenCall('home', 'getCourseCounts', { params: { id: ':courseId' } }, { staleTime: navigationMaxAgeMs }),
  screenCall('courseEmails', 'listAnnouncements', { query: { courseId: ':courseId' } }),
]

/** Made by start.js only: which of them the screen makes depends on what it knows of the user. By the name in paths.ts. */
export const firstCalls: Readonly<Record<string, readonly ScreenCall[]>> = {
  dashboard: [screenCall('home', 'getHome', {})],
  course: ofCourse,
}
