/** Counts what happens in the school, once an hour, and who is at risk, every ten minutes. */

import type { Dependencies } from '#call/dependencies.ts'
import { countAllAtRisk } from '#modules/courses/progress/students-at-risk.ts'
import { countActivity } from '#modules/home/activity.ts'
import type { Task } from '#services/jobs.ts'

export const homeTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'home.count-activity': async () => void (await countActivity(database.db, now())),
  'home.count-at-risk': () => countAllAtRisk(database.db, now()),
})

export const homeSchedule = { 'home.count-activity': '35 * * * *', 'home.count-at-risk': '*/10 * * * *' }
