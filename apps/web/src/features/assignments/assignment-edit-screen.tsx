/** Editing an assignment: its sections on the left, one of them in the middle, changes on the right. */

import { useParams } from 'react-router'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { courseQuery } from '#features/courses/api.ts'
import { assignmentQuery, assignmentUsageQuery } from './api.ts'
import { AssignmentEditor } from './assignment-editor.tsx'

export function AssignmentEditScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const { data: assignment } = useScreenQuery(assignmentQuery({ params: { id: assignmentId } }))
  const { data: usage } = useScreenQuery(assignmentUsageQuery({ params: { id: assignmentId } }))
  return <AssignmentEditor key={assignmentId} course={course} assignment={assignment} usage={usage} />
}
