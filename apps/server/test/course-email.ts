import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { smtpServer } from '#test/smtp.ts'
import { testApp } from '#test/app.ts'

/** A mail server until the end of the test. */
export async function startMailServer(...options: Parameters<typeof smtpServer>) {
  const server = await smtpServer(...options)
  onTestFinished(server.close)
  return server
}

/** A course with students, on a mail server. */
export async function openEmailCourse(url: string, students = 1) {
  const app = await testApp({ SMTP_URL: url, MAIL_FROM: 'LMS <lms@example.org>', PUBLIC_URL: 'https://lms.example.org' })
  const home = await app.given.course({ title: 'Data & Journalism' })
  const people = [home.student]
  for (let n = 1; n < students; n++) {
    const one = await app.given.user({ name: `Student ${n}` })
    await app.given.member(home.course.id, one)
    people.push(one)
  }
  const params = { courseId: home.course.id }
  const trainer = await app.as(home.trainer)
  app.clock.set(new Date())
  const send = (more: object = {}) =>
    trainer.courseEmails.sendMails({ params, body: { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS', ...more } })
  /** Ten seconds later: runs waiting jobs, or only some of them. */
  const pass = async (milliseconds = 11_000, most = 1000) => {
    app.clock.set(new Date(app.clock.now().getTime() + milliseconds))
    await app.database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() + make_interval(days => 1)`)
    await app.database.db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() where id in (select id from graphile_worker._private_jobs limit ${most})`,
    )
    await app.runJobs()
  }
  const read = (id: string) => trainer.courseEmails.getCourseEmail({ params: { ...params, id } })
  const deliveries = (id: string, query = {}) => trainer.courseEmails.listDeliveries({ params: { ...params, id }, query })
  return { ...app, db: app.database.db, home, people, params, trainer, send, pass, read, deliveries }
}
