/** The course and week pages of a student with an extension. */

import { expect, test } from 'vitest'
import { assignmentExceptions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')

test('a student with an extension sees their own due time, and the assignments in the same order as everyone', async () => {
  const { course, week } = await given.week()
  const place = { courseId: course.id, weekId: week.id }
  const { assignment } = await given.assignment({ ...place, title: 'First', dueAt: '2026-11-21T12:00:00Z' })
  await given.assignment({ ...place, title: 'Second', dueAt: '2026-11-22T12:00:00Z' })
  await given.assignment({ ...place, title: 'Whenever', dueAt: null })
  const student = await given.student()
  await given.member(course.id, student)
  const extension = { assignmentId: assignment.id, studentId: student.id, dueAt: '2026-11-25T12:00:00.000Z' }
  await database.db.insert(assignmentExceptions).values(extension)
  const client = await as(student)
  const shown = [
    (await client.courses.getCourse({ params: { id: course.id } })).weeks![0]!,
    await client.weeks.getWeek({ params: { courseId: course.id, weekId: week.id } }),
  ]
  for (const { assignments } of shown) {
    expect(assignments.map(({ title }) => title)).toEqual(['First', 'Second', 'Whenever'])
    expect(assignments[0]!.dueAt).toBe(extension.dueAt)
  }
})
