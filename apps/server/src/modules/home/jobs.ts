/** Counts what happens in the school, once an hour. */

import type { Dependencies } from '#call/dependencies.ts'
import { countActivity } from '#modules/home/activity.ts'
import type { Task } from '#services/jobs.ts'

export const homeTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'home.count-activity': async () => void (await countActivity(database.db, now())),
})

export const homeSchedule = { 'home.count-activity': '7 * * * *' }
