/** A published course as seen by a user outside it. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as } = await testApp()

test('videos, weeks, discussions and submissions of a published course are refused without revealing anything', async () => {
  const { course, week, media, student } = await given.recorded({ title: 'Secret video' })
  const { discussion } = await given.discussion({ courseId: course.id, authorId: student.id, title: 'Secret thread' })
  const { assignment, week: assigned } = await given.assignment({ title: 'Secret task' })
  for (const role of ['USER', 'TRAINER'] as const) {
    const outsider = await as(role)
    const params = { courseId: course.id }
    const refused: Record<string, () => Promise<unknown>> = {
      video: () => outsider.media.getMedia({ params: { ...params, id: media.id } }),
      week: () => outsider.weeks.getWeek({ params: { ...params, weekId: week.id } }),
      discussion: () => outsider.discussions.getDiscussion({ params: { ...params, discussionId: discussion.id } }),
      comments: () => outsider.discussions.listComments({ params: { ...params, discussionId: discussion.id } }),
      students: () => outsider.users.listCourseStudents({ params }),
      submissions: () => outsider.submissions.listSubmissions({ params: { courseId: assigned.courseId, assignmentId: assignment.id } }),
    }
    for (const [what, read] of Object.entries(refused)) {
      const error = await read().then(
        () => undefined,
        (cause: unknown) => cause as Error & { errors?: unknown },
      )
      expect(error, `${what}, ${role}`).toMatchObject({ problem: 'forbidden' })
      expect(JSON.stringify([error!.message, error])).not.toMatch(/secret/i)
      expect(error!.message).not.toContain(student.name)
    }
  }
})
