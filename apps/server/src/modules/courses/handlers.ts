/** Not built yet. */
export { later as createCourse, later as enroll, later as getCourse, later as getProgress, later as listCourseProgress, later as listCourses, later as listMyCourses, later as removeCourse, later as updateCourse } from '#http/handler.ts'
