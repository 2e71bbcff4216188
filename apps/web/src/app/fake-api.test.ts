/** The fake API of these tests is no laxer than the server. */

import { expect, test } from 'vitest'
import { api } from '#lib/api.ts'
import { FakeProblem, fakeApi, takeMismatches } from '#test/fake-api.ts'
import { makeCourse } from '#test/fixtures.ts'

test('replies, requests and problems that are not in the contract fail the test', async () => {
  const { title: _title, ...course } = makeCourse(null)
  fakeApi({
    courses: { getCourse: async () => course as never, listCourses: () => Promise.reject(new FakeProblem(418, 'conflict')) },
    discussions: { createDiscussion: async () => ({}) as never },
  })
  await api.courses.getCourse({ params: { id: course.id } })
  await api.courses.listCourses().catch(() => undefined)
  await api.discussions.createDiscussion({ params: { courseId: course.id }, body: { title: '', content: 'Words' } })
  const found = takeMismatches()
  expect(found[0]).toMatch(/^courses.getCourse, reply: title /)
  expect(found[1]).toBe('problem conflict: its status is 409, not 418')
  expect(found[2]).toBe('discussions.createDiscussion, body: title Must not be empty')
  expect(found[3]).toMatch(/^discussions.createDiscussion, reply: id /)
  fakeApi({ courses: { getCourse: async () => makeCourse(null) } })
  await api.courses.getCourse({ params: { id: course.id } })
  expect(takeMismatches()).toEqual([])
})
