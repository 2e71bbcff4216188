/** What comes next: one card, one press to the place where it was left. */
import type { MyCourse } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayAndTime, duration, position } from '#lib/times.ts'
import { videoAttendanceQuery } from '#modules/attendance/queries.ts'
import { Card } from '#ui/card.tsx'
import { CourseCover } from '#ui/course-cover.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { itemPath } from '../courses/course/item-path.ts'
import classes from './continue-card.module.css'
import type { Desk } from './use-desk.ts'

type Next = NonNullable<MyCourse['next']>
type Props = { desk: Desk; next: Next; isPrimary: boolean }

const labels: Record<Next['type'], string> = { RECORDED: 'Watch', LIVE: 'Open live session', ASSIGNMENT: 'Open assignment' }

function usePlace({ id, type, weekId }: Next, { course: { id: courseId }, items }: Desk) {
  const isBegun = type === 'RECORDED' && items.some((item) => item.id === id && item.state === 'IN_PROGRESS')
  const { data, isLoading } = useQuery({ ...videoAttendanceQuery({ params: { courseId, weekId, mediaId: id } }), enabled: isBegun })
  if (!isBegun || !data) return { isLoading, place: null }
  const { durationSeconds, coverage } = data
  const place = {
    at: data.position,
    left: durationSeconds ? duration(Math.max(60, durationSeconds * (1 - coverage))) : null,
    share: durationSeconds ? Math.min(1, data.position / durationSeconds) : coverage,
  }
  return { isLoading, place }
}

export function ContinueCard({ desk, next, isPrimary }: Props) {
  const isPhone = useIsPhone()
  const { course } = desk
  const { isLoading, place } = usePlace(next, desk)
  const week = course.weeks?.find(({ id }) => id === next.weekId)
  const startsAt = week?.media.find(({ id }) => id === next.id)?.startsAt
  const size = isPhone ? { width: 112, height: 63 } : { width: 208, height: 117 }
  const meta = [
    `${course.title}${week ? `, week ${week.number}` : ''}`,
    place?.left && `${place.left} left`,
    next.type === 'LIVE' && startsAt && dayAndTime(startsAt),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card as="div">
      <div className={classes.card}>
        <div className={classes.cover}>
          <CourseCover id={course.id} title={course.title} src={course.coverImageUrl} {...size} />
          {place && <span className={classes.place} style={{ '--share': `${Math.round(place.share * 100)}%` }} aria-hidden />}
        </div>
        <div className={classes.words}>
          <p className={classes.meta}>Continue</p>
          <h2 className={classes.title}>{next.title}</h2>
          <p className={classes.meta}>
            {meta}
            {/* The words to come may take a second line. */}
            {isLoading && <span className={classes.pending}>{` · ${duration(59 * 60)} left`}</span>}
          </p>
        </div>
        <Button
          className={classes.go}
          component={Link}
          to={itemPath({ id: next.id, kind: next.type }, { courseId: course.id, weekId: next.weekId }, false)}
          {...(!isPrimary && { variant: 'default' })}
          {...(next.type === 'RECORDED' && { leftSection: <IconPlayerPlayFilled size={16} aria-hidden /> })}
        >
          {place && place.at > 5 ? `Resume at ${position(place.at)}` : labels[next.type]}
        </Button>
      </div>
    </Card>
  )
}
