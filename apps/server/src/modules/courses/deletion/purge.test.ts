import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses } from '#db/schema/courses.ts'
import { lanesOn } from '#jobs.ts'
import { testApp } from '#test/app.ts'

const { given, database, deps } = await testApp()
const { db } = database
const purge = () => lanesOn(deps).find(({ tasks }) => 'courses.purge' in tasks)!.tasks['courses.purge']!({}, undefined)
const isLeft = async ({ course }: { course: { id: string } }) => (await db.$count(courses, eq(courses.id, course.id))) > 0

/** Discussions refuse to be deleted while `condition` holds. */
async function refuse(condition: string): Promise<void> {
  await db.execute(
    sql.raw(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception 'refused with %', current_setting('statement_timeout'); end if;
      return old;
    end $$`),
  )
  await db.execute(sql`create or replace trigger refusal before delete on discussions for each row execute function refuse()`)
}

async function deletedCourse(title: string) {
  const home = await given.discussion({ title })
  await given.comment({ discussionId: home.discussion.id, authorId: home.student.id })
  await db.update(courses).set({ deletedAt: '2026-01-01T00:00:00Z' }).where(eq(courses.id, home.course.id))
  return home
}

test('a course that cannot be purged does not block the others, and is retried', async () => {
  const homes = [await deletedCourse('first'), await deletedCourse('stuck'), await deletedCourse('last')]
  await refuse(`old.title = 'stuck'`)
  await expect(purge()).rejects.toThrow('delete from discussions')
  expect(await Promise.all(homes.map(isLeft))).toEqual([false, true, false])
  await refuse('false')
  await purge()
  expect(await isLeft(homes[1]!)).toBe(false)
})

test('each statement has a timeout of one minute', async () => {
  const home = await deletedCourse('large')
  await refuse(`current_setting('statement_timeout') <> '1min'`)
  await purge()
  expect(await isLeft(home)).toBe(false)
})
