/** A session of a student: its mark with the evidence, the note of staff, and what can still be done. */

import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MySession } from '@lms/contract/my-attendance'
import { isolate } from '@lms/contract/rules/direction'
import { getSessionEnd, getSessionStart } from '@lms/contract/rules/session-window'
import { formatDay, formatTimeRange } from '#lib/format-date.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { IconPlayerPlayFilled } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { Row } from '#ui/row.tsx'
import { getEvidence, isMadeUp } from './attendance-records.ts'
import { AttendanceStatus } from './attendance-status.tsx'
import { NotRightDialog } from './not-right-dialog.tsx'

/** Seconds of a recording that are left to watch; null if its length is unknown. */
export const getSecondsLeft = ({ recording, record }: MySession): number | null =>
  recording?.durationSeconds ? recording.durationSeconds * (1 - (record?.coverage ?? 0)) : null

/** The recording can be watched on, and some of it was. */
const isPartlyWatched = ({ record, recording }: MySession) => recording !== null && !!record?.coverage && record.watchedAt === null

/** What was watched so far is a bar of its own, and when it was made up for a line of its own. */
function formatEvidence(session: MySession): string {
  const { id, record, beforeJoining } = session
  if (isPartlyWatched(session) && record?.status == null) return ''
  const entries = record ? { [id]: { ...record, watchedAt: null } } : {}
  return getEvidence({ entries, beforeJoining: beforeJoining ? [id] : [] }, session, serverNow())
}

function formatWhen(session: MySession): string {
  if (session.type === 'WEEK') return `Week ${session.weekNumber}`
  if (session.type === 'RECORDED') {
    const length = session.recording?.durationSeconds
    return length ? `Video, ${formatDuration(length)}` : 'Video'
  }
  if (!session.startsAt) return 'Live'
  const end = new Date(getSessionEnd(session)).toISOString()
  return `Live, ${formatDay(session.startsAt)}, ${formatTimeRange(session.startsAt, end)}`
}

/** What becomes of an absence. */
function formatOutcome(session: MySession): string {
  const { record, recording, type } = session
  if (record?.status !== 'ABSENT') return ''
  if (record.watchedAt) return `Made up ${formatDay(record.watchedAt)}`
  if (recording) return 'Watch the recording to make up for this session'
  return type === 'LIVE' ? 'No recording. It stays Absent.' : ''
}

type Props = { session: MySession; courseId: string; /** The one to begin with. */ isFirst: boolean }

export function MySessionRow({ session, courseId, isFirst }: Props) {
  const { id, type, title, weekId, record } = session
  const outcome = formatOutcome(session)
  const link = type === 'WEEK' ? undefined : paths.media.to({ courseId, weekId, mediaId: id })
  return (
    <Row
      {...(link && { to: link })}
      glyph={<AttendanceStatus mark={record?.status ?? 'NOT_TAKEN'} isSpoken={false} />}
      name={type === 'WEEK' ? 'Whole week' : title}
      meta={[formatWhen(session), formatEvidence(session)].filter(Boolean).join(' · ')}
      wraps
      controls={
        <Stack gap={4} align="flex-end">
          {link && <NextStep session={session} to={link} isFirst={isFirst} />}
          {isOver(session) && <NotRight session={session} courseId={courseId} />}
        </Stack>
      }
    >
      {record?.remark && (
        <Text variant="meta" c="var(--c-ink)">
          {record.markedBy && `${isolate(record.markedBy.name)}: `}“{record.remark}”
        </Text>
      )}
      {record?.objection && (
        <Text variant="meta" c="var(--c-ink)">
          You said on {formatDay(record.objection.at)} that this is not right: “{record.objection.text}”
        </Text>
      )}
      <Watched session={session} />
      {outcome && <Text variant="meta">{outcome}</Text>}
    </Row>
  )
}

/** How much of the recording was watched, while that is worth going on. */
function Watched({ session }: { session: MySession }) {
  const left = getSecondsLeft(session)
  if (!isPartlyWatched(session)) return null
  const coverage = session.record?.coverage ?? 0
  const share = formatPercentage(coverage * 100)
  const words = left === null ? `${share} watched` : `${share} watched, ${formatDuration(Math.max(60, left))} left`
  return <ProgressBar label={`${isolate(session.title)}, watched`} value={coverage * 100} words={words} />
}

/** Marked other than present, or over and not marked. */
const isOver = (session: MySession): boolean =>
  session.record?.status ? session.record.status !== 'PRESENT' : session.type === 'LIVE' && serverNow() >= getSessionEnd(session)

function NotRight({ session, courseId }: { session: MySession; courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="sm" aria-label={`This is not right: ${isolate(session.title)}`} onClick={() => setOpen(true)}>
        This is not right
      </Button>
      <NotRightDialog session={session} courseId={courseId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** “Watch recording”, “Resume” or “Live now”: what the student can do about a session that is not done. */
function NextStep({ session, to, isFirst }: { session: MySession; to: string; isFirst: boolean }) {
  const { record, recording, title, type } = session
  const now = serverNow()
  if (type === 'LIVE' && record?.status == null && getSessionStart(session) <= now && now < getSessionEnd(session))
    return (
      <Text component={Link} to={to} variant="label" c="var(--c-accent)">
        Live now
      </Text>
    )
  const isOpen = record?.status == null || record.status === 'ABSENT'
  if (!recording || !isOpen || isMadeUp(record)) return null
  const label = record?.coverage ? 'Resume' : type === 'LIVE' ? 'Watch recording' : 'Watch'
  return (
    <Button
      component={Link}
      to={to}
      aria-label={`${label}: ${isolate(title)}`}
      {...(isFirst ? { leftSection: <IconPlayerPlayFilled size={16} aria-hidden /> } : { variant: 'default' })}
    >
      {label}
    </Button>
  )
}
