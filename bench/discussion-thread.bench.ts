/**
 * A discussion of 10,000 comments against one of 20: its first page, and the page around its last comment (whole calls, in process;
 * medians; at most 1.3 times as long). In both, every comment of the top level has three replies.
 */

import { createApp } from '@lms/server/app'
import { readConfig } from '@lms/server/config'
import { openDatabase } from '@lms/server/db/client'
import { createServices } from '@lms/server/services/services'
import { median, Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'

const [few, many] = [20, 10_000]
const limit = 1.3
const rounds = process.argv.includes('--quick') ? 60 : 300

const server = await startServer()
try {
  const { url, token } = await makeDatabase(server.url, 'discussion_thread')
  const [short, long] = [await addDiscussion(url, few), await addDiscussion(url, many)]
  const database = openDatabase(url)
  const services = await createServices(readConfig({ DATA_DIR: server.dataDir, SEED: 'none', RATE_LIMITS: 'off' }))
  const app = await createApp({ database, services, now: () => new Date() })
  try {
    const results = new Results('call', `of ${few}, ms`, `of ${many}, ms`, 'is', 'limit')
    const read = async ({ courseId, discussionId }: Discussion, query = '') => {
      const began = performance.now()
      const answer = await app.inject({
        url: `/api/discussion/get-comments/${courseId}/${discussionId}?limit=5${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
      const time = performance.now() - began
      if (answer.statusCode !== 200 || answer.json<{ items: unknown[] }>().items.length === 0) throw new Error(answer.body)
      return time
    }
    const compare = async (name: string, queryOf: (discussion: Discussion) => string) => {
      const times: [number[], number[]] = [[], []]
      for (let round = -10; round < rounds; round++) {
        const turn = [await read(short, queryOf(short)), await read(long, queryOf(long))] as const
        if (round >= 0) turn.forEach((time, n) => times[n]!.push(time))
      }
      const [from, to] = [median(times[0]), median(times[1])]
      results.add(to / from <= limit, name, from, to, to / from, limit)
    }
    await compare('first page', () => '')
    await compare('around the last comment', ({ lastId }) => `&around=${lastId}`)
    process.exitCode = results.print()
  } finally {
    await app.close()
    services.mailer.close()
    await database.close()
  }
} finally {
  await server.stop()
}

interface Discussion {
  courseId: string
  discussionId: string
  lastId: string
}

/** Comments of one student, a second apart. */
function addDiscussion(url: string, count: number): Promise<Discussion> {
  return connected(url, async (run) => {
    const add = async (statement: string, values: unknown[] = []) =>
      (await run(`${statement} returning id`, values)).rows[0]!['id'] as string
    const courseId = await add(`insert into courses (id, title, status) values (gen_random_uuid(), 'Data Journalism', 'PUBLISHED')`)
    const authorId = await add(
      `insert into users (id, name, email) values (gen_random_uuid(), 'Ana Li', gen_random_uuid() || '@example.org')`,
    )
    await run(`insert into memberships (course_id, user_id, role) values ($1, $2, 'STUDENT')`, [courseId, authorId])
    const discussionId = await add(
      `insert into discussions (id, course_id, author_id, title, content, comment_count, top_level_count)
        values (gen_random_uuid(), $1, $2, 'Which deflator?', '<p>The series starts in 2005.</p>', $3, $4)`,
      [courseId, authorId, count, count / 4],
    )
    // Ids increase with time, as those of the server do.
    const ids = Array.from({ length: count }, (_, n) => discussionId.slice(0, 24) + n.toString(16).padStart(12, '0'))
    const roots = ids.map((_, n) => (n % 4 === 0 ? null : ids[n - (n % 4)]))
    await run(
      `insert into comments (id, discussion_id, author_id, content, parent_id, root_id, created_at)
        select id, $1, $2, '<p>Comment ' || n || '</p>', root, root, now() - interval '1 day' + n * interval '1 second'
        from unnest($3::uuid[], $4::uuid[]) with ordinality r (id, root, n)`,
      [discussionId, authorId, ids, roots],
    )
    await run('analyze')
    return { courseId, discussionId, lastId: ids.at(-1)! }
  })
}
