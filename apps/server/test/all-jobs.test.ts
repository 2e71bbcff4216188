/** Every job is requested or scheduled, running it twice has the effect of running it once, and without a database it fails. */

import { sql } from 'drizzle-orm'
import { parseCronItems } from 'graphile-worker'
import { afterAll, expect, test } from 'vitest'
import { getDriverError } from '#db/pool.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { type files, uploads, zoomMeetings } from '#db/schema/media.ts'
import { notices } from '#db/schema/notices.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { importResults, otpCodes, sessions } from '#db/schema/users.ts'
import { lanesOn } from '#jobs.ts'
import { cleanPost } from '#services/html.ts'
import { createZoom } from '#services/zoom.ts'
import { testApp } from '#test/app.ts'
import { digestOf, openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { smtpServer } from '#test/smtp.ts'
import { account, zoomServer } from '#test/zoom.ts'

const [smtp, zoom] = await Promise.all([smtpServer(), zoomServer()])
afterAll(async () => void (await Promise.all([smtp.close(), zoom.close()])))
const { database, given, deps, clock, url } = await testApp({ SMTP_URL: smtp.url, MAIL_FROM: 'LMS <lms@example.org>' })
deps.services.zoom = createZoom(account, zoom.where)
clock.set('2026-11-20T14:00:00Z')
const { db } = database
const daysAgo = (days: number): string => new Date(clock.now().getTime() - days * 86_400_000).toISOString()

const lanes = lanesOn(deps)
const tasks = Object.fromEntries(lanes.flatMap((lane) => Object.entries(lane.tasks)))
const schedule = Object.fromEntries(lanes.flatMap((lane) => Object.entries(lane.schedule ?? {})))

const askedFor = [
  'auth.send-code',
  'discussions.eraseComment',
  'files.abortUpload',
  'files.removeStored',
  'mail.send',
  'mail.startBatch',
  'signup-forms.moveUp',
  'zoom.report',
  'zoom.sync',
]
const scheduled = [
  'auth.sweep',
  'courses.count-students',
  'courses.purge',
  'files.measure',
  'files.sweep',
  'home.count-activity',
  'home.count-at-risk',
  'jobs.given-up',
  'mail.sweep',
  'notices.email',
  'notices.sweep',
  'notices.work',
  'users.sweep',
]

test('each job is requested by a call or scheduled, in the right queue', () => {
  expect(Object.keys(tasks).toSorted()).toEqual([...askedFor, ...scheduled].toSorted())
  expect(Object.keys(schedule).toSorted()).toEqual(scheduled)
  for (const lane of lanes) expect(Object.keys(lane.tasks)).toEqual(expect.arrayContaining(Object.keys(lane.schedule ?? {})))
  expect(parseCronItems(Object.entries(schedule).map(([task, match]) => ({ task, match })))).toHaveLength(scheduled.length)
})

const quarters = Array.from({ length: 96 }, (_, n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][n % 4]}`)
const twelfths = Array.from(
  { length: 288 },
  (_, n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`,
)
const sixths = twelfths.filter((_, n) => n % 2 === 0)
const hourlyAt = (minute: number) => Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:${minute}`)

test.each([
  ['jobs.given-up', twelfths],
  ['auth.sweep', quarters],
  ['notices.email', quarters],
  ['users.sweep', hourlyAt(25)],
  ['home.count-activity', hourlyAt(35)],
  ['home.count-at-risk', sixths],
  ['files.measure', hourlyAt(50)],
  ['courses.purge', ['02:10']],
  ['courses.count-students', ['02:20']],
  ['files.sweep', ['02:20']],
  ['mail.sweep', ['03:40']],
  ['notices.sweep', ['03:50']],
  ['notices.work', twelfths],
])('%s is started every day of the year at its times: %j', (name, times) => {
  const [{ match } = { match: () => false }] = parseCronItems([{ task: name, match: schedule[name]! }])
  for (let day = 0; day < 365; day++) {
    const date = new Date(Date.UTC(2026, 0, 1 + day))
    const digest = { date: date.getUTCDate(), month: date.getUTCMonth() + 1, dow: date.getUTCDay() }
    const minutes = Array.from({ length: 24 * 60 }, (_, n) => ({ ...digest, hour: Math.floor(n / 60), min: n % 60 }))
    const found = minutes.filter(match).map(({ hour, min }) => `${String(hour).padStart(2, '0')}:${String(min).padStart(2, '0')}`)
    expect(found).toEqual(times)
  }
})

test('each process sends one mail or code at a time, without waiting for other jobs', () => {
  const [mails, others] = lanes
  expect([mails!.atOnce, Object.keys(mails!.tasks).toSorted()]).toEqual([1, ['auth.send-code', 'mail.send']])
  expect(others!.atOnce).toBeGreaterThan(1)
})

type Setup = () => Promise<{ payload?: object; outside?: () => unknown }>

const stored = async (values: Partial<typeof files.$inferInsert> = {}) => {
  const { id } = await given.trainer()
  return given.file(id, values)
}
let nextNumber = 777
const meeting = async (state: 'PENDING' | 'READY', number: string | null) => {
  const made = (await given.live({ startsAt: '2026-11-20T12:00:00Z' })).media
  await db.insert(zoomMeetings).values({ mediaId: made.id, state, number })
  return { mediaId: made.id }
}

/** Work for each job; `outside` is its effect outside the database. */
const setups: Record<string, Setup> = {
  'auth.sweep': async () => {
    const { id: userId } = await given.user()
    await db.insert(sessions).values({ userId, tokenHash: 'ended', expiresAt: daysAgo(1) })
    return {}
  },
  'discussions.eraseComment': async () => {
    const { discussion, student } = await given.discussion()
    const { id } = await given.comment({ discussionId: discussion.id, authorId: student.id, deletedAt: daysAgo(0) })
    return { payload: { id, deletedAt: daysAgo(0) } }
  },
  'mail.send': async () => {
    const [mail] = await db
      .insert(emails)
      .values({
        toAddress: 'ana@example.org',
        kind: 'NOTICE',
        subject: 'Hello',
        html: '<p>Hello</p>',
        text: 'Hello',
        createdAt: daysAgo(0),
      })
      .returning()
    return { payload: { id: mail!.id, attempt: 0 }, outside: () => smtp.mails.length }
  },
  'mail.startBatch': async () => {
    const { course, trainer } = await given.course()
    const [email] = await db
      .insert(courseEmails)
      .values({
        courseId: course.id,
        senderId: trainer.id,
        subject: 'Hello',
        body: cleanPost('<p>Hello</p>'),
        audience: { to: ['ALL'], except: [] },
        sendAt: daysAgo(0),
        recipients: 2,
      })
      .returning()
    return { payload: { id: email!.id } }
  },
  'jobs.given-up': async () => {
    await db.execute(sql`select graphile_worker.add_job('files.removeStored', '{}', max_attempts => 1)`)
    await db.execute(sql`update graphile_worker._private_jobs set attempts = 1`)
    await given.user({ role: 'SUPER_ADMIN' })
    return {}
  },
  'mail.sweep': async () => {
    const sent = { toAddress: 'old@example.org', kind: 'NOTICE', subject: 'Old', html: '', text: '', state: 'SENT' } as const
    await db.insert(emails).values({ ...sent, createdAt: daysAgo(31) })
    return {}
  },
  'notices.email': async () => {
    const { course, student } = await given.course()
    const about = { kind: 'ANNOUNCEMENT', subject: { title: 'Bring one dataset' }, groupKey: 'email:1', sourceId: 'email:1' } as const
    await db.insert(notices).values({ ...about, userId: student.id, courseId: course.id, emailAt: daysAgo(0) })
    return {}
  },
  'notices.sweep': async () => {
    const { course, student } = await given.course()
    const about = { kind: 'ANNOUNCEMENT', subject: { title: 'Old' }, groupKey: 'email:0', sourceId: 'email:0' } as const
    await db.insert(notices).values({ ...about, userId: student.id, courseId: course.id, createdAt: daysAgo(91) })
    return {}
  },
  'notices.work': async () => {
    const { course } = await given.course()
    const { week } = await given.week({ courseId: course.id })
    await given.live({ courseId: course.id, weekId: week.id })
    return {}
  },
  'users.sweep': async () => {
    const { id: userId } = await given.user({ role: 'ADMIN' })
    const summary = { total: 0, created: 0, enrolled: 0, unchanged: 0, failed: 0 }
    await db
      .insert(importResults)
      .values({ userId, importId: crypto.randomUUID(), fileName: 'old.csv', role: 'USER', summary, rows: [], createdAt: daysAgo(90) })
    return {}
  },
  'courses.purge': async () => {
    for (const deletedAt of [daysAgo(31), daysAgo(32)]) await given.course({ deletedAt })
    const { week } = await given.week()
    await db
      .update(weeks)
      .set({ deletedAt: daysAgo(31) })
      .where(sql`id = ${week.id}`)
    return {}
  },
  'courses.count-students': async () => {
    const { course } = await given.course()
    await db
      .update(courses)
      .set({ studentCount: 900 })
      .where(sql`id = ${course.id}`)
    return {}
  },
  'home.count-activity': async () => {
    await given.user({ lastSeenAt: daysAgo(0) })
    return {}
  },
  'home.count-at-risk': async () => {
    const { course, student } = await given.course()
    await given.periods(course.id, student.id, { from: daysAgo(30), until: null })
    return {}
  },
  'files.sweep': async () => {
    await stored({ createdAt: daysAgo(8) })
    return {}
  },
  'files.measure': async () => {
    const { key } = await stored({
      status: 'PENDING',
      size: null,
      announcedSize: 4,
      createdAt: new Date(clock.now().getTime() - 2 * 3_600_000).toISOString(),
    })
    await deps.services.storage.put(key, 'application/pdf', Buffer.from('four'))
    return {}
  },
  'files.removeStored': async () => ({ payload: { keys: [(await stored()).key] } }),
  'files.abortUpload': async () => {
    const { key, ownerId } = await stored()
    await db.insert(uploads).values({ key, ownerId, uploadId: 'none', partSize: 2 ** 23, status: 'ABORTED' })
    return { payload: { key, uploadId: crypto.randomUUID() } }
  },
  'signup-forms.moveUp': async () => {
    const { course } = await given.course({ enrolment: 'FORM' })
    const waiting = await given.student()
    await given.member(course.id, waiting, 'WAITLISTED')
    const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
    await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
    const place = { formId: form!.id, userId: waiting.id, version: 1, answers: [], waitlistedAt: daysAgo(1) }
    await db.insert(signupResponses).values({ ...place, status: 'WAITLISTED' })
    return { payload: { courseId: course.id } }
  },
  'zoom.sync': async () => ({
    payload: await meeting('PENDING', null),
    outside: () => zoom.calls.length,
  }),
  'zoom.report': async () => {
    const payload = { ...(await meeting('READY', String(nextNumber++))), uuid: 'uuid-777', attempt: 0 }
    const times = { join_time: '2026-11-20T12:01:00Z', leave_time: '2026-11-20T12:50:00Z' }
    zoom.participants.set('uuid-777', [{ id: '', user_id: '1', name: 'Somebody', user_email: '', ...times }])
    return { payload }
  },
}
/** These have effects on the file store only. */
const withoutRows = ['files.removeStored', 'files.abortUpload']

test.each(Object.keys(tasks).filter((name) => name !== 'auth.send-code'))('%s, done twice, has the effect of once', async (name) => {
  const { payload = {}, outside = () => 0 } = await setups[name]!()
  const before = await digestOf(url)
  await tasks[name]!(payload, undefined)
  const [once, outsideOnce] = [await digestOf(url), await outside()]
  expect(once !== before).toBe(!withoutRows.includes(name))
  await tasks[name]!(payload, undefined)
  expect(await outside()).toEqual(outsideOnce)
  expect(await digestOf(url)).toBe(once)
})

const connection = { statements: 0, tried: 0 }
const cutOff = await openRollbackDatabase(url, database, () => {
  if (++connection.tried > connection.statements) throw new Error('Connection terminated unexpectedly')
})
afterAll(() => cutOff.database.close())
const cutOffTasks = Object.assign({}, ...lanesOn({ ...deps, database: cutOff.database }).map((lane) => lane.tasks)) as typeof tasks

/** What a job ends with if the database is gone after so many statements, and how many it tried after the one that failed. */
async function runCutOff(name: string, payload: object, statements: number) {
  Object.assign(connection, { statements, tried: 0 })
  const task = () =>
    cutOffTasks[name]!(payload, undefined).then(
      () => 'done',
      (error: unknown) => error,
    )
  const { result } = await cutOff.run(task)
  return { result, triedInVain: Math.max(0, connection.tried - statements - 1) }
}

test.each(Object.keys(tasks).filter((name) => !withoutRows.includes(name)))(
  '%s: wherever the database is cut off, it fails, to be repeated, and does not go on without',
  async (name) => {
    const { payload = {} } = (await setups[name]?.()) ?? { payload: { email: (await given.user()).email, source: 'test' } }
    const ends: unknown[] = []
    while (ends.at(-1) !== 'done') {
      const { result, triedInVain } = await runCutOff(name, payload, ends.length)
      expect([ends.length, triedInVain]).toEqual([ends.length, 0])
      ends.push(result === 'done' ? result : (getDriverError(result) as Error | undefined)?.message)
    }
    const failures = ends.slice(0, -1)
    expect(failures.length).toBeGreaterThan(0)
    expect(new Set(failures)).toEqual(new Set(['Connection terminated unexpectedly']))
  },
)

test('a code requested once is one code, however often the job runs', async () => {
  const { email } = await given.user()
  for (let n = 0; n < 2; n++) await tasks['auth.send-code']!({ email, source: 'test' }, undefined)
  expect(
    await db
      .select()
      .from(otpCodes)
      .where(sql`email = ${email}`),
  ).toHaveLength(1)
})
