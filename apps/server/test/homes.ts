/** The setting of a test: a week, an assignment, a video or a session, with its course, its users and their clients. */
import type { TestApp } from '#test/app.ts'

type Given = TestApp['given']
type Values<Of extends 'week' | 'assignment' | 'recorded' | 'live'> = Parameters<Given[Of]>[0]
type People = Record<'student' | 'trainer', Parameters<TestApp['as']>[0]>

export const answer = (questionId: string, value: string | string[] = 'Because') => ({ answers: [{ questionId, value }] })

export function homesIn({ given, as }: Pick<TestApp, 'given' | 'as'>) {
  const clientsOf = async ({ student, trainer }: People) => ({ studentClient: await as(student), trainerClient: await as(trainer) })
  return {
    openWeek: async (values: Values<'week'> = {}) => {
      const home = await given.week(values)
      return { ...home, ...(await clientsOf(home)), params: { courseId: home.course.id, weekId: home.week.id } }
    },
    openAssignment: async (values: Values<'assignment'> = {}) => {
      const home = await given.assignment(values)
      const params = { courseId: home.course.id, weekId: home.week.id, assignmentId: home.assignment.id }
      return { ...home, ...(await clientsOf(home)), params, body: answer(home.assignment.questions[0]!.id) }
    },
    openVideo: async (values: Values<'recorded'> = {}) => {
      const home = await given.recorded(values)
      const place = { courseId: home.course.id, weekId: home.week.id, mediaId: home.media.id }
      return { ...home, ...(await clientsOf(home)), place }
    },
    openLive: async (values: Values<'live'> = {}) => {
      const home = await given.live(values)
      const place = { courseId: home.course.id, weekId: home.week.id, mediaId: home.media.id }
      return { ...home, ...(await clientsOf(home)), place }
    },
  }
}
