/** The attendance grid of a course: a trainer marks in it by keyboard, and students see their marks. */

import { clientOf } from './client.ts'
import { clientFor, pageIn, password, signedIn } from './people.ts'
import { newTrainer } from './recordings.ts'
import { expect, test } from './test.ts'

/** A live session of a trainer who has no other course, with two students. */
async function sessionWithStudents() {
  const run = crypto.randomUUID().slice(0, 8)
  const email = await newTrainer()
  const trainer = await clientFor(email)
  const course = await trainer.courses.createCourse({
    body: { title: `Field work ${run}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const session = await trainer.media.createMedia({ params, body: { title: 'Counting cars', type: 'LIVE', zoomOptions } })
  const students = []
  for (const name of ['Ana Reis', 'Bea Costa']) {
    const body = { name, email: `${name.slice(0, 3).toLowerCase()}.${run}@example.org`, password }
    const student = await clientOf().auth.register({ body })
    await clientOf(student.token).courses.enroll({ params: { id: course.id } })
    students.push(student)
  }
  const marks = async () =>
    (await trainer.attendance.getCourseAttendance({ params })).students.map(({ entries }) => entries[session.id]?.status ?? null)
  return { email, course, students, marks }
}

test('a trainer marks two students in the grid and undoes one mark; the student sees the other', async ({ browser }) => {
  const { email, course, students, marks } = await sessionWithStudents()
  const page = await signedIn(browser, email)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Attendance', exact: true }).click()
  await expect(page.getByText('2 students · 0 of 1 session marked')).toBeVisible()
  const cellOf = (name: string) => page.getByRole('gridcell', { name: `${name}, week 1, Counting cars` })
  const [ana, bea] = [cellOf('Ana Reis'), cellOf('Bea Costa')]

  await test.step('letters mark the student in the focused cell, and each mark is saved', async () => {
    await expect(ana).toHaveAccessibleName(/Not marked/)
    await ana.click()
    await page.keyboard.press('l')
    await expect(ana).toHaveAccessibleName(/, Late\. Marked by Tomás Reis$/)
    await page.keyboard.press('ArrowDown')
    await expect(bea).toBeFocused()
    await page.keyboard.press('a')
    await expect(bea).toHaveAccessibleName(/, Absent\. Marked by Tomás Reis$/)
    await expect.poll(marks).toEqual(['LATE', 'ABSENT'])
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Present or late/ })).toContainText('2 of 2')
  })

  await test.step('Ctrl+Z removes the last mark; the first is there after a reload', async () => {
    await page.keyboard.press('Control+z')
    await expect(bea).toHaveAccessibleName(/Not marked/)
    await expect.poll(marks).toEqual(['LATE', null])
    await page.reload()
    await expect(ana).toHaveAccessibleName(/, Late\. Marked by Tomás Reis$/)
    await expect(bea).toHaveAccessibleName(/Not marked/)
    await expect(page.getByText('2 students · 1 of 1 session marked')).toBeVisible()
  })

  await test.step('the student sees the mark', async () => {
    const student = await pageIn(browser, students[0]!)
    await student.goto('/attendance')
    await expect(student.getByText('1 of 1 marked session.')).toBeVisible()
    const late = student.getByRole('region', { name: /^Late 1/ })
    await expect(late.getByRole('listitem').filter({ hasText: 'Counting cars' })).toContainText(/Marked by /)
  })
})
