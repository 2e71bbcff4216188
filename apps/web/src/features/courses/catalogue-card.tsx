/** A course of the catalogue as a card: what it is about, its dates, who teaches it, and whether the reader can enrol. */

import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { CourseCard } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import type { Icon } from '#ui/icon.tsx'
import { IconCircleCheck, IconClipboardText, IconClock, IconLock, IconWorld } from '#ui/icons.ts'
import { CourseCover } from './course-cover.tsx'
import { type EnrolmentStatus, formatDates, formatTrainers, getEnrolmentStatus, modeLabels, seatsLeft, signUpHash } from './format.ts'
import classes from './course-cards.module.css'

type Props = {
  course: CourseCard
  /** Whether the user can enrol: staff read how many have. */
  mayEnrol: boolean
  /** Whether the course itself may be opened; else its details. */
  mayOpen: boolean
}

/** “11 Jan to 21 Mar 2027”, “From 23 Nov, 6 weeks”. */
function formatPlan({ weekCount, ...course }: CourseCard): string {
  const weeks = course.endsOn === null && weekCount > 0 ? pluralize(weekCount, 'week') : ''
  return [formatDates(course), weeks].filter(Boolean).join(', ')
}

function describeStatus(status: EnrolmentStatus, course: CourseCard): { icon: Icon; words: string } {
  if (status.kind === 'student') return { icon: IconCircleCheck, words: 'Enrolled' }
  if (status.kind === 'trainer') return { icon: IconCircleCheck, words: 'You teach this' }
  if (status.kind === 'open') return { icon: IconWorld, words: 'Open' }
  if (status.kind === 'none') return { icon: course.enrolment === 'INVITE' ? IconLock : IconClock, words: status.word }
  return seatsLeft(course) === 0 ? { icon: IconClock, words: 'Full, waiting list' } : { icon: IconClipboardText, words: 'Sign-up form' }
}

function formatSeats({ kind }: EnrolmentStatus, course: CourseCard): string {
  const left = seatsLeft(course)
  if (kind === 'student' || kind === 'trainer') return ''
  if (left === null) return kind === 'none' ? '' : 'No limit'
  return left > 0 && kind !== 'none' ? `${left} of ${course.seats} seats left` : pluralize(course.seats ?? 0, 'seat')
}

function Foot({ course, mayEnrol }: Omit<Props, 'mayOpen'>) {
  const status = getEnrolmentStatus(course, useServerNow())
  const isMember = status.kind === 'student' || status.kind === 'trainer'
  const { icon: Sign, words } = describeStatus(status, course)
  const to = `${paths.courseDetails.to({ courseId: course.id })}${signUpHash}`
  if (!mayEnrol && !isMember) return <Text className={classes.part}>{pluralize(course.studentCount, 'student')}</Text>
  return (
    <div className={`${classes.part} ${classes.foot}`} {...(isMember && { 'data-member': true })}>
      <Sign size={16} stroke={1.75} aria-hidden />
      <Text span inherit flex={1} fw={500}>
        {status.kind === 'form' ? (
          <Link to={to} aria-label={`Sign-up form of ${isolate(course.title)}`}>
            {words}
          </Link>
        ) : (
          words
        )}
      </Text>
      <Text span variant="meta">
        {formatSeats(status, course)}
      </Text>
    </div>
  )
}

export function CatalogueCard({ course, mayEnrol, mayOpen }: Props) {
  const { id, title, status, mode, summary, coverImageUrl } = course
  const plan = formatPlan(course)
  return (
    <li className={classes.card}>
      <div className={classes.cover}>
        <CourseCover id={id} title={title} src={coverImageUrl} width="100%" height={88} />
      </div>
      <div className={classes.body}>
        <div>
          <h2 className={classes.title}>
            <Link to={(mayOpen ? paths.course : paths.courseDetails).to({ courseId: id })} className={classes.whole}>
              {title}
            </Link>{' '}
            {status !== 'PUBLISHED' && <Badge>{status === 'DRAFT' ? 'Draft' : 'Archived'}</Badge>}
          </h2>
          {summary && (
            <Text variant="meta" lineClamp={2}>
              {summary}
            </Text>
          )}
        </div>
        <div>
          <Text variant="meta">
            <Badge>{modeLabels[mode]}</Badge> {plan}
          </Text>
          <Text variant="meta" mt={6}>
            {formatTrainers(course) || 'Trainer to be announced'}
          </Text>
        </div>
        <Foot course={course} mayEnrol={mayEnrol} />
      </div>
    </li>
  )
}
