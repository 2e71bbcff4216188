/** A student's submissions in deleted courses, weeks and assignments. Nothing if there are none. */
import { formatMarks } from '@lms/contract/rules/marks'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { day } from '#lib/format-date.ts'
import { Row, RowGroup } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { myDeletedSubmissionsQuery } from './api.ts'

/** More than a student has: the list has no pages. */
const limit = 100

export const deletedLabels = { COURSE: 'Course deleted', WEEK: 'Week deleted', ASSIGNMENT: 'Assignment deleted' } as const

const statusIcons: Record<string, StatusName> = { DRAFT: 'draft', SUBMITTED: 'submitted', GRADED: 'graded', RETURNED: 'returned' }

export function DeletedSubmissions() {
  const { data } = useQuery(myDeletedSubmissionsQuery({ query: { limit } }))
  if (!data || data.total === 0) return null
  return (
    <RowGroup title={`Deleted by staff ${data.total}`}>
      {data.items.map(({ id, assignmentTitle, courseTitle, status, submittedAt, marks, maxMarks, deleted }) => (
        <Row
          key={id}
          to={paths.deletedSubmission.to({ submissionId: id })}
          glyph={<StatusIcon name={statusIcons[status] ?? 'draft'} />}
          name={assignmentTitle}
          meta={[courseTitle, deletedLabels[deleted], submittedAt && `submitted ${day(submittedAt)}`].filter(Boolean).join(' · ')}
          fact={marks === null ? undefined : `${formatMarks(marks)} / ${formatMarks(maxMarks)}`}
        />
      ))}
    </RowGroup>
  )
}
