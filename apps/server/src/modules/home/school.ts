/** The first page of an administrator: what needs attention, and how the school is doing. */

import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Attention, SchoolHome } from '@lms/contract/home'
import type { Context } from '#call/handler.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { listCatalogue } from '#modules/courses/queries.ts'
import { toSummary } from '#modules/courses/rules.ts'
import { listActivity } from '#modules/home/activity.ts'
import { listAttention } from '#modules/home/attention.ts'
import { firstOf } from '#modules/home/parts.ts'
import { findTrouble } from '#modules/mail/queries.ts'
import type { Services } from '#services/services.ts'

/** The share of the disk from which it is a matter for attention. */
const fullShare = 0.8

const counts = prepared((db) =>
  db.execute<{ people: SchoolHome['people']; start: SchoolHome['start'] }>(sql`
    select
      (select json_build_object('students', coalesce(sum(delta) filter (where role = 'USER'), 0), 'trainers', coalesce(sum(delta) filter (where role = 'TRAINER'), 0),
        'admins', coalesce(sum(delta) filter (where role in ('ADMIN', 'SUPER_ADMIN')), 0), 'invited', coalesce(sum(delta) filter (where status = 'INVITED'), 0))
        from user_counts) as people,
      json_build_object(
        'firstCourse', (select json_build_object('id', id, 'title', title, 'startsOn', starts_on) from courses where deleted_at is null order by created_at, id limit 1),
        'hasEmailed', exists (select from course_emails where state = 'SENT'),
        'courseWithStudents', (select id from courses where deleted_at is null and student_count > 0 order by created_at, id limit 1)) as start`),
)
const countSchool = async (db: Db) => (await counts(db)).rows[0]!

/** Of the disk with the files; nothing where they are in a store elsewhere. */
async function checkStorage({ storage, config }: Services): Promise<Attention[]> {
  if (!storage.disk) return []
  const { blocks, bavail, bsize } = await statfs(config.dataDir)
  const usedShare = 1 - bavail / blocks
  return usedShare < fullShare ? [] : [{ kind: 'STORAGE', usedShare, freeBytes: bavail * bsize }]
}

async function checkMail(db: Db, { mailer: { delivery } }: Services, now: Date): Promise<Attention[]> {
  if (delivery === 'DEMO') return []
  const trouble = await findTrouble(db, delivery, now)
  return trouble || delivery === 'NONE' ? [{ kind: 'MAIL', delivery, trouble }] : []
}

/** Whether people whom nobody knows can register: not on a computer that only its own browser reaches. */
const isOpenToTheWorld = ({ registration, publicUrl }: Services['config']): boolean =>
  registration === 'open' && !/^(?:localhost|127\.|\[::1\])/.test(new URL(publicUrl).hostname)

export async function findSchoolHome(db: Db, { actor, services, ...ctx }: Context): Promise<SchoolHome> {
  const now = ctx.now()
  const [mail, storage, found, courses, numbers, activity] = await Promise.all([
    checkMail(db, services, now),
    checkStorage(services),
    listAttention(db, now),
    listCatalogue(db, actor, { sort: '-createdAt', page: 1, limit: 6 }, now),
    countSchool(db),
    listActivity(db, now),
  ])
  return {
    attention: [...mail, ...storage, ...found, ...(isOpenToTheWorld(services.config) ? [{ kind: 'OPEN_REGISTRATION' } as const] : [])],
    checkedAt: now.toISOString(),
    ...numbers,
    activity,
    courses: firstOf({
      ...courses,
      items: courses.items.map(({ description = '', ...course }) => ({ ...course, summary: toSummary(description) })),
    }),
  }
}
