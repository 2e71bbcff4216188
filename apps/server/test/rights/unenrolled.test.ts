/** A student who is removed from a course: the next call of each kind is refused, whatever they had open. */

import { expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { testApp } from '#test/app.ts'

const { given, as, clock } = await testApp()

test('a student who is removed from a course is refused its videos, discussions, work and attendance with the next call', async () => {
  clock.set('2026-11-20T14:00:00Z')
  const { course, week, media, student } = await given.recorded({ source: 'https://example.org/v.mp4' })
  const { assignment } = await given.assignment({ courseId: course.id, weekId: week.id })
  const { discussion } = await given.discussion({ courseId: course.id, authorId: student.id })
  const { media: session } = await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-11-20T14:00:00Z' })
  const { media: medias, attendance, myAttendance, discussions, weeks, assignments } = await as(student)
  const params = { courseId: course.id, weekId: week.id }
  const place = { ...params, mediaId: media.id }
  const calls: Record<string, () => Promise<unknown>> = {
    'a video with its file': () => medias.getMedia({ params: { courseId: course.id, id: media.id } }),
    'the position in it': () => attendance.checkVideoAttendance({ params: place }),
    'a report of watching': () => attendance.markVideoAttendance({ body: { ...place, watched: false, position: 5 } }),
    'the link to a session': () => attendance.markLiveAttendance({ body: { ...params, mediaId: session.id } }),
    'the sheet of a week': () => attendance.getCourseAttendance({ params }),
    'a question about a record': () =>
      myAttendance.questionAttendance({ params: { courseId: course.id, mediaId: media.id }, body: { text: 'I was there' } }),
    'a week': () => weeks.getWeek({ params }),
    'a discussion': () => discussions.getDiscussion({ params: { courseId: course.id, discussionId: discussion.id } }),
  }
  /** What each call is answered. */
  const answers = async () => {
    const all = Object.entries(calls).map(async ([what, call]) => {
      const answer = call().then(
        () => 'done',
        ({ problem }: ApiProblem) => problem,
      )
      return [what, await answer] as const
    })
    return Object.fromEntries(await Promise.all(all))
  }
  const each = (answer: string) => Object.fromEntries(Object.keys(calls).map((what) => [what, answer]))
  // Its address has no course, so nothing says that it exists.
  const read = () => assignments.getAssignment({ params: { id: assignment.id } })
  expect(await answers()).toEqual(each('done'))
  await expect(read()).resolves.toMatchObject({ id: assignment.id })
  await (await as('ADMIN')).users.removeUserFromCourse({ params: { id: student.id, courseId: course.id } })
  expect(await answers()).toEqual(each('forbidden'))
  await expect(read()).rejects.toBeProblem('not-found')
  await expect(myAttendance.getMyAttendance({})).resolves.toMatchObject({ courses: [], course: null })
  await expect(myAttendance.getMyAttendance({ query: { courseId: course.id } })).rejects.toBeProblem('not-found')
})
