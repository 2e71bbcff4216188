/** What an administrator should do something about, in SQL. */

import { sql, type SQL } from 'drizzle-orm'
import type { Attention } from '@lms/contract/home'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'

const now = sql`${sql.placeholder('now')}::timestamptz`
/** What failed longer ago is history. */
const isRecent = (at: SQL): SQL => sql`${at} > ${now} - interval '30 days'`

/** Courses, people and files that are named. */
const mostNamed = 3
const named = (rows: SQL): SQL => sql`(select coalesce(json_agg(named), '[]') from (${rows} limit ${mostNamed}) named)`
const courseName = sql`course.id, course.title, course.starts_on as "startsOn"`

/** Emails to a course that no mail server took. */
const failedEmails = sql`emails email join course_emails sent on sent.id = email.batch_id
  join courses course on course.id = sent.course_id and course.deleted_at is null
  where email.state = 'FAILED' and ${isRecent(sql`email.created_at`)}`

/** People who never signed in, and whose latest invitation failed. */
const failedInvitations = sql`users person
  cross join lateral (select state from emails where user_id = person.id and kind = 'INVITATION' order by created_at desc limit 1) invitation
  where person.status = 'INVITED' and person.deleted_at is null and invitation.state = 'FAILED'`

/** Running or to come, and nobody teaches them. */
const coursesWithoutTrainer = sql`courses course where course.deleted_at is null and course.status = 'PUBLISHED'
  and (course.ends_on is null or course.ends_on >= (${now} at time zone course.time_zone)::date)
  and not exists (select from course_staff staff join users person on person.id = staff.user_id and person.status <> 'SUSPENDED'
    where staff.course_id = course.id)`

/** Idle for a day: those that are on their way are none of it. */
const idleUploads = sql`uploads upload join files file on file.key = upload.key join users owner on owner.id = upload.owner_id
  where upload.status = 'OPEN' and upload.created_at < ${now} - interval '1 day'`

const waitingSignUps = sql`signup_responses response join signup_forms form on form.id = response.form_id
  join courses course on course.id = form.course_id and course.deleted_at is null and course.status <> 'ARCHIVED'
  join users person on person.id = response.user_id and person.deleted_at is null
  where response.status = 'PENDING'`

type Found<K extends Attention['kind']> = Extract<Attention, { kind: K }>
type Rows = {
  emails: Found<'FAILED_EMAILS'> | null
  invitations: Found<'FAILED_INVITATIONS'> | null
  noTrainer: Found<'NO_TRAINER'> | null
  uploads: Found<'UPLOADS'> | null
  signUps: Found<'SIGN_UPS'> | null
}

const stateOfSchool = prepared((db) =>
  db.execute<Rows>(sql`
    select
      (select json_build_object('kind', 'FAILED_EMAILS', 'count', count(*), 'newestAt', ${stamp(sql`max(email.created_at)`)},
        'courses', ${named(sql`select ${courseName} from ${failedEmails} group by course.id order by max(email.created_at) desc`)})
        from ${failedEmails} having count(*) > 0) as emails,
      (select json_build_object('kind', 'FAILED_INVITATIONS', 'count', count(*),
        'people', ${named(sql`select person.id, person.name from ${failedInvitations} order by person.name`)})
        from ${failedInvitations} having count(*) > 0) as invitations,
      (select json_build_object('kind', 'NO_TRAINER', 'count', count(*),
        'courses', ${named(sql`select ${courseName} from ${coursesWithoutTrainer} order by course.starts_on nulls last, course.title`)})
        from ${coursesWithoutTrainer} having count(*) > 0) as "noTrainer",
      (select json_build_object('kind', 'UPLOADS', 'count', count(*), 'bytes', coalesce(sum(file.announced_size), 0), 'oldestAt', ${stamp(sql`min(upload.created_at)`)},
        'owners', (select coalesce(json_agg(name), '[]') from (select owner.name from ${idleUploads} group by owner.id order by owner.name limit ${mostNamed}) owners))
        from ${idleUploads} having count(*) > 0) as uploads,
      (select json_build_object('kind', 'SIGN_UPS', 'waiting', count(*),
        'courses', ${named(sql`select ${courseName} from ${waitingSignUps} group by course.id order by min(response.sent_at)`)})
        from ${waitingSignUps} having count(*) > 0) as "signUps"`),
)

/** In one statement; the worst first. */
export async function listAttention(db: Db, at: Date): Promise<Attention[]> {
  const { emails, invitations, noTrainer, uploads, signUps } = (await stateOfSchool(db, { now: at.toISOString() })).rows[0]!
  return [emails, invitations, noTrainer, signUps, uploads].filter((one) => one !== null)
}
