/** The meetings at Zoom of a week or a course that is deleted: a job for each, in the same transaction (decision 49). */
import type { Db } from '#db/client.ts'
import { syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { unwantMeetingsOf } from '#modules/media/zoom/queries.ts'
import { addJobs } from '#services/jobs.ts'

export const discardMeetings = async (db: Db, within: { courseId: string; weekId?: string }): Promise<void> =>
  addJobs(db, syncMeetingJob, await unwantMeetingsOf(db, within), { queue: zoomQueue })
