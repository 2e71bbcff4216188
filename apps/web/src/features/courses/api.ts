/** Courses, enrolment, progress. */

import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { navigationMaxAgeMs } from '#lib/navigation-max-age.ts'

export const coursesQuery = apiQuery('courses', 'listCourses')
export const myCoursesQuery = apiQuery('courses', 'listMyCourses')
export const courseQuery = apiQuery('courses', 'getCourse', { staleTime: navigationMaxAgeMs })
/** Changes of all kinds invalidate `home`, as what needs the reader now. */
export const courseCountsQuery = apiQuery('home', 'getCourseCounts', { staleTime: navigationMaxAgeMs })
export const progressQuery = apiQuery('courses', 'getProgress')
export const studentProgressQuery = apiQuery('courses', 'getStudentProgress')
export const useCreateCourse = apiMutation('courses', 'createCourse', { invalidates: ['courses'], errors: 'inline' })
export const useUpdateCourse = apiMutation('courses', 'updateCourse', { invalidates: ['courses'], errors: 'inline' })
export const useUpdateCourseStatus = apiMutation('courses', 'updateCourse', { invalidates: ['courses'] })
export const useRemoveCourse = apiMutation('courses', 'removeCourse', { invalidates: ['courses', 'assignments', 'submissions'] })
export const deletedCoursesQuery = apiQuery('courses', 'listDeletedCourses')
export const useRestoreCourse = apiMutation('courses', 'restoreCourse', { invalidates: ['courses', 'assignments', 'weeks', 'submissions'] })
export const useEnroll = apiMutation('courses', 'enroll', { invalidates: ['courses', 'assignments'] })
export const classProgressQuery = apiQuery('courses', 'listCourseProgress')
export const useUpdateAtRiskLimits = apiMutation('courses', 'updateAtRiskLimits', { invalidates: ['courses', 'home'], errors: 'inline' })
