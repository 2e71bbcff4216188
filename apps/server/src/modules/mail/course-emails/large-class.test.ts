/** Emails to a large class are written in batches, and one that cannot be written is not waited for in silence. */

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { openEmailCourses } from '#test/course-email.ts'

const { startMailServer, openEmailCourse } = await openEmailCourses()
type Course = Awaited<ReturnType<typeof openEmailCourse>>

async function openLargeCourse() {
  const server = await startMailServer()
  const course = await openEmailCourse(server.url)
  const { db, params } = course
  await db.execute(sql`
    with added as (insert into users (id, name, email, role, status)
      select gen_random_uuid(), 'Reader ' || n, 'reader' || n || '@example.org', 'USER', 'ACTIVE' from generate_series(1, 299) n returning id)
    insert into memberships (user_id, course_id, role, status) select id, ${params.courseId}, 'STUDENT', 'ACTIVE' from added`)
  return course
}

/** From now on the database refuses the mails after these many. */
const refuseAfter = (db: Course['db'], most: number) =>
  db.execute(
    sql.raw(`
    create or replace function refuse_mails() returns trigger language plpgsql as $$
    begin if (select count(*) from emails where kind = 'COURSE') >= ${most} then raise 'too many'; end if; return new; end $$;
    create or replace trigger refuse_mails before insert on emails for each row when (new.kind = 'COURSE') execute function refuse_mails()`),
  )
/** The mails written by each statement. */
const countWritten = (db: Course['db']) =>
  db.execute(
    sql.raw(`
    create table if not exists written (mails int);
    create or replace function count_mails() returns trigger language plpgsql as $$
    begin insert into written select count(*) from new_mails; return null; end $$;
    create or replace trigger count_mails after insert on emails referencing new table as new_mails for each statement execute function count_mails()`),
  )
const allow = (db: Course['db']) => db.execute(sql`drop trigger if exists refuse_mails on emails`)

let course: Course
beforeEach(async () => {
  course = await openLargeCourse()
  await allow(course.db)
})

/** The worker tries until it gives up; then the job that looks for such ones runs. */
async function giveUp({ db, pass, runJobs }: Course) {
  await expect(pass()).rejects.toThrow('Failed query')
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where key like 'mail.startBatch:%'`)
  await db.execute(sql`select graphile_worker.add_job('jobs.given-up', '{}')`)
  await runJobs()
}

test('mails to a large class are written in batches, one for each reader', async () => {
  const { send, pass, db, read, deliveries } = course
  await countWritten(db)
  const { id } = await send()
  await pass()
  expect((await db.execute(sql`select mails from written order by mails`)).rows).toEqual([{ mails: 50 }, { mails: 250 }])
  expect(await db.$count(emails)).toBe(300)
  expect(await read(id)).toMatchObject({ state: 'SENT', recipients: 300, counts: { queued: 0, sent: 300 } })
  expect((await deliveries(id)).total).toBe(300)
})

test('an email that cannot be written at all is given up within the hour: the log says so, and staff and super admins are told', async () => {
  const { send, db, read, as, home } = course
  const operator = await as('SUPER_ADMIN')
  await refuseAfter(db, 0)
  const { id } = await send({ subject: 'Room 4' })
  await giveUp(course)
  await expect(read(id)).resolves.toMatchObject({
    state: 'CANCELLED',
    cancelReason: expect.stringContaining('could not write it') as string,
  })
  for (const one of [operator, await as(home.trainer)])
    await expect(one.notices.listNotices({ query: {} })).resolves.toMatchObject({
      items: [{ kind: 'EMAIL', subject: { title: 'Room 4' }, actor: null }],
    })
  await expect((await as(home.student)).notices.listNotices({ query: {} })).resolves.toMatchObject({ items: [] })
})

test('if only some mails are written, the others are shown as failed, and can be tried again', async () => {
  const { send, db, pass, read, deliveries, trainer, params } = course
  await refuseAfter(db, 250)
  const { id } = await send()
  await giveUp(course)
  await pass()
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', counts: { queued: 0, sent: 250, failed: 50 } })
  await expect(trainer.courseEmails.listCourseEmails({ params })).resolves.toMatchObject({ failed: 50 })
  const failed = await deliveries(id, { state: 'FAILED' })
  expect([failed.total, failed.items[0]!.answer]).toEqual([50, expect.stringContaining('could not write it')])
  await allow(db)
  await expect(trainer.courseEmails.retryDeliveries({ params: { ...params, id }, body: {} })).resolves.toEqual({ queued: 50 })
  await expect(read(id)).resolves.toMatchObject({ state: 'SENDING', counts: { queued: 50, sent: 250, failed: 0 } })
  await pass()
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', counts: { sent: 300, failed: 0 } })
})

test('super admins get one notice and one email about any other task that was given up', async () => {
  const { db, as, runJobs } = course
  const operator = await as('SUPER_ADMIN')
  await db.execute(sql`select graphile_worker.add_job('files.removeStored', '{}', max_attempts => 1)`)
  await db.execute(sql`update graphile_worker._private_jobs set attempts = 1`)
  const look = async () => {
    await db.execute(sql`select graphile_worker.add_job('jobs.given-up', '{}')`)
    await runJobs()
    return (await db.select().from(emails)).filter(({ userId }) => userId === operator.user.id).map(({ subject }) => subject)
  }
  expect(await look()).toEqual(['A task in the background was given up'])
  expect(await look()).toHaveLength(1)
  const { items, unread } = await operator.notices.listNotices()
  expect(items.map(({ kind, subject }) => [kind, subject.title])).toEqual([['JOB', 'files.removeStored']])
  expect([unread, (await operator.auth.getSession()).unreadNotices]).toEqual([1, 1])
})
