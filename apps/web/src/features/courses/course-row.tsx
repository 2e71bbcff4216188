/** A course as a row: in the catalogue, with enrolment; and in my courses, with what comes next. */

import { Badge, Button, Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CourseCard, MyCourse } from '@lms/contract/courses'
import { isTeaching } from '@lms/contract/policy'
import { isFinished } from '@lms/contract/rules/course-state'
import { isolate } from '@lms/contract/rules/direction'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { Row, RowLink } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { type RunningWeek } from '#features/weeks/week-plan.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import { useEnroll } from './api.ts'
import { CourseColor, CourseCover } from './course-cover.tsx'
import { type EnrolmentStatus, formatDates, formatTrainers, getEnrolmentStatus, modeLabels, signUpHash } from './format.ts'
import classes from './course-row.module.css'

type Props = {
  course: CourseCard
  /** Whether the user can enrol: staff only see the facts. */
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

/** A course in the catalogue: its cover, facts, and available actions. */
export function CatalogueRow({ course, mayEnrol, mayOpen }: Props) {
  const { id, title } = course
  const status = getEnrolmentStatus(course, useServerNow())
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
      <Button size="sm" variant="default" component={Link} to={`${details}${signUpHash}`} aria-label={`Sign up for ${isolate(title)}`}>
        Sign up
      </Button>
    ) : null)
  return (
    <Row
      to={mayOpen ? paths.course.to({ courseId: id }) : details}
      glyph={<CourseCover id={id} title={title} src={course.coverImageUrl} width={44} height={54} />}
      name={<Name course={course} />}
      meta={course.summary || meta}
      {...(fact !== undefined && { fact })}
      {...(controls && { controls })}
    >
      {course.summary && <p className={classes.facts}>{meta}</p>}
    </Row>
  )
}

type MyCourseRowProps = {
  course: MyCourse
  /** The running week and its progress, if known. */
  running?: RunningWeek | undefined
  /** Available actions. */
  action?: ReactNode
}

function formatMeta(course: MyCourse): string {
  const { next, percentage, membership, studentCount, trainers } = course
  if (membership && isTeaching(membership)) return pluralize(studentCount, 'student')
  if (next) return `Next: ${isolate(next.title)}`
  if (percentage === 100) return isFinished(course, serverNow()) ? 'All done' : 'All done so far'
  return trainers.map(({ name }) => name).join(', ')
}

/** One of my courses: its colour, what comes next, and week progress. */
export function MyCourseRow({ course, running, action }: MyCourseRowProps) {
  const { id, title, percentage, weekCount, currentWeek } = course
  const { nowNumber, share } = running ?? { nowNumber: currentWeek, share: 0 }
  return (
    <li className={classes.row}>
      <CourseColor id={id}>
        <Flex align="baseline" gap={12}>
          <RowLink to={paths.course.to({ courseId: id })} className={classes.link}>
            {title}
          </RowLink>
          {percentage !== null && (
            <Text span variant="meta">
              {formatPercentage(percentage)}
            </Text>
          )}
          {action}
        </Flex>
        <p className={classes.meta}>{formatMeta(course)}</p>
        {weekCount > 0 && <WeekProgress total={weekCount} now={nowNumber} share={share} isDone={() => percentage !== 0} />}
      </CourseColor>
    </li>
  )
}

type EnrolButtonProps = { courseId: string; title: string; isSmall?: boolean; isFull?: boolean }

/** Enrols in a course with one press, and lands on it. */
export function EnrolButton({ courseId, title, isSmall = false, isFull = false }: EnrolButtonProps) {
  const navigate = useNavigate()
  const enroll = useEnroll()
  const onSuccess = (): void => {
    notify.success(`You are enrolled in ${isolate(title)}`)
    void navigate(paths.course.to({ courseId }))
  }
  return (
    <Button
      {...(isSmall && { size: 'sm', variant: 'default' })}
      fullWidth={isFull}
      loading={enroll.isPending}
      aria-label={isSmall ? `Enrol in ${isolate(title)}` : undefined}
      onClick={() => enroll.mutate({ params: { id: courseId } }, { onSuccess })}
    >
      Enrol
    </Button>
  )
}
