/** What imports left behind is swept. */
import type { Dependencies } from '#http/mount.ts'
import { deleteOldResults } from '#modules/users/import/queries.ts'
import type { Task } from '#services/jobs.ts'

export const userTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'users.sweep': async () => void (await deleteOldResults(database.db, now())),
})

export const userSchedule = { 'users.sweep': '25 * * * *' }
