/** Two people edit the same course, week, recording or assignment: the second is shown the newer state and loses nothing of the first. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as, clock } = await testApp()
clock.set('2026-11-20T14:01:00Z')

type Body = { title: string; version?: number }
interface Edit {
  read: () => Promise<{ title: string; version: number }>
  edit: (body: Body) => Promise<{ title: string; version: number }>
}
type Client = Awaited<ReturnType<typeof as>>

const { assignment, course, week, trainer } = await given.submission()
const { media } = await given.recorded({ courseId: course.id, weekId: week.id })

const kinds: [string, (client: Client) => Edit][] = [
  [
    'week',
    ({ weeks }) => {
      const at = { params: { courseId: course.id, weekId: week.id } }
      return { read: () => weeks.getWeek(at), edit: (body) => weeks.updateWeek({ ...at, body }) }
    },
  ],
  [
    'course',
    ({ courses }) => ({
      read: () => courses.getCourse({ params: course }),
      edit: (body) => courses.updateCourse({ params: course, body }),
    }),
  ],
  [
    'recording',
    (client) => ({
      read: () => client.media.getMedia({ params: { courseId: course.id, id: media.id } }),
      edit: (body) => client.media.updateMedia({ params: { courseId: course.id, mediaId: media.id }, body }),
    }),
  ],
  [
    'assignment',
    ({ assignments }) => ({
      read: () => assignments.getAssignment({ params: assignment }),
      edit: (body) => assignments.updateAssignment({ params: assignment, body }),
    }),
  ],
]

const [tom, admin] = [await given.user({ role: 'ADMIN', name: 'Tom Reyes' }), await as('ADMIN')]

test.each(kinds)(
  'of two edits of a %s from one version the second is refused, with the newer state, who saved it and when',
  async (_, of) => {
    const [first, second] = [of(await as(tom)), of(admin)]
    const { version } = await second.read()
    expect(await first.edit({ title: 'First', version })).toMatchObject({ version: version + 1 })
    await expect(second.edit({ title: 'Second', version })).rejects.toMatchObject({
      problem: 'version-conflict',
      message: 'Tom Reyes changed “First” in the meantime. Nothing was saved.',
      current: { title: 'First', version: version + 1, updatedBy: 'Tom Reyes', updatedAt: '2026-11-20T14:01:00.000Z' },
    })
    expect(await second.read()).toMatchObject({ title: 'First', version: version + 1 })
    expect(await second.edit({ title: 'Second', version: version + 1 })).toMatchObject({ title: 'Second', version: version + 2 })
  },
)

test.each(kinds)('an edit of a %s without a version is not checked, and counts', async (_, of) => {
  const { read, edit } = of(admin)
  const { version } = await read()
  expect(await edit({ title: 'Third' })).toMatchObject({ title: 'Third', version: version + 1 })
  await expect(edit({ title: 'Fourth', version })).rejects.toBeProblem('version-conflict')
})

test.each(kinds)('of ten edits of a %s at once from one version one is saved', async (_, of) => {
  const { read, edit } = of(admin)
  const { version } = await read()
  const sent = await Promise.allSettled(Array.from({ length: 10 }, (_entry, n) => edit({ title: `Edit ${n}`, version })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await read()).version).toBe(version + 1)
})

test('the trainer of a course publishes it without the right to edit it, with a version or without', async () => {
  const { courses } = await as(trainer)
  const { version } = await courses.getCourse({ params: course })
  await expect(courses.updateCourse({ params: course, body: { status: 'PUBLISHED', version } })).resolves.toMatchObject({
    version: version + 1,
  })
})

test('the order of weeks is not an edit: it makes no open form old', async () => {
  const { weeks } = admin
  const home = await given.course()
  const courseId = home.course.id
  const { id: weekId, version } = await weeks.createWeek({ params: { courseId }, body: { title: 'One' } })
  const other = await weeks.createWeek({ params: { courseId }, body: { title: 'Two' } })
  const at = { params: { courseId, weekId } }
  await weeks.changeOrder({ params: home.course, body: { weekIds: [other.id, weekId] } })
  await expect(weeks.updateWeek({ ...at, body: { title: 'Moved', version } })).resolves.toMatchObject({ number: 2, version: version + 1 })
})

test('times that move with the zone of their course are an edit of what has them', async () => {
  const home = await given.course({ timeZone: 'Europe/Lisbon' })
  const { week: ahead } = await given.week({ courseId: home.course.id, unlockAt: '2026-12-01T09:00:00Z' })
  const { media: session } = await given.live({
    courseId: home.course.id,
    weekId: ahead.id,
    startsAt: '2026-12-01T10:00:00Z',
    timeZone: 'Europe/Lisbon',
  })
  await admin.courses.updateCourse({ params: home.course, body: { timeZone: 'America/New_York', keepTimes: 'CLOCK' } })
  const courseId = home.course.id
  await expect(admin.weeks.getWeek({ params: { courseId, weekId: ahead.id } })).resolves.toMatchObject({
    version: 1,
    unlockAt: '2026-12-01T14:00:00.000Z',
  })
  await expect(admin.media.getMedia({ params: { courseId, id: session.id } })).resolves.toMatchObject({ version: 1 })
})
