/** The students at risk in the courses that one teaches; nothing while there are none. */

import type { TeacherHome } from '@lms/contract/home'
import { formatReason } from '@lms/contract/rules/at-risk'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'

/** Each row leads to the people of its course, where those at risk come first. */
export function AtRisk({ atRisk: { items, total } }: Pick<TeacherHome, 'atRisk'>) {
  if (total === 0) return null
  return (
    <Section title="At risk" count={total}>
      <Rows label="At risk">
        {items.map(({ student, courseId, courseTitle, reasons }) => (
          <Row
            key={`${courseId}${student.id}`}
            to={paths.people.to({ courseId }, { atRisk: true })}
            glyph={<Avatar id={student.id} name={student.name} src={student.profileImageUrl} />}
            name={student.name}
            meta={`${isolate(courseTitle)} · ${reasons.map(formatReason).join(' · ')}`}
            wraps
          />
        ))}
      </Rows>
    </Section>
  )
}
