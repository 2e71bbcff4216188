/** What is done every night: deleting for good what can no longer be restored, and counting students again. */
import type { Dependencies } from '#http/mount.ts'
import { correctStudentCounts, purgeDeleted } from '#modules/courses/deletion/queries.ts'
import type { Task } from '#services/jobs.ts'

export const courseTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'courses.purge': () => database.transaction((db) => purgeDeleted(db, now())),
  'courses.count-students': () => database.transaction(correctStudentCounts),
})

export const courseSchedule = { 'courses.purge': '10 2 * * *', 'courses.count-students': '20 2 * * *' }
