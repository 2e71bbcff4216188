/** What happens to the courses of a user whose role changes, as the form says. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as } = await testApp()
const at = (one: { id: string }) => ({ params: { id: one.id } })

test('a trainer who becomes a student leaves their courses and gets them back with the role; an admin keeps teaching', async () => {
  const { course, trainer } = await given.course()
  const admin = await as('SUPER_ADMIN')
  const become = (role: 'TRAINER' | 'USER' | 'ADMIN') => admin.users.updateUser({ ...at(trainer), body: { role } })
  const taught = async () => (await admin.users.getUser(at(trainer))).courses.map(({ id }) => id)
  await become('USER')
  expect(await taught()).toEqual([])
  expect((await admin.courses.getCourse(at(course))).trainers).toEqual([])
  await become('TRAINER')
  expect(await taught()).toEqual([course.id])
  await become('ADMIN')
  expect((await admin.courses.getCourse(at(course))).trainers).toMatchObject([{ id: trainer.id }])
})

test('a student who becomes a trainer leaves their courses and gets the progress back with the role', async () => {
  const { course, student } = await given.course()
  const admin = await as('ADMIN')
  const courses = async () => (await admin.users.getUser(at(student))).courses.map(({ id, role }) => [id, role])
  await admin.users.updateUser({ ...at(student), body: { role: 'TRAINER' } })
  expect(await courses()).toEqual([])
  await admin.users.updateUser({ ...at(student), body: { role: 'USER' } })
  expect(await courses()).toEqual([[course.id, 'STUDENT']])
})
