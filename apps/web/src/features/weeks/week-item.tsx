/** One item of a week as a row: icon, meta line and fact. The same texts on every screen. */

import type { ReactNode } from 'react'
import type { AssignmentRow, AssignmentSummary } from '@lms/contract/assignments'
import type { MediaSummary } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/progress-items'
import { isPast } from '@lms/contract/rules/late-policy'
import { roundMarks } from '@lms/contract/rules/marks'
import type { Week } from '@lms/contract/weeks'
import { formatClock, formatDay } from '#lib/format-date.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import type { Icon } from '#ui/icon.tsx'
import { IconClipboardText, IconMovie, IconVideo } from '#ui/icons.ts'
import { Row } from '#ui/row.tsx'
import { type StatusName, StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { type LivePhase, livePhase } from '#features/live-sessions/live-session.ts'

export type ItemKind = 'RECORDED' | 'LIVE' | 'ASSIGNMENT'
type ItemTone = 'quiet' | 'strong' | 'now' | 'bad' | 'warn'

export type WeekItem = {
  id: string
  kind: ItemKind
  title: string
  media?: MediaSummary
  assignment?: AssignmentSummary
  progress?: ProgressItem | undefined
  counts?: AssignmentRow['counts']
  /** For staff: of how many students it is required, and how many of them have done it. */
  doneBy?: ProgressItem['doneBy']
}

type ItemView = { glyph?: StatusName; share?: number; meta: string; fact: string; tone: ItemTone }

type Extras = {
  progress?: readonly ProgressItem[] | undefined
  rows?: readonly AssignmentRow[] | undefined
  ofClass?: readonly ProgressItem[] | undefined
}

/** In the order of the week. */
export function listWeekItems(week: Week, { progress, rows, ofClass }: Extras = {}): WeekItem[] {
  const doneBy = new Map(ofClass?.map((item) => [item.id, item.doneBy]))
  const own = new Map(progress?.map((item) => [item.id, item]))
  const counts = new Map(rows?.map((row) => [row.id, row.counts]))
  const items = [
    ...week.media.map((media): WeekItem => ({
      id: media.id,
      kind: media.type,
      title: media.title,
      media,
      progress: own.get(media.id),
      doneBy: doneBy.get(media.id),
    })),
    ...week.assignments.map((assignment): WeekItem => ({
      id: assignment.id,
      kind: 'ASSIGNMENT',
      title: assignment.title,
      assignment,
      progress: own.get(assignment.id),
      counts: counts.get(assignment.id) ?? null,
    })),
  ]
  const places = new Map([...week.media, ...week.assignments].map(({ id, position }) => [id, position]))
  return items.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

/** “today 14:00”, “Thu 12 Nov, 14:00”. */
export const formatTime = (at: string, now: number): string =>
  formatDay(at) === formatDay(now) ? `today ${formatClock(at)}` : `${formatDay(at)}, ${formatClock(at)}`

const attendanceViews: Partial<Record<ProgressItem['state'], Pick<ItemView, 'glyph' | 'fact' | 'tone'>>> = {
  PRESENT: { glyph: 'done', fact: 'Present', tone: 'quiet' },
  LATE: { glyph: 'late', fact: 'Late', tone: 'warn' },
  EXCUSED: { glyph: 'done', fact: 'Excused', tone: 'quiet' },
  WATCHED: { glyph: 'done', fact: 'Recording watched', tone: 'quiet' },
  ABSENT: { glyph: 'missing', fact: 'Absent', tone: 'bad' },
  BEFORE_JOINING: { glyph: 'before-joining', fact: 'Before you enrolled', tone: 'quiet' },
}

const markedStates = new Set<ProgressItem['state']>(['LATE', 'ABSENT', 'EXCUSED'])

function videoView({ media, progress }: WeekItem): ItemView {
  const seconds = media?.durationSeconds
  const meta = seconds ? `Video, ${formatDuration(seconds)}` : 'Video'
  const coverage = progress?.coverage ?? null
  if (progress?.state === 'IN_PROGRESS')
    return { glyph: 'in-progress', share: coverage ?? 0.5, meta, fact: formatVideoLeft(seconds, coverage), tone: 'now' }
  // Who is marked as present has watched it.
  const marked = progress && markedStates.has(progress.state) && attendanceViews[progress.state]
  if (marked) return { meta, ...marked }
  if (progress?.done)
    return { glyph: 'done', meta, fact: coverage ? `Watched ${formatPercentage(coverage * 100)}` : 'Watched', tone: 'quiet' }
  return progress ? { glyph: 'not-started', meta, fact: 'Not started', tone: 'quiet' } : { meta, fact: '', tone: 'quiet' }
}

const formatVideoLeft = (seconds: number | null | undefined, coverage: number | null): string =>
  seconds && coverage !== null ? `${formatDuration(Math.max(60, seconds * (1 - coverage)))} left` : 'In progress'

const phaseViews: Record<LivePhase, Pick<ItemView, 'glyph' | 'fact' | 'tone'>> = {
  scheduled: { glyph: 'not-started', fact: 'Scheduled', tone: 'quiet' },
  soon: { glyph: 'live', fact: 'Opens soon', tone: 'now' },
  live: { glyph: 'live', fact: 'Live now', tone: 'now' },
  ended: { glyph: 'not-started', fact: 'Ended', tone: 'quiet' },
  ready: { glyph: 'not-started', fact: 'Recording ready', tone: 'quiet' },
}

function liveView({ media, progress }: WeekItem, now: number): ItemView {
  const phase = media ? livePhase(media, now) : 'scheduled'
  const meta = media?.startsAt ? `Live, ${formatTime(media.startsAt, now)}` : 'Live session'
  const known = phase === 'live' || phase === 'soon' ? undefined : progress && attendanceViews[progress.state]
  const { glyph, ...rest } = known ?? phaseViews[phase]
  return { ...(progress && glyph && { glyph }), ...rest, meta }
}

const ownWork: Partial<Record<ProgressItem['state'], Pick<ItemView, 'glyph' | 'fact' | 'tone'>>> = {
  DRAFT: { glyph: 'draft', fact: 'Draft saved', tone: 'quiet' },
  SUBMITTED: { glyph: 'submitted', fact: 'Submitted', tone: 'quiet' },
  GRADED: { glyph: 'graded', fact: 'Graded', tone: 'strong' },
  RETURNED: { glyph: 'returned', fact: 'Returned', tone: 'quiet' },
  MISSING: { glyph: 'missing', fact: 'Missing', tone: 'bad' },
  EXCUSED: { glyph: 'excused', fact: 'Excused', tone: 'quiet' },
  BEFORE_JOINING: { glyph: 'before-joining', fact: 'Before you enrolled', tone: 'quiet' },
}

function assignmentMeta({ assignment, progress }: WeekItem, now: number): string {
  const marks = assignment?.maxMarks ? `${roundMarks(assignment.maxMarks)} marks` : ''
  if (!assignment?.dueAt || progress?.state === 'GRADED') return marks || 'Assignment'
  if (assignment.status === 'CLOSED' && !isPast(assignment.dueAt, now)) return ['Closed', marks].filter(Boolean).join(', ')
  const due = isPast(assignment.dueAt, now)
    ? `${progress?.done ? 'due' : 'was due'} ${formatDay(assignment.dueAt)}`
    : `due ${formatDay(assignment.dueAt) === formatDay(now) ? `today ${formatClock(assignment.dueAt)}` : formatDay(assignment.dueAt)}`
  return [due.charAt(0).toUpperCase() + due.slice(1), marks].filter(Boolean).join(', ')
}

function classFact({ assignment, counts }: WeekItem): Pick<ItemView, 'fact' | 'tone'> {
  if (assignment?.status === 'DRAFT') return { fact: 'Not published', tone: 'quiet' }
  // Returned work waits for its student, not for its grader.
  const waiting = counts?.toGrade ?? 0
  if (waiting > 0) return { fact: `${waiting} to grade`, tone: 'now' }
  return { fact: counts ? `${counts.submitted} of ${counts.students} submitted` : '', tone: 'quiet' }
}

function assignmentView(item: WeekItem, now: number): ItemView {
  const { progress } = item
  const meta = assignmentMeta(item, now)
  if (!progress) return { meta, ...classFact(item) }
  const known = ownWork[progress.state] ?? { glyph: 'not-started' as const, fact: 'Not started', tone: 'quiet' as const }
  if (progress.state === 'GRADED' && progress.marks !== null)
    return { ...known, meta, fact: `${roundMarks(progress.marks)} / ${roundMarks(progress.maxMarks ?? 0)}` }
  return progress.late && progress.state === 'SUBMITTED' ? { ...known, meta, fact: 'Submitted late', tone: 'warn' } : { ...known, meta }
}

export function toItemView(item: WeekItem, now: number): ItemView {
  if (item.kind === 'RECORDED') return videoView(item)
  return item.kind === 'LIVE' ? liveView(item, now) : assignmentView(item, now)
}

const icons: Record<ItemKind, Icon> = { RECORDED: IconMovie, LIVE: IconVideo, ASSIGNMENT: IconClipboardText }

/** For staff, who put the items in order. */
export type ItemPlace = {
  handle: ReactNode
  controls: ReactNode
  isLifted: boolean
  /** Instead of the item’s own: its place while it is lifted, else figures. */
  fact?: ReactNode
  factTone?: 'quiet'
}

type Props = { item: WeekItem; to: string; now: number; isCurrent?: boolean; place?: ItemPlace | undefined }

export function WeekItemRow({ item, to, now, isCurrent = false, place }: Props) {
  // The meta line says what kind of item it is: on phones only the state comes before the name.
  const isPhone = useIsPhone()
  const { glyph, share, meta, fact, tone } = toItemView(item, now)
  const Icon = icons[item.kind]
  const state = glyph && <StatusIcon name={glyph} {...(share !== undefined && { share })} />
  const kind = <Icon size={18} stroke={1.75} aria-hidden />
  return (
    <Row
      to={to}
      name={item.title}
      meta={meta}
      {...(state ? { glyph: state, ...(!isPhone && { icon: kind }) } : { icon: kind })}
      {...(fact && { fact, factTone: tone })}
      isCurrent={isCurrent}
      {...place}
    />
  )
}
