/** Jobs of discussions. */

import type { Dependencies } from '#call/dependencies.ts'
import { eraseComment, type Deletion } from '#modules/discussions/comments/changes.ts'
import type { Task } from '#services/jobs.ts'

export const eraseJob = 'discussions.eraseComment'

export const discussionTasks = ({ database }: Dependencies): Record<string, Task> => ({
  [eraseJob]: (payload) => eraseComment(database.db, payload as Deletion),
})
