/** Notifies students of marks. */
import type { NewNotice } from '#modules/notices/notify.ts'

interface Graded {
  id: string
  courseId: string
  studentId: string
  /** Before the marks were saved. */
  version: number
}
interface Assignment {
  id: string
  weekId: string
  title: string
  maxMarks: number
}

/** One notice per version of the marks. */
export const marksSource = ({ id, version }: Pick<Graded, 'id' | 'version'>): string => `submission:${id}:${version + 1}`

export function marksNotice(
  graded: Graded,
  { id: assignmentId, weekId, title, maxMarks }: Assignment,
  { marks, action, by }: { marks: number; action: 'GRADE' | 'RETURN'; by: string },
): NewNotice {
  const { id, courseId, studentId } = graded
  const subject = {
    title,
    weekId,
    assignmentId,
    marks,
    maxMarks,
    outcome: action === 'GRADE' ? ('MARKED' as const) : ('RETURNED' as const),
  }
  const keys = { groupKey: `submission:${id}`, sourceId: marksSource(graded) }
  return { kind: 'MARKS', courseId, ...keys, actorId: by, subject, userIds: [studentId] }
}
