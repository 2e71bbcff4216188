/** Emails about notices: immediately, daily in the user's morning, or never; none is lost or sent twice. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Preferences } from '@lms/contract/preferences'
import { emailOptOuts, emails } from '#db/schema/mail.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { noticeTasks } from '#modules/notices/jobs.ts'
import { emailNoticesJob, notify } from '#modules/notices/notify.ts'
import { testApp } from '#test/app.ts'

const { given, as, database, deps, clock, runJobs } = await testApp()
const { db } = database
const send = (on = deps) => noticeTasks(on)[emailNoticesJob]!({}, undefined)

async function openCourse(preferences: Preferences = {}, values: Partial<typeof users.$inferInsert> = {}) {
  clock.set('2026-11-20T12:00:00Z')
  const home = await given.course({ title: 'Data Journalism' })
  await db
    .update(users)
    .set({ preferences, ...values })
    .where(eq(users.id, home.student.id))
  const tell = (kind: 'REPLY' | 'ANNOUNCEMENT' | 'MARKS', title: string, userIds = [home.student.id]) =>
    notify(
      db,
      [
        {
          kind,
          courseId: home.course.id,
          groupKey: `about:${title}`,
          sourceId: `about:${title}`,
          actorId: home.trainer.id,
          subject: { title, outcome: 'MARKED', marks: 17, maxMarks: 20 },
          userIds,
        },
      ],
      clock.now(),
    )
  const sent = () => db.select().from(emails).where(eq(emails.userId, home.student.id))
  return { ...home, tell, sent }
}

test('titles that are written from right to left are isolated in subject and text', async () => {
  const { tell, sent } = await openCourse({ emailMarks: 'NOW' })
  await tell('MARKS', 'سؤال 3')
  await runJobs()
  const [email] = await sent()
  expect(email!.subject).toBe('\u2068سؤال 3\u2069 was marked: 17 / 20')
  expect(email!.html).toContain('<h1 dir="auto"')
})

test('the daily email, at seven in the user’s time zone, has all new notices', async () => {
  const { tell, sent, trainer } = await openCourse({}, { timeZone: 'America/New_York' })
  await tell('REPLY', 'Accents')
  await tell('MARKS', 'Week 5')
  await runJobs()
  clock.set('2026-11-21T11:59:00Z')
  await send()
  expect(await sent()).toEqual([])
  clock.set('2026-11-21T12:00:00Z')
  await send()
  await send()
  const [email, ...more] = await sent()
  expect(more).toEqual([])
  expect(email).toMatchObject({ subject: '2 new notices', kind: 'NOTICE' })
  expect(email!.text).toContain(`${trainer.name} replied to Accents (Data Journalism)`)
  expect(email!.text).toContain('Week 5 was marked: 17 / 20 (Data Journalism)')
  // Each line leads to its place.
  const href = /replied to Accents \(Data Journalism\)\n(\S+)/.exec(email!.text)![1]!
  expect(href).toMatch(/^https?:\/\/[^/]+\/courses\/course\//)
  expect(email!.html).toContain(`<a href="${href}"`)
  expect(email!.text).toContain('/profile#notices')
  // The newest first.
  expect(email!.text.indexOf('Week 5')).toBeLessThan(email!.text.indexOf('Accents'))
})

test('a daily email lists twenty things and says how many more there are; several about one thing are one line, with the latest', async () => {
  const { tell, sent, student, course } = await openCourse()
  for (let n = 1; n <= 22; n++) await tell('REPLY', `Question ${n}`)
  const marks = (n: number) => ({ outcome: 'MARKED', marks: n, maxMarks: 20, title: 'Week 5' }) as const
  for (const n of [7, 17]) {
    const about = { kind: 'MARKS' as const, courseId: course.id, groupKey: 'marks:1', sourceId: `marks:1:${n}`, actorId: null }
    await notify(db, [{ ...about, subject: marks(n), userIds: [student.id] }], clock.now())
  }
  clock.set('2026-11-21T07:00:00Z')
  await send()
  const [email] = await sent()
  expect(email).toMatchObject({ subject: '23 new notices' })
  expect(email!.text).toContain('Week 5 was marked: 17 / 20')
  expect(email!.text.match(/ was marked/g)).toHaveLength(1)
  expect(email!.text.match(/ replied to /g)).toHaveLength(19)
  expect(email!.text).toContain('And 3 more.')
})

test('a daily email counts all who replied; later replies are in the next one', async () => {
  const { sent, student, course } = await openCourse()
  const people = [await given.student(), await given.student()] as const
  for (const person of people) await given.member(course.id, person)
  const [author, other, third] = [await as(student), await as(people[0]), await as(people[1])]
  const courseId = course.id
  const { id: discussionId } = await author.discussions.createDiscussion({
    params: { courseId },
    body: { title: 'Accents', content: 'Broken' },
  })
  const reply = (who: typeof author) =>
    who.discussions.createComment({ params: { courseId, discussionId }, body: { content: crypto.randomUUID() } })
  await reply(other)
  await reply(third)
  clock.set('2026-11-21T07:00:00Z')
  await send()
  await reply(third)
  clock.set('2026-11-22T07:00:00Z')
  await send()
  const subjects = (await sent()).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(
    [`${people[0].name} and 1 other replied to Accents`, `${people[1].name} replied to Accents`].toSorted(),
  )
})

test('immediate notices are emailed separately; notices that are turned off are not emailed', async () => {
  const { tell, sent } = await openCourse({ emailMarks: 'NOW', emailReplies: 'NEVER', emailAnnouncements: 'DAILY' })
  await tell('REPLY', 'Accents')
  await tell('ANNOUNCEMENT', 'Bring data')
  await tell('MARKS', 'Week 5')
  await runJobs()
  expect(await sent()).toMatchObject([{ subject: 'Week 5 was marked: 17 / 20' }])
  clock.set('2026-11-21T07:00:00Z')
  await send()
  expect((await sent()).map(({ subject }) => subject).toSorted()).toEqual(['Announcement: Bring data', 'Week 5 was marked: 17 / 20'])
})

test('queued notices of a course whose emails were stopped since are not emailed, except marks', async () => {
  const { tell, sent, student, course } = await openCourse()
  await tell('REPLY', 'Accents')
  await tell('MARKS', 'Week 5')
  await (await as(student)).courseEmails.stopCourseEmails({ params: { courseId: course.id } })
  clock.set('2026-11-21T07:00:00Z')
  await send()
  expect((await sent()).map(({ subject }) => subject)).toEqual(['Week 5 was marked: 17 / 20'])
})

test('emails stopped for a course: only those about marks are still sent', async () => {
  const { tell, sent, student, course } = await openCourse({ emailReplies: 'NOW', emailMarks: 'NOW' })
  await (await as(student)).courseEmails.stopCourseEmails({ params: { courseId: course.id } })
  await tell('REPLY', 'Accents')
  await tell('MARKS', 'Week 5')
  await runJobs()
  expect((await sent()).map(({ subject }) => subject)).toEqual(['Week 5 was marked: 17 / 20'])
})

test('notices read, turned off or no longer accessible are not emailed', async () => {
  const { tell, sent, student, course } = await openCourse()
  await tell('REPLY', 'Read')
  const me = await as(student)
  const [row] = (await me.notices.listNotices({})).items
  await me.notices.updateNotices({ body: { ids: [row!.id] } })
  await tell('ANNOUNCEMENT', 'Off')
  await me.users.updateMe({ body: { preferences: { emailAnnouncements: 'NEVER' } } })
  const gone = await openCourse()
  await gone.tell('REPLY', 'Gone', [student.id, gone.student.id])
  await (await as('ADMIN')).courses.removeCourse({ params: { id: gone.course.id } })
  clock.set('2026-11-21T07:00:00Z')
  await send()
  expect([...(await sent()), ...(await gone.sent())]).toEqual([])
  expect(course.id).not.toBe(gone.course.id)
})

test('users who may not sign in get no emails', async () => {
  for (const status of ['INVITED', 'SUSPENDED'] as const) {
    const { tell, sent } = await openCourse({ emailMarks: 'NOW' }, { status })
    await tell('MARKS', 'Week 5')
    await runJobs()
    expect(await sent()).toEqual([])
  }
})

test('a killed job and two concurrent jobs lose nothing and send nothing twice', async () => {
  const { course } = await openCourse()
  const people = await Promise.all(Array.from({ length: 120 }, () => given.student()))
  for (const one of people) await given.member(course.id, one)
  const about = { kind: 'ANNOUNCEMENT' as const, courseId: course.id, groupKey: 'email:1', sourceId: 'email:1' }
  await notify(db, [{ ...about, actorId: null, subject: { title: 'Bring one dataset' }, userIds: people.map(({ id }) => id) }], clock.now())
  clock.set('2026-11-21T07:00:00Z')
  let calls = 0
  // The second hundred is interrupted after its emails were written, before the commit.
  const dying = {
    ...deps,
    database: {
      ...database,
      transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
        database.transaction(async (tx) => {
          const result = await work(tx)
          if (++calls === 2) throw new Error('killed')
          return result
        }),
    },
  }
  await expect(send(dying)).rejects.toThrow('killed')
  const mine = () => db.select({ userId: emails.userId }).from(emails).where(eq(emails.subject, 'Announcement: Bring one dataset'))
  const written = (await mine()).length
  expect(written).toBeGreaterThanOrEqual(99)
  expect(written).toBeLessThan(120)
  await Promise.all([send(), send(), send()])
  const all = (await mine()).map(({ userId }) => userId)
  expect(new Set(all)).toEqual(new Set(people.map(({ id }) => id)))
  expect(all).toHaveLength(120)
  expect(await db.$count(notices, eq(notices.courseId, course.id))).toBe(120)
})

test('a sign-up decision is emailed at once, or in the daily email if preferred; not if it is undone', async () => {
  const { course } = await openCourse()
  const admin = await as('ADMIN')
  await admin.courses.updateCourse({ params: { id: course.id }, body: { enrolment: 'FORM' } })
  const params = { courseId: course.id }
  const questions = [{ label: 'Why?', type: 'SHORT_TEXT' as const }]
  const form = await admin.signupForms.saveForm({ params, body: { autoApprove: false, questions } })
  const applicant = await as(await given.user({ preferences: { emailSignUps: 'DAILY' } }))
  await applicant.signupForms.answerForm({ params: { ...params, id: form.id }, body: { answers: [] } })
  const { items } = await admin.signupResponses.listResponses({ params })
  const decide = (decision: 'APPROVED' | 'PENDING' | 'REJECTED') =>
    admin.signupResponses.decideResponse({ params: { ...params, id: items[0]!.id }, body: { decision } })
  await decide('APPROVED')
  expect((await applicant.notices.listNotices({})).items).toMatchObject([{ kind: 'FORM', subject: { outcome: 'APPROVED' } }])
  await decide('PENDING')
  expect((await applicant.notices.listNotices({})).items).toEqual([])
  await decide('REJECTED')
  const sent = () => db.select().from(emails).where(eq(emails.userId, applicant.user.id))
  expect(await sent()).toEqual([])
  // Stopping the emails of a course does not stop the decision.
  await db.insert(emailOptOuts).values({ userId: applicant.user.id, courseId: course.id })
  clock.set('2026-11-21T07:00:00Z')
  await send()
  expect(await sent()).toMatchObject([{ subject: 'Your sign-up for Data Journalism was declined' }])
})

test('a later reply hides no mention: each has its line in the daily email, and neither is sent once the thread was read', async () => {
  const { course, student, trainer, sent } = await openCourse()
  const [reader, writer] = [await as(student), await as(trainer)]
  const params = { courseId: course.id }
  const mention = `<p><span data-mention="${student.id}">@${student.name}</span> by tonight?</p>`
  const talk = async () => {
    const { id: discussionId } = await reader.discussions.createDiscussion({ params, body: { title: 'Accents', content: 'Broken' } })
    const at = { params: { ...params, discussionId } }
    const { id } = await writer.discussions.createComment({ ...at, body: { content: mention } })
    clock.set(new Date(clock.now().getTime() + 60_000))
    await writer.discussions.createComment({ ...at, body: { content: 'Me too' } })
    return { discussionId, id }
  }
  const { discussionId, id } = await talk()
  const nextMorning = async () => {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    await send()
    return sent()
  }
  const [email] = await nextMorning()
  expect(email!.text).toContain(`${trainer.name} replied to Accents (Data Journalism)`)
  const link = new RegExp(`mentioned you in Accents \\(Data Journalism\\)\\n\\S+/${discussionId}\\?comment=${id}\\n`)
  expect(email!.text).toMatch(link)
  const { discussionId: second } = await talk()
  expect((await reader.notices.listNotices({ query: {} })).items.filter(({ isRead }) => !isRead)).toHaveLength(4)
  const until = clock.now().toISOString()
  await expect(reader.discussions.markRead({ params: { ...params, discussionId: second }, body: { until } })).resolves.toEqual({
    unreadNotices: 2,
  })
  expect(await nextMorning()).toHaveLength(1)
  await expect(reader.discussions.markAllRead({ params, body: { until } })).resolves.toMatchObject({ unreadNotices: 0 })
})
