/** What comes next: one card, one press to the place where it was left. */
import type { MyCourse } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayAndTime, duration, position } from '#lib/format-date.ts'
import { Card } from '#ui/card.tsx'
import { CourseCover } from '#ui/course-cover.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { itemPath } from '#features/courses/index.ts'
import classes from './continue-card.module.css'

type Next = NonNullable<MyCourse['next']>
type Props = { course: MyCourse; next: Next; isPrimary: boolean }

const labels: Record<Next['type'], string> = { RECORDED: 'Watch', LIVE: 'Open live session', ASSIGNMENT: 'Open assignment' }

function getPlace({ leftAt }: Next) {
  if (!leftAt) return null
  const { position: at, coverage, durationSeconds } = leftAt
  return {
    at,
    left: durationSeconds ? duration(Math.max(60, durationSeconds * (1 - coverage))) : null,
    share: durationSeconds ? Math.min(1, at / durationSeconds) : coverage,
  }
}

export function ContinueCard({ course, next, isPrimary }: Props) {
  const isPhone = useIsPhone()
  const place = getPlace(next)
  const size = isPhone ? { width: 112, height: 63 } : { width: 208, height: 117 }
  const meta = [
    `${course.title}, week ${next.weekNumber}`,
    place?.left && `${place.left} left`,
    next.type === 'LIVE' && next.startsAt && dayAndTime(next.startsAt),
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
          <p className={classes.meta}>{meta}</p>
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
