/** Where an item of a week leads: staff go to what was submitted, students to what is asked. */
import { paths } from '#lib/paths.ts'
import type { ItemKind } from '#features/weeks/index.ts'

type Place = { courseId: string; weekId: string }

export function itemPath({ id, kind }: { id: string; kind: ItemKind }, { courseId, weekId }: Place, isStaff: boolean): string {
  if (kind !== 'ASSIGNMENT') return paths.media.to({ courseId, weekId, mediaId: id })
  return isStaff ? paths.submissions.to({ courseId, assignmentId: id }) : paths.assignment.to({ courseId, weekId, assignmentId: id })
}
