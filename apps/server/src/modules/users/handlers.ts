/** Not built yet. */
export { later as addUser, later as getUser, later as importUsers, later as listCourseStudents, later as listUsers, later as removeUser, later as updateMe, later as updateUser } from '#http/handler.ts'
