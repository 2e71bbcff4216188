/** What a user did and got, newest first, by day: 20 at a time. */

import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { roundMarks } from '@lms/contract/rules/marks'
import type { UserAction, UserDetails } from '@lms/contract/users'
import { formatClock, formatLongDay } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { IconClock, IconEye, IconMail, IconMessage, IconMessages, IconMovie, IconVideo } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, RowGroup, Section } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { AttendanceStatus, attendanceLabels } from '#features/attendance/attendance-status.tsx'
import { userTimelineQuery } from './api.ts'
import classes from './user-details-screen.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type View = { glyph: ReactNode; words: string; to?: string }
type Kind = 'ALL' | 'WORK' | 'ATTENDANCE' | 'MESSAGES'

const kinds: { value: Kind; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'WORK', label: 'Work' },
  { value: 'ATTENDANCE', label: 'Attendance' },
  { value: 'MESSAGES', label: 'Messages' },
]

const byWhom = ({ by }: UserAction): string => (by === null ? '' : ` by ${isolate(by)}`)
const formatAttempt = ({ late, attempt }: UserAction): string =>
  `Submitted${late ? ' late' : ''}${attempt !== null && attempt > 1 ? `, attempt ${attempt}` : ''}`
const formatMark = ({ marks, maxMarks }: UserAction): string =>
  marks === null ? 'Returned' : `Marked ${roundMarks(marks)} / ${maxMarks ?? '–'}`
const isWholly = ({ coverage }: UserAction): boolean => coverage === null || coverage >= 1

const views: Record<UserAction['type'], (action: UserAction) => Omit<View, 'to'>> = {
  SUBMISSION: (action) => ({ glyph: <StatusIcon name={action.late ? 'late' : 'submitted'} size={18} />, words: formatAttempt(action) }),
  GRADED: (action) => ({
    glyph: <StatusIcon name={action.marks === null ? 'returned' : 'graded'} size={18} />,
    words: `${formatMark(action)}${byWhom(action)}`,
  }),
  WATCHED: (action) => ({
    glyph: <IconMovie {...icon} />,
    words: isWholly(action) ? 'Watched' : `Watched ${formatPercentage((action.coverage ?? 0) * 100)}`,
  }),
  JOINED: ({ late }) => ({ glyph: <IconVideo {...icon} />, words: late ? 'Joined late' : 'Joined' }),
  ATTENDANCE: (action) => {
    const mark = action.attendance ?? 'NOT_TAKEN'
    return {
      glyph: <AttendanceStatus mark={mark} isSpoken={false} />,
      words: `${attendanceLabels[mark]}${action.by === null ? '' : `, marked${byWhom(action)}`}`,
    }
  },
  DISCUSSION: () => ({ glyph: <IconMessages {...icon} />, words: 'Started a discussion' }),
  COMMENT: () => ({ glyph: <IconMessage {...icon} />, words: 'Wrote a comment' }),
  EMAIL: (action) => ({ glyph: <IconMail {...icon} />, words: `Email${action.by === null ? '' : ` from ${isolate(action.by)}`}` }),
  EXTENDED: (action) => ({ glyph: <IconClock {...icon} />, words: `More time${byWhom(action)}` }),
  SIGN_IN: () => ({ glyph: <IconEye {...icon} />, words: '' }),
  VISIT: () => ({ glyph: <IconEye {...icon} />, words: '' }),
}

function getPath({ type, subjectId, course, weekId }: UserAction): string | undefined {
  if (!course) return undefined
  const courseId = course.id
  if (type === 'SUBMISSION' || type === 'GRADED') return paths.submission.to({ submissionId: subjectId, courseId })
  if (type === 'EXTENDED') return paths.assignment.to({ courseId, weekId: weekId ?? '', assignmentId: subjectId })
  if (type === 'EMAIL') return paths.courseEmails.to({ courseId })
  if (type === 'DISCUSSION' || type === 'COMMENT') return paths.discussion.to({ courseId, discussionId: subjectId })
  return paths.markAttendance.to({ courseId, weekId: weekId ?? '' }, { session: subjectId })
}

const visitNames: Partial<Record<UserAction['type'], string>> = { SIGN_IN: 'Signed in', VISIT: 'Last visit' }

function Action({ action }: { action: UserAction }) {
  const { glyph, words } = views[action.type](action)
  return (
    <Row
      glyph={<span className={classes.glyph}>{glyph}</span>}
      name={action.course ? action.title : visitNames[action.type]}
      meta={
        action.course && (
          <>
            {words} · {isolate(action.course.title)}
            {action.error !== null && <span className={classes.failure}> Not delivered: {action.error}</span>}
          </>
        )
      }
      wraps
      to={getPath(action)}
      fact={formatClock(action.at)}
    />
  )
}

export function UserTimeline({ person }: { person: Pick<UserDetails, 'id' | 'name'> }) {
  const [kind, setKind] = useState<Kind>('ALL')
  const list = useInfiniteQuery(userTimelineQuery({ params: { id: person.id }, query: kind === 'ALL' ? {} : { kind } }))
  const filter = (
    <SegmentedControl
      className={classes.filter ?? ''}
      aria-label="Filter the timeline"
      data={kinds}
      value={kind}
      onChange={(value) => setKind(value)}
    />
  )
  return (
    <Section title="Timeline">
      {filter}
      <QueryPart query={list} what="The timeline" loading={6}>
        {({ items }) =>
          items.length === 0 ? (
            <p>Nothing yet. Work, attendance, posts and emails of {isolate(person.name)} appear here.</p>
          ) : (
            [...Map.groupBy(items, ({ at }) => formatLongDay(at))].map(([title, actions]) => (
              <RowGroup key={title} title={title}>
                {actions.map((action) => (
                  <Action key={`${action.type} ${action.subjectId} ${action.at}`} action={action} />
                ))}
              </RowGroup>
            ))
          )
        }
      </QueryPart>
      {list.hasNextPage && (
        <Button
          className={classes.earlier ?? ''}
          variant="default"
          size="sm"
          mt={8}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </Section>
  )
}
