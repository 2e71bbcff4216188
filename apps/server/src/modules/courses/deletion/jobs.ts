/** Deletes for good, every night, what can no longer be restored. */
import type { Ground } from '#http/mount.ts'
import { purgeDeleted } from '#modules/courses/deletion/queries.ts'
import type { Task } from '#services/jobs.ts'

export const courseTasks = ({ database, now }: Ground): Record<string, Task> => ({
  'courses.purge': () => database.transaction((db) => purgeDeleted(db, now())),
})

export const courseSchedule = { 'courses.purge': '10 2 * * *' }
