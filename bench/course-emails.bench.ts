/**
 * Emails to a course: the preview of an audience of 2,000 against one of 20 (the whole call, in process; medians;
 * at most three times as long), and CPU of server and database to write 2,000 mails with their jobs (at most 1 s). Linux only.
 */

import { createApp } from '@lms/server/app'
import { readConfig } from '@lms/server/config'
import { openDatabase } from '@lms/server/db/client'
import { courseEmailTasks } from '@lms/server/modules/mail/course-emails/send'
import { createServices } from '@lms/server/services/services'
import { cpuSeconds } from './processes.ts'
import { median, Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'

const [few, many] = [20, 2000]
const rounds = process.argv.includes('--quick') ? 30 : 150

const server = await startServer()
try {
  const { url, token } = await makeDatabase(server.url, 'course_emails')
  const database = openDatabase(url)
  const services = await createServices(readConfig({ DATA_DIR: server.dataDir, SEED: 'none', RATE_LIMITS: 'off' }))
  const app = await createApp({ database, services, now: () => new Date() })
  try {
    const results = new Results('what', `of ${few}`, `of ${many}`, 'is', 'limit')
    const [small, large] = [await addCourse(url, few), await addCourse(url, many)]
    const preview = async ({ courseId }: Course) => {
      const began = performance.now()
      const answer = await app.inject({
        method: 'POST',
        url: `/api/courses/send-mails/${courseId}/preview`,
        headers: { authorization: `Bearer ${token}` },
        payload: { sendTo: 'ALL' },
      })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return performance.now() - began
    }
    const times: [number[], number[]] = [[], []]
    for (let round = -5; round < rounds; round++) {
      const turn = [await preview(small), await preview(large)] as const
      if (round >= 0) turn.forEach((time, n) => times[n]!.push(time))
    }
    const [from, to] = [median(times[0]), median(times[1])]
    results.add(to / from <= 3, 'preview, ms', from, to, to / from, 3)

    const start = courseEmailTasks({ database, services, now: () => new Date() })['mail.startBatch']!
    const costs: number[] = []
    for (let round = 0; round < 5; round++) {
      const id = await addEmail(url, large)
      const before = cpuSeconds(process.pid)
      await start({ id }, undefined)
      costs.push(cpuSeconds(process.pid) - before)
    }
    results.add(median(costs) <= 1, 'queued, CPU s', '–', median(costs), median(costs), 1)
    process.exitCode = results.print()
  } finally {
    await app.close()
    services.mailer.close()
    await database.close()
  }
} finally {
  await server.stop()
}

interface Course {
  courseId: string
  trainerId: string
}

function addCourse(url: string, students: number): Promise<Course> {
  return connected(url, async (run) => {
    const [course] = (
      await run(`insert into courses (id, title, status) values (gen_random_uuid(), 'Data Journalism', 'PUBLISHED') returning id`)
    ).rows
    const people = `insert into users (id, name, email, role) select gen_random_uuid(), 'Person ' || n, gen_random_uuid() || '@example.org', $1
      from generate_series(1, $2::int) n returning id`
    const member = `insert into memberships (course_id, user_id, role) select $1, unnest($2::uuid[]), $3`
    const ids = async (role: string, count: number) => (await run(people, [role, count])).rows.map(({ id }) => id)
    const [trainerId] = await ids('TRAINER', 1)
    await run(member, [course!['id'], [trainerId], 'TRAINER'])
    await run(member, [course!['id'], await ids('USER', students), 'STUDENT'])
    await run('analyze')
    return { courseId: course!['id'] as string, trainerId: trainerId as string }
  })
}

function addEmail(url: string, { courseId, trainerId }: Course): Promise<string> {
  return connected(url, async (run) => {
    const values = `values (gen_random_uuid(), $1, $2, 'Room change', '<p>Hello {{name}}, we meet in room 4.</p>', '{"to":["ALL"],"except":[]}', now(), 0)`
    const { rows } = await run(
      `insert into course_emails (id, course_id, sender_id, subject, body, audience, send_at, recipients) ${values} returning id`,
      [courseId, trainerId],
    )
    return rows[0]!['id'] as string
  })
}
