/** A course on a student's shelf: what comes next, this week's share, the mark so far, and attendance. */

import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { hasEnded, isFinished, overReason } from '@lms/contract/rules/course-state'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay, formatDayAndTime } from '#lib/format-date.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { IconClipboardText, IconMovie, IconVideo } from '#ui/icons.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { livePhase } from '#features/live-sessions/live-session.ts'
import { describeProgress } from '#features/weeks/week-progress.tsx'
import { MyCourseCard } from './course-card.tsx'
import { findPlace, formatTrainers, itemPath, runningWeek } from './format.ts'
import classes from './course-cards.module.css'

type Next = NonNullable<MyCourse['next']>
type Props = { course: MyCourse; now: number; /** The first of the shelf. */ isPrimary: boolean }

/** Whether a session is running: the server names it before all else. */
export const isLiveNow = ({ next }: MyCourse, now: number): boolean =>
  next?.type === 'LIVE' && livePhase({ ...next, hasRecording: false }, now) === 'live'

const icons = { RECORDED: IconMovie, LIVE: IconVideo, ASSIGNMENT: IconClipboardText }

function describeNext({ type, startsAt, durationSeconds }: Next): string {
  if (type === 'LIVE') return startsAt ? `Live session, ${formatDayAndTime(startsAt)}` : 'Live session'
  if (type === 'ASSIGNMENT') return 'Assignment'
  return durationSeconds ? `Video, ${formatDuration(durationSeconds)}` : 'Video'
}

/** The day of a course, which is one in its own zone. */
const formatDate = (date: string): string => formatDay(date, 'UTC')

/** Below the line of weeks: where the course is, and how much of this week is done. */
function getWords(course: MyCourse, now: number, nowNumber: number | null): readonly [string, string] {
  const { weekCount, startsOn, endsOn, weekProgress = [] } = course
  const weeks = weekCount > 0 ? pluralize(weekCount, 'week') : ''
  if (hasEnded(course, now)) return [`Ended ${formatDate(endsOn!)}`, weeks]
  if (course.status === 'ARCHIVED') return ['Archived', weeks]
  if (weekCount === 0) return ['', '']
  if (nowNumber === null) return startsOn ? [`Starts ${formatDate(startsOn)}`, weeks] : [weeks, '']
  const week = weekProgress.find(({ number }) => number === nowNumber)
  return [describeProgress(weekCount, nowNumber), week && week.total > 0 ? `${week.done} of ${week.total} this week` : '']
}

function NextItem({ next }: { next: Next }) {
  const Icon = icons[next.type]
  return (
    <div className={classes.part}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <Text fw={500}>{next.title}</Text>
        <Text variant="meta">{describeNext(next)}</Text>
      </div>
    </div>
  )
}

function Go({ course, now, isPrimary }: Props) {
  const { id: courseId, title, next, percentage } = course
  const isBegun = (percentage ?? 0) > 0 || Boolean(next?.leftAt)
  const word = !next ? 'Open course' : isLiveNow(course, now) ? 'Join' : isBegun ? 'Continue' : 'Start'
  const to = next ? itemPath({ id: next.id, kind: next.type }, { courseId, weekId: next.weekId }, false) : paths.course.to({ courseId })
  return (
    <Button component={Link} to={to} fullWidth {...(!isPrimary && { variant: 'default' })} aria-label={`${word}: ${isolate(title)}`}>
      {word}
    </Button>
  )
}

function Figures({ course, now }: Omit<Props, 'isPrimary'>) {
  if (!course.studentFigures) return null
  const { total, marked, assignments, missing, attendance } = course.studentFigures
  const percent = (value: number | null) => (value === null ? '–' : formatPercentage(value))
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{overReason(course, now) ? 'Final mark' : 'Mark so far'}</dt>
        <dd>
          {percent(total)} <span className={classes.base}>{`${marked} of ${assignments} marked`}</span>
        </dd>
      </div>
      <div>
        <dt>Attendance</dt>
        <dd>
          {percent(attendance.percentage)} <span className={classes.base}>{`${attendance.marked} of ${attendance.sessions} marked`}</span>
        </dd>
      </div>
      <div>
        <dt>Missing</dt>
        <dd>{missing > 0 ? <Missing count={missing} /> : '–'}</dd>
      </div>
    </dl>
  )
}

const Missing = ({ count }: { count: number }) => (
  <Text span inherit c="var(--c-bad)">
    <StatusIcon name="missing" size={14} /> {count}
  </Text>
)

/** In place of the next item. */
function formatDone(course: MyCourse, now: number, nowNumber: number | null): string {
  if (overReason(course, now)) return ''
  if (course.percentage !== 100) return nowNumber === null ? '' : 'Nothing to do now'
  const isInWeek = nowNumber !== null && nowNumber <= course.weekCount && !isFinished(course, now)
  return isInWeek ? `All done for week ${nowNumber}` : 'All done'
}

export function EnrolledCourseCard({ course, now, isPrimary }: Props) {
  const { next, weekProgress = [] } = course
  const { nowNumber, share } = runningWeek(course, now) ?? { nowNumber: null, share: 0 }
  const untouched = new Set(weekProgress.filter(({ done, total }) => total > 0 && done === 0).map(({ number }) => number))
  const isLive = isLiveNow(course, now)
  const place = next && findPlace(next)
  const over = (
    <>
      {isLive && (
        <span className={classes.tag}>
          <StatusBadge state="live">Live now</StatusBadge>
        </span>
      )}
      {place?.left && <span className={classes.left}>{place.left} left</span>}
      {place && <span className={classes.place} data-drawn style={{ '--share': `${Math.round(place.share * 100)}%` }} aria-hidden />}
    </>
  )
  const isOver = overReason(course, now) !== undefined
  const done = formatDone(course, now, nowNumber)
  return (
    <MyCourseCard
      course={course}
      height={128}
      still={next?.thumbnailUrl}
      isLive={isLive}
      over={over}
      meta={formatTrainers(course) || 'Trainer to be announced'}
      line={{
        now: isOver ? course.weekCount + 1 : nowNumber,
        share,
        isDone: (week) => !untouched.has(week),
        words: getWords(course, now, nowNumber),
      }}
    >
      {next ? <NextItem next={next} /> : done && <Text className={classes.part}>{done}</Text>}
      <Go course={course} now={now} isPrimary={isPrimary} />
      <Figures course={course} now={now} />
    </MyCourseCard>
  )
}
