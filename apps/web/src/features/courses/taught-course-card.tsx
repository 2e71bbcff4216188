/** A course on the shelf of its staff: what waits for a mark, open registers, and the next live session, each a link. */

import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { StaffFigures } from '@lms/contract/course-figures'
import type { MyCourse } from '@lms/contract/courses'
import { hasEnded, overReason } from '@lms/contract/rules/course-state'
import { formatDay, formatWaiting } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import type { Icon } from '#ui/icon.tsx'
import { IconCalendarCheck, IconClipboardText, IconListCheck, IconUserPlus, IconVideo } from '#ui/icons.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { livePhase } from '#features/live-sessions/live-session.ts'
import { formatTime } from '#features/weeks/week-item.tsx'
import { describeProgress } from '#features/weeks/week-progress.tsx'
import { MyCourseCard } from './course-card.tsx'
import classes from './course-cards.module.css'

type Props = { course: MyCourse; now: number }

const isLiveNow = ({ staffFigures }: MyCourse, now: number): boolean => {
  const next = staffFigures?.nextSession
  return next ? livePhase({ ...next, hasRecording: false }, now) === 'live' : false
}

/** What is live first, then what needs work; drafts and courses that are over last. */
export function rankTaught(course: MyCourse, now: number): number {
  if (overReason(course, now)) return 4
  if (course.status === 'DRAFT') return 3
  if (isLiveNow(course, now)) return 0
  const { toGrade, openRegisters, signUps } = course.staffFigures ?? {}
  const waits = [toGrade, openRegisters, signUps].some((one) => one && one.count > 0)
  return waits ? 1 : 2
}

type LineProps = { icon: Icon; to?: string | undefined; asks?: boolean; words: string; fact?: string; isNow?: boolean }

function Line({ icon: Sign, to, asks = false, words, fact, isNow = false }: LineProps) {
  return (
    <li className={classes.part}>
      <Sign size={18} stroke={1.75} aria-hidden />
      <Text span inherit flex={1} miw={0} truncate {...(asks && { fw: 600 })}>
        {to ? <Link to={to}>{words}</Link> : words}
      </Text>
      {fact && (
        <Text span variant="meta" {...(isNow && { c: 'var(--c-accent-text)', fw: 600 })}>
          {fact}
        </Text>
      )}
    </li>
  )
}

function SignUps({ courseId, signUps, now }: { courseId: string; signUps: StaffFigures['signUps']; now: number }) {
  const { count, oldestAt } = signUps
  return (
    <Line
      icon={IconUserPlus}
      to={paths.signUpResponses.to({ courseId })}
      asks
      words={`${pluralize(count, 'sign-up')} to review`}
      fact={oldestAt ? `oldest ${formatWaiting(oldestAt, now)}` : ''}
    />
  )
}

function ToGrade({ courseId, toGrade, now }: { courseId: string; toGrade: StaffFigures['toGrade']; now: number }) {
  const { count, oldestAt } = toGrade
  return (
    <Line
      icon={IconClipboardText}
      to={paths.marks.to({ courseId })}
      asks={count > 0}
      words={count > 0 ? `${count} to grade` : 'Nothing to grade'}
      fact={oldestAt ? `oldest ${formatWaiting(oldestAt, now)}` : ''}
    />
  )
}

function Registers({ courseId, openRegisters: { count, oldestAt } }: { courseId: string; openRegisters: StaffFigures['openRegisters'] }) {
  return (
    <Line
      icon={IconCalendarCheck}
      to={paths.attendance.to({ course: courseId })}
      asks={count > 0}
      words={count > 0 ? pluralize(count, 'open register') : 'No open registers'}
      fact={oldestAt ? `since ${formatDay(oldestAt)}` : ''}
    />
  )
}

function NextSession({ courseId, next, now }: { courseId: string; next: StaffFigures['nextSession']; now: number }) {
  if (!next) return <Line icon={IconVideo} words="No live session planned" />
  const isLive = livePhase({ ...next, hasRecording: false }, now) === 'live'
  const to = paths.media.to({ courseId, weekId: next.weekId, mediaId: next.id })
  return <Line icon={IconVideo} to={to} words={next.title} fact={isLive ? 'now' : formatTime(next.startsAt, now)} isNow={isLive} />
}

function Lines({ course, now }: Props) {
  if (!course.staffFigures) return null
  const { id: courseId, status } = course
  const { toGrade, openRegisters, signUps, nextSession } = course.staffFigures
  const isDraft = status === 'DRAFT'
  return (
    <ul className={classes.lines}>
      {isDraft ? (
        <Line icon={IconListCheck} to={paths.course.to({ courseId })} words="Get this course ready" />
      ) : (
        <ToGrade courseId={courseId} toGrade={toGrade} now={now} />
      )}
      {!isDraft && <Registers courseId={courseId} openRegisters={openRegisters} />}
      {signUps.count > 0 && <SignUps courseId={courseId} signUps={signUps} now={now} />}
      {!overReason(course, now) && <NextSession courseId={courseId} next={nextSession} now={now} />}
    </ul>
  )
}

/** “24 students · week 6 of 10”, “Starts Mon 11 Jan 2027 · 10 weeks”, “26 students · ended Sun 28 Jun”. */
function formatFacts(course: MyCourse, now: number): string {
  const { studentCount, weekCount, currentWeek, startsOn, endsOn, status } = course
  const students = pluralize(studentCount, 'student')
  if (hasEnded(course, now)) return `${students} · ended ${formatDay(endsOn!, 'UTC')}`
  if (status === 'ARCHIVED') return students
  const weeks = describeProgress(weekCount, currentWeek).toLowerCase()
  const starts = startsOn && startsOn > getToday(course.timeZone, now) ? formatDay(startsOn, 'UTC') : ''
  const first = status === 'DRAFT' ? [starts && `Starts ${starts}`] : [students, starts && `starts ${starts}`]
  return [...first, weeks].filter(Boolean).join(' · ')
}

function getTag({ status }: MyCourse, isOver: boolean): string | undefined {
  if (status === 'ARCHIVED') return 'Archived'
  if (isOver) return 'Ended'
  return status === 'DRAFT' ? 'Draft' : undefined
}

export function TaughtCourseCard({ course, now }: Props) {
  const { weekCount, currentWeek } = course
  const isOver = overReason(course, now) !== undefined
  const isLive = isLiveNow(course, now)
  const tag = getTag(course, isOver)
  return (
    <MyCourseCard
      course={course}
      height={56}
      isLive={isLive}
      over={
        isLive && (
          <span className={classes.tagEnd}>
            <StatusBadge state="live">Live now</StatusBadge>
          </span>
        )
      }
      tag={tag && <Badge>{tag}</Badge>}
      meta={formatFacts(course, now)}
      line={{ now: isOver ? weekCount + 1 : currentWeek }}
    >
      <Lines course={course} now={now} />
    </MyCourseCard>
  )
}
