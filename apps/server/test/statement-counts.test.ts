/** The most statements that the most frequent writes may need with their keys and repeatedly, without `begin` and `commit`; rights/round-trips.test.ts has every call. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { as, given, statements } = await testApp()
const { openAssignment, openVideo } = courseFixtures({ given, as })

/** Called a few times first, because a new session and the first call of a kind cost more. */
async function usualCount(call: (time: number) => Promise<unknown>): Promise<number> {
  for (let time = 0; time < 3; time++) await call(time)
  const count = await statements(() => call(3))
  expect(count).toBeGreaterThan(0)
  return count
}

test('a student’s comment, with its key', async () => {
  const { course, discussion } = await given.discussion()
  const student = await given.student()
  await given.member(course.id, student)
  const params = { courseId: course.id, discussionId: discussion.id }
  const me = await as(student)
  const add = (time: number) => me.discussions.createComment({ params, body: { content: `Row ${time}` } }, { idempotencyKey: randomUUID() })
  expect(await usualCount(add)).toBeLessThanOrEqual(5)
})

test('a draft and a submission, with their keys', async () => {
  const { studentClient: me, params, assignment } = await openAssignment()
  const bodyOf = (time: number) => ({ answers: [{ questionId: assignment.questions[0]!.id, value: `Words ${time}` }] })
  const save = (time: number) =>
    me.submissions.saveAnswers({ params: { id: assignment.id }, body: bodyOf(time) }, { idempotencyKey: randomUUID() })
  const submit = (time: number) => me.submissions.submitAssignment({ params, body: bodyOf(time) }, { idempotencyKey: randomUUID() })
  expect(await usualCount(save)).toBeLessThanOrEqual(5)
  expect(await usualCount(submit)).toBeLessThanOrEqual(6)
})

test('a report of video playback', async () => {
  const { studentClient, place } = await openVideo()
  const report = (time: number) =>
    studentClient.attendance.markVideoAttendance({ body: { ...place, watched: false, position: 10 + time, ranges: [[0, 10 + time]] } })
  expect(await usualCount(report)).toBeLessThanOrEqual(5)
})
