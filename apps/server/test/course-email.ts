import { sql } from 'drizzle-orm'
import type { TestApp } from '#test/app.ts'
import { openMailApp } from '#test/mail-app.ts'

/** For all tests of a file: courses with students, on a mail server that each test starts. */
export async function openEmailCourses() {
  const { smtp, mailApp } = await openMailApp({ PUBLIC_URL: 'https://lms.example.org' })
  return { startMailServer: smtp, openEmailCourse: async (url: string, students?: number) => addCourse(await mailApp(url), students) }
}

async function addCourse(app: TestApp, students = 1) {
  const home = await app.given.course({ title: 'Data & Journalism' })
  const people = [home.student]
  for (let n = 1; n < students; n++) {
    const one = await app.given.user({ name: `Student ${n}` })
    await app.given.member(home.course.id, one)
    people.push(one)
  }
  const params = { courseId: home.course.id }
  const trainer = await app.as(home.trainer)
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
