/** A student's submissions in deleted courses, weeks and assignments. Nothing if there are none. */

import { useQuery } from '@tanstack/react-query'
import { isolate } from '@lms/contract/rules/direction'
import { formatMarks } from '@lms/contract/rules/marks'
import { formatDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { myDeletedSubmissionsQuery } from './api.ts'

export const deletedLabels = { COURSE: 'Course deleted', WEEK: 'Week deleted', ASSIGNMENT: 'Assignment deleted' } as const

const statusIcons: Record<string, StatusName> = { DRAFT: 'draft', SUBMITTED: 'submitted', GRADED: 'graded', RETURNED: 'returned' }

export function DeletedSubmissions() {
  const { data } = useQuery(myDeletedSubmissionsQuery({}))
  if (!data || data.length === 0) return null
  return (
    <Section title="Deleted by staff" count={data.length}>
      <Rows label="Deleted by staff">
        {data.map(({ id, assignmentTitle, courseTitle, status, submittedAt, marks, maxMarks, deleted }) => (
          <Row
            key={id}
            to={paths.deletedSubmission.to({ submissionId: id })}
            glyph={<StatusIcon name={statusIcons[status] ?? 'draft'} />}
            name={assignmentTitle}
            meta={[isolate(courseTitle), deletedLabels[deleted], submittedAt && `submitted ${formatDay(submittedAt)}`]
              .filter(Boolean)
              .join(' · ')}
            fact={marks === null ? undefined : `${formatMarks(marks)} / ${formatMarks(maxMarks)}`}
          />
        ))}
      </Rows>
    </Section>
  )
}
