/** The jobs of all modules: what does them, and when those that nobody asks for are done. */
import type { Dependencies } from '#http/mount.ts'
import { reportTasks } from '#modules/attendance/presence/report.ts'
import { authSchedule, authTasks } from '#modules/auth/jobs.ts'
import { sendCodeJob } from '#modules/auth/reset.ts'
import { courseSchedule, courseTasks } from '#modules/courses/deletion/jobs.ts'
import { fileSchedule, fileTasks } from '#modules/files/jobs.ts'
import { mailSchedule, mailTasks } from '#modules/mail/jobs.ts'
import { sendMailJob } from '#modules/mail/outbox.ts'
import { zoomTasks } from '#modules/media/zoom/jobs.ts'
import { userSchedule, userTasks } from '#modules/users/jobs.ts'
import type { Lane } from '#services/jobs.ts'

/** One at a time in each process: when it is killed, one mail at most has left without being marked so. */
const inTurn = new Set([sendMailJob, sendCodeJob])

export function lanesOn(ground: Dependencies): Lane[] {
  const tasks = Object.entries({
    ...authTasks(ground),
    ...courseTasks(ground),
    ...fileTasks(ground),
    ...mailTasks(ground),
    ...zoomTasks(ground),
    ...reportTasks(ground),
    ...userTasks(ground),
  })
  return [
    { atOnce: 1, tasks: Object.fromEntries(tasks.filter(([name]) => inTurn.has(name))) },
    {
      atOnce: 4,
      tasks: Object.fromEntries(tasks.filter(([name]) => !inTurn.has(name))),
      schedule: { ...authSchedule, ...courseSchedule, ...fileSchedule, ...mailSchedule, ...userSchedule },
    },
  ]
}
