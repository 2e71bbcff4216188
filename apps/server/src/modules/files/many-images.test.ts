/** The sweep of unused files does not read each text with images again for every file. */

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listUnused } from '#modules/files/queries.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()

test('finding the unused ones among many files does not read every post and email for each of them', async () => {
  const { course, trainer, discussion } = await given.discussion()
  const [texts, files] = [400, 200]
  await database.transaction(async (db) => {
    const html = sql`'<p><img data-key="image/' || ${trainer.id}::text || '/' || lpad(n::text, 8, '0') || '-0000-7000-8000-000000000000.png" alt=""></p>'`
    const values = sql`gen_random_uuid(), ${course.id}, ${trainer.id}, ${html}`
    const each = sql`from generate_series(1, ${texts}::int) n`
    await db.execute(sql`insert into course_emails (id, course_id, sender_id, body, subject, audience, send_at, recipients)
      select ${values}, 'Hello', '{}', now(), 1 ${each}`)
    await db.execute(sql`insert into discussions (id, course_id, author_id, content, title) select ${values}, 'Hello' ${each}`)
    await db.execute(sql`insert into comments (id, discussion_id, author_id, content)
      select gen_random_uuid(), ${discussion.id}, ${trainer.id}, ${html} ${each}`)
    await db.execute(sql`insert into comment_versions (id, comment_id, content, created_at)
      select gen_random_uuid(), c.id, c.content, now() from comments c`)
    await db.execute(sql`insert into files (key, owner_id, content_type, status, created_at)
      select 'image/' || ${trainer.id}::text || '/' || lpad((n + ${texts - 50})::text, 8, '0') || '-0000-7000-8000-000000000000.png', ${trainer.id}, 'image/png', 'READY', now()
      from generate_series(1, ${files}::int) n`)
  })
  for (const table of ['course_emails', 'discussions', 'comments', 'comment_versions'])
    await database.db.execute(sql.raw(`analyze ${table}`))
  const keys = (await database.db.execute<{ key: string }>(sql`select key from files`)).rows.map(({ key }) => key)
  await database.transaction(async (db) => {
    const unused = await listUnused(db, keys)
    expect(unused).toHaveLength(files - 50)
    const { rows } = await db.execute<{ name: string; read: number }>(sql`
      select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('course_emails', 'discussions', 'comments', 'comment_versions')`)
    expect(rows.filter(({ read }) => read > 4 * (texts + files))).toEqual([])
  })
})
