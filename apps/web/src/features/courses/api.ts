/** Courses, enrolment, progress. */
import { read, write } from '#lib/calls.ts'

export const coursesQuery = read('courses', 'listCourses')
export const myCoursesQuery = read('courses', 'listMyCourses')
export const courseQuery = read('courses', 'getCourse')
export const progressQuery = read('courses', 'getProgress')
export const studentProgressQuery = read('courses', 'getStudentProgress')
export const useCreateCourse = write('courses', 'createCourse', { invalidates: ['courses'], errors: 'inline' })
export const useUpdateCourse = write('courses', 'updateCourse', { invalidates: ['courses'], errors: 'inline' })
export const useUpdateCourseStatus = write('courses', 'updateCourse', { invalidates: ['courses'] })
export const useRemoveCourse = write('courses', 'removeCourse', { invalidates: ['courses', 'assignments', 'submissions'] })
export const deletedCoursesQuery = read('courses', 'listDeletedCourses')
export const useRestoreCourse = write('courses', 'restoreCourse', { invalidates: ['courses', 'assignments', 'weeks', 'submissions'] })
export const useEnroll = write('courses', 'enroll', { invalidates: ['courses', 'assignments'] })
