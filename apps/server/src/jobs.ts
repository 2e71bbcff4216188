/** The tasks of all modules, and when those that nobody asks for are done. */
import type { Ground } from '#http/mount.ts'
import { authSchedule, authTasks } from '#modules/auth/jobs.ts'
import { mailSchedule, mailTasks } from '#modules/mail/jobs.ts'
import type { Task } from '#services/jobs.ts'

export const tasksOn = (ground: Ground): Record<string, Task> => ({ ...authTasks(ground), ...mailTasks(ground) })

export const schedule: Record<string, string> = { ...authSchedule, ...mailSchedule }
