/** A course as a row of an admin's first page. */

import { Badge } from '@mantine/core'
import type { CourseCard } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Row } from '#ui/row.tsx'
import { CourseCover } from './course-cover.tsx'
import { formatDates, formatTrainers, modeLabels } from './format.ts'
import classes from './course-row.module.css'

type Props = {
  course: CourseCard
  /** Whether the course itself may be opened; else its details. */
  mayOpen: boolean
}

function Name({ course: { title, status } }: Pick<Props, 'course'>) {
  if (status === 'PUBLISHED') return title
  return (
    <>
      {title} <Badge>{status === 'DRAFT' ? 'Draft' : 'Archived'}</Badge>
    </>
  )
}

export function CatalogueRow({ course, mayOpen }: Props) {
  const { id, title, summary, weekCount, studentCount, membership } = course
  const facts = [modeLabels[course.mode], formatTrainers(course), formatDates(course), weekCount > 0 && pluralize(weekCount, 'week')]
  const meta = facts.filter(Boolean).join(' · ')
  return (
    <Row
      to={(mayOpen ? paths.course : paths.courseDetails).to({ courseId: id })}
      glyph={<CourseCover id={id} title={title} src={course.coverImageUrl} width={44} height={54} />}
      name={<Name course={course} />}
      meta={summary || meta}
      fact={membership?.status === 'ACTIVE' ? 'You teach this' : pluralize(studentCount, 'student')}
    >
      {summary && <p className={classes.facts}>{meta}</p>}
    </Row>
  )
}
