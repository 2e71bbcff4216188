/** Whether a student owes a medium (a session to attend, a recording to watch) and has done it: the only SQL for it. */

import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { statusMeanings } from '@lms/contract/rules/attendance-rate'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { countedStatus } from '#access/make-up.ts'
import { isOwed } from '#access/owed-work.ts'

/** Whether the attendance `record` has a status of this meaning. `madeUpAs`: the setting of its course. */
export function means(meaning: 'DONE' | 'NOT_REQUIRED', madeUpAs: SQL): SQL {
  const statuses = Object.entries(statusMeanings).filter(([, one]) => one === meaning)
  const list = sql.raw(statuses.map(([status]) => `'${status}'`).join(', '))
  return sql`coalesce(${countedStatus(sql`record`, madeUpAs)} in (${list}), false)`
}

// Of an `item` of `course_items` with `made_up_as`, the `enrolment` of a student, and their attendance `record`, if there is one.

/** What was watched is done. An absence that was made up counts by the setting of the course. */
export const attended = sql`(${means('DONE', sql`item.made_up_as`)} or (record.watched_at is not null and record.status is distinct from 'ABSENT'))`
export const isExempt = means('NOT_REQUIRED', sql`item.made_up_as`)

/** Sessions fall due when they end; recordings never do. */
export const endsAt = sql`(case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, ${defaultMinutes}) * interval '1 minute' end)`
export const isOwedSession = isOwed(sql`enrolment`, endsAt)

/** Whether the viewer of an attendance record has played some of the video. */
export const hasStarted = (record: SQLWrapper): SQL<boolean> =>
  sql`coalesce(${record}.position > 0 or ${record}.watched_ranges <> '[]', false)`

type Value = Placeholder | string

/** For `from`: each `enrolment` of a student who sees a recording, owes it and has neither watched it nor attended the session, with the `record`. */
export const fromUnwatched = ({ mediaId, courseId, now }: { mediaId: Value; courseId: Value; now: Value }): SQL => sql`(
    select item.*, course.made_up_as from course_items item join courses course on course.id = item.course_id
    where item.id = ${mediaId}::uuid and item.course_id = ${courseId}::uuid and item.has_recording and item.opens_at <= ${now}::timestamptz) item
  join course_students enrolment on enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = enrolment.user_id
  where not ${attended} and not ${isExempt} and ${isOwedSession}`
