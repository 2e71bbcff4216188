/** What imports left behind is swept. */
import type { Ground } from '#http/mount.ts'
import { deleteOldResults } from '#modules/users/import/queries.ts'
import type { Task } from '#services/jobs.ts'

export const userTasks = ({ database, now }: Ground): Record<string, Task> => ({
  'users.sweep': async () => void (await deleteOldResults(database.db, now())),
})

export const userSchedule = { 'users.sweep': '25 * * * *' }
