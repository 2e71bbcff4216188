/** A course in the catalogue: its cover, what it is, and what the reader can do about it. */
import { Badge, Button } from '@mantine/core'
import type { CourseCard } from '@lms/contract/courses'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { CourseCover } from '#ui/course-cover.tsx'
import { Row } from '#ui/row.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { formatDates, modeLabels, type EnrolmentStatus, getEnrolmentStatus, formatTrainers, signUpHash } from './format.ts'
import { EnrolButton } from './enrol-button.tsx'

type Props = {
  course: CourseCard
  /** Whether the reader is somebody who enrols: staff get the facts alone. */
  mayEnrol: boolean
  /** Whether the course itself may be opened; else its details. */
  mayOpen: boolean
}

const memberLabels = { student: 'Enrolled', trainer: 'You teach this' } as const

function formatFact(status: EnrolmentStatus, { studentCount }: CourseCard, mayEnrol: boolean): string | undefined {
  if (status.kind === 'student' || status.kind === 'trainer') return memberLabels[status.kind]
  if (!mayEnrol) return pluralize(studentCount, 'student')
  return status.kind === 'none' ? status.word : undefined
}

function Name({ course: { title, status } }: { course: CourseCard }) {
  if (status === 'PUBLISHED') return title
  return (
    <>
      {title} <Badge>{status === 'DRAFT' ? 'Draft' : 'Archived'}</Badge>
    </>
  )
}

export function CatalogueRow({ course, mayEnrol, mayOpen }: Props) {
  const { id, title } = course
  const status = getEnrolmentStatus(course)
  const fact = formatFact(status, course, mayEnrol)
  const details = paths.courseDetails.to({ courseId: id })
  const meta = [
    modeLabels[course.mode],
    formatTrainers(course),
    formatDates(course),
    course.weekCount > 0 && pluralize(course.weekCount, 'week'),
  ]
    .filter(Boolean)
    .join(' · ')
  const controls =
    mayEnrol &&
    (status.kind === 'open' ? (
      <EnrolButton courseId={id} title={title} isSmall />
    ) : status.kind === 'form' ? (
      <Button size="sm" variant="default" component={Link} to={`${details}${signUpHash}`} aria-label={`Sign up for ${title}`}>
        Sign up
      </Button>
    ) : null)
  return (
    <Row
      to={mayOpen ? paths.course.to({ courseId: id }) : details}
      glyph={<CourseCover id={id} title={title} src={course.coverImageUrl} width={44} height={54} />}
      name={<Name course={course} />}
      meta={meta}
      {...(fact !== undefined && { fact })}
      {...(controls && { controls })}
    />
  )
}
