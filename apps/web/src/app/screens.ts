/** The table of screens: path, right, data, code. Used by the router, the guard, the boundary of their data, start.js and preloading. */

import type { ComponentType } from 'react'
import type { Action } from '@lms/contract/policy'
import { paths } from '#lib/paths.ts'
import type { ScreenDataName } from './screen-data.ts'

export type ScreenAllow = Action | 'signed-in' | 'anyone'

export type Screen = {
  path: string
  allow: ScreenAllow
  /** Missing for the screen that is part of the first files. */
  load?: () => Promise<ComponentType>
  /** Its calls, in screen-data.ts. The first pages, which do not wait for that file, have none here. */
  data?: ScreenDataName
  /** Focus views collapse the sidebar to its rail. */
  isFocus?: boolean
}

/** The shell's information about the current screen. */
export type ScreenHandle = { isFocus?: boolean }

/* oxfmt-ignore */
export const screens: readonly Screen[] = [
  // Part of the first files: visitors who sign in have nothing in their cache, and another round trip would be noticeable.
  { path: paths.login.pattern, allow: 'anyone' },
  { path: paths.register.pattern, allow: 'anyone', load: () => import('#features/auth/register-screen.tsx').then((m) => m.RegisterScreen) },
  { path: paths.setup.pattern, allow: 'anyone', load: () => import('#features/auth/setup-screen.tsx').then((m) => m.SetupScreen) },
  { path: paths.resetPassword.pattern, allow: 'anyone', load: () => import('#features/auth/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen) },
  { path: paths.unsubscribe.pattern, allow: 'anyone', load: () => import('#features/auth/unsubscribe-screen.tsx').then((m) => m.UnsubscribeScreen) },
  { path: paths.confirmEmail.pattern, allow: 'anyone', load: () => import('#features/auth/email-change-screens.tsx').then((m) => m.ConfirmEmailScreen) },
  { path: paths.stopEmailChange.pattern, allow: 'anyone', load: () => import('#features/auth/email-change-screens.tsx').then((m) => m.StopEmailChangeScreen) },

  { path: paths.dashboard.pattern, allow: 'signed-in', load: () => import('#features/dashboard/dashboard-screen.tsx').then((m) => m.DashboardScreen) },
  { path: paths.enrolledCourses.pattern, allow: 'signed-in', load: () => import('#features/courses/enrolled-courses-screen.tsx').then((m) => m.EnrolledCoursesScreen) },
  { path: paths.assignments.pattern, allow: 'signed-in', load: () => import('#features/assignments/assignment-list-screen.tsx').then((m) => m.AssignmentListScreen) },
  { path: paths.attendance.pattern, allow: 'signed-in', load: () => import('#features/attendance/attendance-screen.tsx').then((m) => m.AttendanceScreen) },
  { path: paths.profile.pattern, allow: 'signed-in', load: () => import('#features/users/profile-screen.tsx').then((m) => m.ProfileScreen) },
  { path: paths.courses.pattern, allow: 'signed-in', load: () => import('#features/courses/course-list-screen.tsx').then((m) => m.CourseListScreen) },
  { path: paths.course.pattern, allow: 'signed-in', load: () => import('#features/courses/course-screen.tsx').then((m) => m.CourseScreen) },
  { path: paths.week.pattern, allow: 'signed-in', data: 'week', load: () => import('#features/weeks/week-screen.tsx').then((m) => m.WeekScreen) },
  { path: paths.media.pattern, allow: 'signed-in', data: 'media', load: () => import('#features/media/media-screen.tsx').then((m) => m.MediaScreen) },
  { path: paths.marks.pattern, allow: 'signed-in', data: 'marks', load: () => import('#features/marks/marks-screen.tsx').then((m) => m.MarksScreen) },
  { path: paths.discussions.pattern, allow: 'signed-in', data: 'discussions', load: () => import('#features/discussions/discussion-list-screen.tsx').then((m) => m.DiscussionListScreen) },
  { path: paths.myDiscussions.pattern, allow: 'discussion.listOwn', data: 'myDiscussions', load: () => import('#features/discussions/my-discussions-screen.tsx').then((m) => m.MyDiscussionsScreen) },
  { path: paths.discussionNew.pattern, allow: 'signed-in', data: 'discussionNew', load: () => import('#features/discussions/discussion-new-screen.tsx').then((m) => m.DiscussionNewScreen) },
  { path: paths.discussion.pattern, allow: 'signed-in', data: 'discussion', load: () => import('#features/discussions/discussion-screen.tsx').then((m) => m.DiscussionScreen) },
  { path: paths.assignment.pattern, allow: 'signed-in', data: 'assignment', load: () => import('#features/assignments/assignment-screen.tsx').then((m) => m.AssignmentScreen) },
  { path: paths.deletedSubmission.pattern, allow: 'submission.listOwn', data: 'deletedSubmission', load: () => import('#features/submissions/deleted-submission-screen.tsx').then((m) => m.DeletedSubmissionScreen) },
  { path: paths.courseDetails.pattern, allow: 'signed-in', data: 'courseDetails', load: () => import('#features/courses/course-details-screen.tsx').then((m) => m.CourseDetailsScreen) },
  { path: paths.join.pattern, allow: 'signed-in', load: () => import('#features/join-links/join-screen.tsx').then((m) => m.JoinScreen) },

  { path: paths.users.pattern, allow: 'user.list', load: () => import('#features/users/user-list-screen.tsx').then((m) => m.UserListScreen) },
  { path: paths.usersImport.pattern, allow: 'user.create', load: () => import('#features/users/user-import-screen.tsx').then((m) => m.UserImportScreen) },
  { path: paths.userNew.pattern, allow: 'user.create', load: () => import('#features/users/user-new-screen.tsx').then((m) => m.UserNewScreen) },
  { path: paths.userEdit.pattern, allow: 'user.update', data: 'userEdit', load: () => import('#features/users/user-edit-screen.tsx').then((m) => m.UserEditScreen) },
  { path: paths.allMedia.pattern, allow: 'media.library', load: () => import('#features/media/media-library-screen.tsx').then((m) => m.MediaLibraryScreen) },
  { path: paths.courseEdit.pattern, allow: 'course.update', data: 'courseEdit', load: () => import('#features/courses/course-edit-screen.tsx').then((m) => m.CourseEditScreen) },
  { path: paths.signUpForm.pattern, allow: 'form.write', data: 'signUpForm', load: () => import('#features/sign-up-forms/form-builder-screen.tsx').then((m) => m.FormBuilderScreen) },
  { path: paths.courseEmails.pattern, allow: 'mail.send', data: 'courseEmails', load: () => import('#features/emails/emails-screen.tsx').then((m) => m.EmailsScreen) },
  { path: paths.announcements.pattern, allow: 'signed-in', data: 'announcements', load: () => import('#features/emails/announcements-screen.tsx').then((m) => m.AnnouncementsScreen) },
  { path: paths.signUpResponses.pattern, allow: 'form.review', data: 'signUpResponses', load: () => import('#features/sign-up-forms/responses-screen.tsx').then((m) => m.ResponsesScreen) },

  { path: paths.people.pattern, allow: 'user.roster', data: 'people', load: () => import('#features/courses/people/people-screen.tsx').then((m) => m.PeopleScreen) },
  { path: paths.marksImport.pattern, allow: 'submission.grade', data: 'marksImport', load: () => import('#features/marks/import/marks-import-screen.tsx').then((m) => m.MarksImportScreen) },
  { path: paths.submissions.pattern, allow: 'submission.list', data: 'submissions', load: () => import('#features/submissions/submission-list-screen.tsx').then((m) => m.SubmissionListScreen) },
  { path: paths.submission.pattern, allow: 'submission.grade', data: 'submission', isFocus: true, load: () => import('#features/submissions/submission-screen.tsx').then((m) => m.SubmissionScreen) },
  { path: paths.courseNew.pattern, allow: 'course.create', load: () => import('#features/courses/course-new-screen.tsx').then((m) => m.CourseNewScreen) },
  { path: paths.weekEdit.pattern, allow: 'week.write', data: 'weekEdit', load: () => import('#features/weeks/week-edit-screen.tsx').then((m) => m.WeekEditScreen) },
  { path: paths.mediaNew.pattern, allow: 'media.write', data: 'mediaNew', load: () => import('#features/media/media-new-screen.tsx').then((m) => m.MediaNewScreen) },
  { path: paths.mediaEdit.pattern, allow: 'media.write', data: 'mediaEdit', load: () => import('#features/media/media-edit-screen.tsx').then((m) => m.MediaEditScreen) },
  { path: paths.assignmentNew.pattern, allow: 'assignment.write', data: 'assignmentNew', load: () => import('#features/assignments/assignment-new-screen.tsx').then((m) => m.AssignmentNewScreen) },
  { path: paths.assignmentEdit.pattern, allow: 'assignment.write', data: 'assignmentEdit', load: () => import('#features/assignments/assignment-edit-screen.tsx').then((m) => m.AssignmentEditScreen) },
  { path: paths.markAttendance.pattern, allow: 'attendance.mark', data: 'markAttendance', load: () => import('#features/attendance/mark-attendance-screen.tsx').then((m) => m.MarkAttendanceScreen) },
  { path: paths.userDetails.pattern, allow: 'user.roster', data: 'userDetails', load: () => import('#features/users/user-details-screen.tsx').then((m) => m.UserDetailsScreen) },
]
