/** The thing to go on with: one card, one press to the place where it was left. */
import type { ProgressItem } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { duration, position } from '#lib/times.ts'
import { videoAttendanceQuery } from '#modules/attendance/queries.ts'
import { Card } from '#ui/card.tsx'
import { CourseCover } from '#ui/course-cover.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { itemPath } from '../courses/course/item-path.ts'
import classes from './continue-card.module.css'
import type { Desk } from './use-desk.ts'

type Props = { desk: Desk; item: ProgressItem; isPrimary: boolean }

const verbs: Record<ProgressItem['type'], string> = { RECORDED: 'Watch', LIVE: 'Open session', ASSIGNMENT: 'Open assignment' }

function usePlace({ id, type, weekId, state }: ProgressItem, courseId: string) {
  const isBegun = type === 'RECORDED' && state === 'IN_PROGRESS'
  const { data } = useQuery({ ...videoAttendanceQuery({ params: { courseId, weekId, mediaId: id } }), enabled: isBegun })
  if (!isBegun || !data) return null
  const { durationSeconds, coverage } = data
  return {
    at: data.position,
    left: durationSeconds ? duration(Math.max(60, durationSeconds * (1 - coverage))) : null,
    share: durationSeconds ? Math.min(1, data.position / durationSeconds) : coverage,
  }
}

export function ContinueCard({ desk: { course }, item, isPrimary }: Props) {
  const isPhone = useIsPhone()
  const place = usePlace(item, course.id)
  const week = course.weeks?.find(({ id }) => id === item.weekId)
  const size = isPhone ? { width: 112, height: 63 } : { width: 208, height: 117 }
  const meta = [`${course.title}${week ? `, week ${week.number}` : ''}`, place?.left && `${place.left} left`].filter(Boolean).join(' · ')
  return (
    <Card as="div">
      <div className={classes.card}>
        <div className={classes.cover}>
          <CourseCover id={course.id} title={course.title} src={course.coverImageUrl} {...size} />
          {place && <span className={classes.place} style={{ '--share': `${Math.round(place.share * 100)}%` }} aria-hidden />}
        </div>
        <div className={classes.words}>
          <p className={classes.meta}>Continue</p>
          <h2 className={classes.title}>{item.title}</h2>
          <p className={classes.meta}>{meta}</p>
        </div>
        <Button
          className={classes.go}
          component={Link}
          to={itemPath({ id: item.id, kind: item.type }, { courseId: course.id, weekId: item.weekId }, false)}
          {...(!isPrimary && { variant: 'default' })}
          {...(item.type === 'RECORDED' && { leftSection: <IconPlayerPlayFilled size={16} aria-hidden /> })}
        >
          {place && place.at > 5 ? `Resume at ${position(place.at)}` : verbs[item.type]}
        </Button>
      </div>
    </Card>
  )
}
