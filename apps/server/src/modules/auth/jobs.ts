/** Codes are made, and what has ended is swept. */
import type { Dependencies } from '#http/mount.ts'
import { deleteEnded } from '#modules/auth/queries.ts'
import { sendCode, sendCodeJob, type CodeAsked } from '#modules/auth/reset.ts'
import type { Task } from '#services/jobs.ts'

export const authTasks = (ground: Dependencies): Record<string, Task> => ({
  [sendCodeJob]: (payload) => sendCode(ground, payload as CodeAsked),
  'auth.sweep': () => deleteEnded(ground.database.db, ground.now()),
})

export const authSchedule = { 'auth.sweep': '*/15 * * * *' }
