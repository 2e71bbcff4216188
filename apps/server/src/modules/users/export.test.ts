/** The file of people holds those whom the list would show, and nobody else. */
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as } = await testApp()

test('role, status, course and search narrow the file as they narrow the list', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  const { course } = await given.course()
  const inCourse = await given.user({ name: `In ${key}` })
  await given.member(course.id, inCourse)
  await given.user({ name: `Teaches ${key}`, role: 'TRAINER' })
  await given.user({ name: `Invited ${key}`, status: 'INVITED' })
  await given.user({ name: `Gone ${key}`, status: 'SUSPENDED' })
  const namesOf = async (query: Parameters<typeof admin.users.listUsers>[0]) => {
    const file = await admin.users.listUsers({ query: { search: key, ...query?.query, download: 'true' } })
    const [, ...rows] = (await (file as unknown as Blob).text()).trim().split('\r\n')
    return rows.map((row) => row.split('"')[1]?.replace(` ${key}`, ''))
  }
  expect(await namesOf({})).toEqual(['Gone', 'In', 'Invited', 'Teaches'])
  expect(await namesOf({ query: { role: 'TRAINER' } })).toEqual(['Teaches'])
  expect(await namesOf({ query: { status: 'INVITED' } })).toEqual(['Invited'])
  expect(await namesOf({ query: { courseId: course.id } })).toEqual(['In'])
  expect(await namesOf({ query: { role: 'USER', status: 'SUSPENDED' } })).toEqual(['Gone'])
  expect(await namesOf({ query: { role: 'TRAINER', status: 'SUSPENDED' } })).toEqual([])
})
