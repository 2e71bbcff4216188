/** The setting of a test: a week, an assignment, a video or a session, with its course, its users and their clients. */

import type { As, TestApp } from '#test/app.ts'

type Given = TestApp['given']
type Values<Of extends 'week' | 'assignment' | 'recorded' | 'live'> = Parameters<Given[Of]>[0]
type People = Record<'student' | 'trainer', Parameters<TestApp['as']>[0]>

export const answer = (questionId: string, value: string | string[] = 'Because') => ({ answers: [{ questionId, value }] })

/** A submission with the first page of its earlier attempts. */
export async function readWithAttempts({ submissions }: As, at: { params: { submissionId: string; courseId: string } }) {
  const [submission, { items: attempts }] = [await submissions.getSubmission(at), await submissions.listAttempts(at)]
  return { ...submission, attempts }
}

export function courseFixtures({ given, as }: Pick<TestApp, 'given' | 'as'>) {
  const clientsOf = async ({ student, trainer }: People) => ({ studentClient: await as(student), trainerClient: await as(trainer) })
  return {
    openWeek: async (values: Values<'week'> = {}) => {
      const fixture = await given.week(values)
      return { ...fixture, ...(await clientsOf(fixture)), params: { courseId: fixture.course.id, weekId: fixture.week.id } }
    },
    openAssignment: async (values: Values<'assignment'> = {}) => {
      const fixture = await given.assignment(values)
      const params = { courseId: fixture.course.id, weekId: fixture.week.id, assignmentId: fixture.assignment.id }
      return { ...fixture, ...(await clientsOf(fixture)), params, body: answer(fixture.assignment.questions[0]!.id) }
    },
    openVideo: async (values: Values<'recorded'> = {}) => {
      const fixture = await given.recorded(values)
      const place = { courseId: fixture.course.id, weekId: fixture.week.id, mediaId: fixture.media.id }
      return { ...fixture, ...(await clientsOf(fixture)), place }
    },
    openLive: async (values: Values<'live'> = {}) => {
      const fixture = await given.live(values)
      const place = { courseId: fixture.course.id, weekId: fixture.week.id, mediaId: fixture.media.id }
      return { ...fixture, ...(await clientsOf(fixture)), place }
    },
  }
}
