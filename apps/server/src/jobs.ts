/** The jobs of all modules, and the schedule of recurring ones. */

import type { Dependencies } from '#call/dependencies.ts'
import { reportTasks } from '#modules/attendance/zoom-attendance/report.ts'
import { sendCodeJob, sendCode, type CodeRequest } from '#modules/auth/password-reset/jobs.ts'
import { deleteEnded } from '#modules/auth/queries.ts'
import { purgeDeleted } from '#modules/courses/deletion/purge.ts'
import { correctStudentCounts } from '#modules/courses/deletion/queries.ts'
import { discussionTasks } from '#modules/discussions/jobs.ts'
import { fileSchedule, fileTasks } from '#modules/files/sweep.ts'
import { homeSchedule, homeTasks } from '#modules/home/jobs.ts'
import { courseEmailTasks } from '#modules/mail/course-emails/send.ts'
import { givenUpSchedule, givenUpTasks } from '#modules/mail/given-up.ts'
import { mailSchedule, mailTasks } from '#modules/mail/jobs.ts'
import { sendMailJob } from '#modules/mail/outbox.ts'
import { zoomTasks } from '#modules/media/zoom/jobs.ts'
import { noticeSchedule, noticeTasks } from '#modules/notices/jobs.ts'
import { moveUpTasks } from '#modules/signup-forms/responses/decide.ts'
import { deleteOldResults } from '#modules/users/import/queries.ts'
import type { Lane, Task } from '#services/jobs.ts'

const deletionTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'courses.purge': (_payload, signal) => purgeDeleted(database, now(), signal),
  'courses.count-students': () => database.transaction(correctStudentCounts),
  'users.sweep': async () => void (await deleteOldResults(database.db, now())),
})

const deletionSchedule = { 'courses.purge': '10 2 * * *', 'courses.count-students': '20 2 * * *', 'users.sweep': '25 * * * *' }

export const authTasks = (deps: Dependencies): Record<string, Task> => ({
  [sendCodeJob]: (payload) => sendCode(deps, payload as CodeRequest),
  'auth.sweep': () => deleteEnded(deps.database.db, deps.now()),
})

const authSchedule = { 'auth.sweep': '*/15 * * * *' }

/** One at a time in each process: if it is killed, at most one mail was sent without being marked as sent. */
const inTurn = new Set([sendMailJob, sendCodeJob])

const schedule = {
  ...authSchedule,
  ...deletionSchedule,
  ...fileSchedule,
  ...homeSchedule,
  ...mailSchedule,
  ...givenUpSchedule,
  ...noticeSchedule,
}

export function lanesOn(deps: Dependencies): Lane[] {
  const tasks = Object.entries({
    ...authTasks(deps),
    ...deletionTasks(deps),
    ...discussionTasks(deps),
    ...fileTasks(deps),
    ...homeTasks(deps),
    ...mailTasks(deps),
    ...courseEmailTasks(deps),
    ...givenUpTasks(deps),
    ...zoomTasks(deps),
    ...reportTasks(deps),
    ...moveUpTasks(deps),
    ...noticeTasks(deps),
  })
  return [
    { atOnce: 1, tasks: Object.fromEntries(tasks.filter(([name]) => inTurn.has(name))) },
    {
      atOnce: 4,
      tasks: Object.fromEntries(tasks.filter(([name]) => !inTurn.has(name))),
      schedule,
    },
  ]
}
