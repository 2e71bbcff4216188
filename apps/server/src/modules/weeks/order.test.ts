/** Putting the weeks of a course, and the items of a week, in order. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as, clock } = await testApp()
clock.set('2026-11-20T12:00:00Z')

/** A course with four weeks A to D; the second one has two videos and two assignments, due in the other order. */
async function courseInOrder() {
  const home = await given.course()
  const courseId = home.course.id
  const weeks = []
  for (const [n, title] of ['A', 'B', 'C', 'D'].entries()) {
    const startsOn = `2026-11-${String(2 + 7 * n).padStart(2, '0')}`
    weeks.push((await given.week({ courseId, number: n + 1, title, startsOn })).week)
  }
  const place = { courseId, weekId: weeks[1]!.id }
  const client = await as(home.trainer)
  const addVideo = (title: string) =>
    client.media.createMedia({ params: place, body: { type: 'RECORDED', title, url: 'https://example.org/v' } })
  const addAssignment = (title: string, dueAt: string) => client.assignments.createAssignment({ params: place, body: { title, dueAt } })
  const [one, two] = [await addVideo('One'), await addVideo('Two')]
  const later = await addAssignment('Later', '2026-11-28T12:00:00Z')
  const sooner = await addAssignment('Sooner', '2026-11-21T12:00:00Z')
  const params = { id: courseId }
  const itemsOf = async (by = client) => {
    const { media, assignments } = await by.weeks.getWeek({ params: place })
    return [...media, ...assignments].sort((a, b) => a.position! - b.position!).map(({ title }) => title)
  }
  const weeksOf = async (by = client) =>
    (await by.courses.getCourse({ params })).weeks!.map(({ number, title, startsOn }) => `${number}${title} ${startsOn}`)
  const order = (body: Parameters<typeof client.weeks.changeOrder>[0]['body'], by = client) => by.weeks.changeOrder({ params, body })
  return { ...home, courseId, place, weeks, items: { one, two, later, sooner }, client, params, itemsOf, weeksOf, order, addVideo }
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('weeks get the numbers of their order, and their dates stay with them', async () => {
  const { weeks, order, weeksOf, client, params } = await courseInOrder()
  const [a, b, c, d] = ids(weeks) as [string, string, string, string]
  expect(await order({ weekIds: [d, b, a, c] })).toBeUndefined()
  expect(await weeksOf()).toEqual(['1D 2026-11-23', '2B 2026-11-09', '3A 2026-11-02', '4C 2026-11-16'])
  await order({ weekIds: [a, b, c, d] })
  expect(await weeksOf()).toEqual(['1A 2026-11-02', '2B 2026-11-09', '3C 2026-11-16', '4D 2026-11-23'])
  await client.weeks.createWeek({ params: { courseId: params.id }, body: { title: 'E' } })
  expect(await weeksOf()).toHaveLength(5)
})

test('the items of a week: until somebody orders them media, then assignments by due time; then as ordered, for everybody and everywhere', async () => {
  const { courseId, place, items, order, itemsOf, client } = await courseInOrder()
  const { one, two, later, sooner } = items
  const student = await given.student()
  await given.member(courseId, student)
  const me = await as(student)
  expect(await itemsOf()).toEqual(['One', 'Two', 'Sooner', 'Later'])
  await order({ weekId: place.weekId, itemIds: ids([later, two, sooner, one]) })
  const expected = ['Later', 'Two', 'Sooner', 'One']
  expect(await itemsOf()).toEqual(expected)
  expect(await itemsOf(me)).toEqual(expected)
  const progress = await me.courses.getProgress({ params: { id: courseId } })
  expect(progress.items.map(({ title }) => title)).toEqual(expected)
  const { columns } = await client.marks.getGradebook({ params: { courseId } })
  expect(columns.map(({ title }) => title)).toEqual(['Later', 'Sooner'])
})

test('what is added to a week comes last once its items are in order, and copies do', async () => {
  const { place, items, order, itemsOf, client, addVideo } = await courseInOrder()
  const { one, two, later, sooner } = items
  await order({ weekId: place.weekId, itemIds: ids([later, two, sooner, one]) })
  await client.assignments.createAssignment({ params: place, body: { title: 'First due', dueAt: '2026-11-21T00:00:00Z' } })
  await addVideo('Video')
  await client.assignmentChanges.duplicateAssignment({ params: { id: later.id }, body: place })
  expect((await itemsOf()).slice(0, 6)).toEqual(['Later', 'Two', 'Sooner', 'One', 'First due', 'Video'])
  expect(await itemsOf()).toHaveLength(7)
})

test('a student’s places are those among the items that they see', async () => {
  const { courseId, place, items, order, client } = await courseInOrder()
  const draft = await client.assignments.createAssignment({ params: place, body: { title: 'Draft', status: 'DRAFT' } })
  const { one, two, later, sooner } = items
  await order({ weekId: place.weekId, itemIds: ids([draft, two, sooner, one, later]) })
  const student = await given.student()
  await given.member(courseId, student)
  const places = async (by: typeof client) =>
    (await by.weeks.getWeek({ params: place })).assignments.map(({ title, position }) => [title, position])
  expect(await places(await as(student))).toEqual([
    ['Sooner', 1],
    ['Later', 3],
  ])
  expect(await places(client)).toEqual([
    ['Draft', 0],
    ['Sooner', 2],
    ['Later', 4],
  ])
})

test('a list that is not the present one moves nothing, and the answer holds the present one', async () => {
  const { place, weeks, items, order, itemsOf, weeksOf, client, courseId } = await courseInOrder()
  const all = ids([items.one, items.two, items.sooner, items.later])
  const numbered = await weeksOf()
  const other = await courseInOrder()
  for (const weekIds of [
    ids(weeks).slice(1),
    [...ids(weeks), other.weeks[0]!.id],
    [...ids(weeks).slice(1), other.weeks[0]!.id],
    [...ids(weeks).slice(1), weeks[1]!.id],
    [],
  ])
    await expect(order({ weekIds })).rejects.toMatchObject({ problem: 'version-conflict', current: { weekIds: ids(weeks) } })
  for (const itemIds of [all.slice(1), [...all, all[0]!], [...all.slice(1), other.items.one.id], []])
    await expect(order({ weekId: place.weekId, itemIds })).rejects.toMatchObject({
      problem: 'version-conflict',
      current: { itemIds: all },
    })
  expect(await weeksOf()).toEqual(numbered)
  expect(await itemsOf()).toEqual(['One', 'Two', 'Sooner', 'Later'])
  await client.media.removeMedia({ params: { courseId, mediaId: items.one.id } })
  await expect(order({ weekId: place.weekId, itemIds: all })).rejects.toBeProblem('version-conflict')
  await order({ weekId: place.weekId, itemIds: ids([items.later, items.two, items.sooner]) })
  expect(await itemsOf()).toEqual(['Later', 'Two', 'Sooner'])
})

test('a week that was deleted has no order, and neither has one of another course', async () => {
  const { place, weeks, items, order, client, weeksOf } = await courseInOrder()
  const itemIds = ids([items.two, items.one, items.sooner, items.later])
  await client.weeks.removeWeek({ params: place })
  await expect(order({ weekId: place.weekId, itemIds })).rejects.toBeProblem('not-found')
  await expect(order({ weekIds: ids(weeks) })).rejects.toBeProblem('version-conflict')
  const other = await courseInOrder()
  await expect(order({ weekId: other.place.weekId, itemIds: ids(Object.values(other.items)) })).rejects.toBeProblem('not-found')
  await order({ weekIds: ids([weeks[3]!, weeks[0]!, weeks[2]!]) })
  expect((await weeksOf()).map((week) => week.slice(0, 2))).toEqual(['1D', '2A', '3C'])
})

test('orders at once do not mix: one of them holds', async () => {
  const { place, weeks, items, order, itemsOf, weeksOf } = await courseInOrder()
  const [one, other] = [ids(weeks).reverse(), ids([weeks[1]!, weeks[3]!, weeks[0]!, weeks[2]!])]
  const all = ids([items.later, items.two, items.one, items.sooner])
  await Promise.all([
    ...[one, other, one, other].map((weekIds) => order({ weekIds })),
    ...[all, all.toReversed()].map((itemIds) => order({ weekId: place.weekId, itemIds })),
  ])
  expect(['Later,Two,One,Sooner', 'Sooner,One,Two,Later']).toContain((await itemsOf()).join())
  expect(['1D2C3B4A', '1B2D3A4C']).toContain((await weeksOf()).map((week) => week.slice(0, 2)).join(''))
})

test('only staff of the course put it in order, and nobody an archived one', async () => {
  const { courseId, weeks, order, weeksOf } = await courseInOrder()
  const student = await given.student()
  await given.member(courseId, student)
  const weekIds = ids(weeks).reverse()
  await expect(order({ weekIds }, await as(student))).rejects.toBeProblem('forbidden')
  await expect(order({ weekIds }, (await courseInOrder()).client)).rejects.toBeProblem('forbidden')
  const admin = await as('ADMIN')
  await admin.courses.updateCourse({ params: { id: courseId }, body: { status: 'ARCHIVED' } })
  await expect(order({ weekIds })).rejects.toBeProblem('closed')
  await expect(order({ weekIds }, admin)).rejects.toBeProblem('closed')
  await admin.courses.updateCourse({ params: { id: courseId }, body: { status: 'PUBLISHED' } })
  await order({ weekIds }, admin)
  expect((await weeksOf())[0]).toContain('1D')
})

test('an item moves to another week with its submissions and attendance, to a place or to the end, and back', async () => {
  const { courseId, place, weeks, items, client, params, itemsOf } = await courseInOrder()
  const { one, sooner } = items
  const [target, course] = [weeks[2]!.id, { courseId }]
  const student = await given.student()
  await given.member(courseId, student)
  await client.media.createMedia({
    params: { ...course, weekId: target },
    body: { type: 'RECORDED', title: 'There', url: 'https://example.org/v' },
  })
  await client.attendance.markBulkAttendance({
    params: place,
    body: { attendance: [{ userId: student.id, status: 'PRESENT', mediaId: one.id }] },
  })
  const move = (itemId: string, body: { weekId: string; position?: number }, by = client) =>
    by.weeks.moveItem({ params, body: { itemId, ...body } })
  expect(await move(one.id, { weekId: target })).toBeUndefined()
  await move(sooner.id, { weekId: target, position: 1 })
  const there = async () => {
    const { media, assignments } = await client.weeks.getWeek({ params: { ...course, weekId: target } })
    return [...media, ...assignments].sort((a, b) => a.position! - b.position!).map(({ title }) => title)
  }
  expect(await there()).toEqual(['There', 'Sooner', 'One'])
  expect(await itemsOf()).toEqual(['Two', 'Later'])
  expect(await client.assignments.getAssignment({ params: { id: sooner.id } })).toMatchObject({ weekId: target, dueAt: sooner.dueAt })
  const { students } = await client.attendance.getCourseAttendance({ params: { ...course, weekId: target } })
  expect(students.find(({ user }) => user.id === student.id)?.entries[one.id]?.status).toBe('PRESENT')
  await move(one.id, { weekId: place.weekId, position: 0 })
  expect(await itemsOf()).toEqual(['One', 'Two', 'Later'])
})

test('pages that are open while an item moves still submit its work and report its video', async () => {
  const { courseId, place, weeks, items, client, params } = await courseInOrder()
  const { one, sooner } = items
  const student = await given.student()
  await given.member(courseId, student)
  const me = await as(student)
  const { questions } = await client.assignments.updateAssignment({
    params: { id: sooner.id },
    body: { status: 'PUBLISHED', questions: [given.question()] },
  })
  const to = { weekId: weeks[2]!.id }
  for (const itemId of [one.id, sooner.id]) await client.weeks.moveItem({ params, body: { itemId, ...to } })
  const submitted = await me.submissions.submitAssignment({
    params: { ...place, assignmentId: sooner.id },
    body: { answers: [{ questionId: questions[0]!.id, value: 'A person who knows' }] },
  })
  expect(submitted.status).toBe('SUBMITTED')
  await me.attendance.markVideoAttendance({ body: { ...place, mediaId: one.id, watched: true } })
  const { students } = await client.attendance.getCourseAttendance({ params: { courseId, ...to } })
  expect(students.find(({ user }) => user.id === student.id)?.entries[one.id]).toBeTruthy()
})

test('an item moves only within its course, and not into or out of a deleted week', async () => {
  const { weeks, items, client, params } = await courseInOrder()
  const other = await courseInOrder()
  const move = (itemId: string, weekId: string) => client.weeks.moveItem({ params, body: { itemId, weekId } })
  await expect(move(items.one.id, other.weeks[0]!.id)).rejects.toMatchObject({ status: 404 })
  await expect(move(other.items.one.id, weeks[0]!.id)).rejects.toMatchObject({ status: 404 })
  await client.weeks.removeWeek({ params: { courseId: params.id, weekId: weeks[1]!.id } })
  await expect(move(items.one.id, weeks[0]!.id)).rejects.toMatchObject({ status: 404 })
  await expect(move(items.one.id, weeks[1]!.id)).rejects.toMatchObject({ status: 404 })
})
