/** What a person did, day by day. Each row leads to what proves it. */
import type { UserAction, UserDetails } from '@lms/contract/users'
import { IconMessage, IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import { clock, longDay } from '#lib/format-date.ts'
import { AttendanceStatus, attendanceLabels } from '#ui/attendance-status.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Row, RowGroup } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { userActivityQuery } from './api.ts'
import classes from './users.module.css'

const limit = 20
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type View = { glyph: ReactNode; words: string; to: string }

function toView({ type, subjectId, course, weekId, attempt, late, attendance }: UserAction): View {
  const courseId = course.id
  if (type === 'SUBMISSION') {
    const words = `Submitted${late ? ' late' : ''}${attempt !== null && attempt > 1 ? `, attempt ${attempt}` : ''}`
    const to = paths.submission.to({ submissionId: subjectId, courseId })
    return { glyph: <StatusIcon name={late ? 'late' : 'submitted'} size={18} />, words, to }
  }
  if (type === 'ATTENDANCE') {
    const mark = attendance ?? 'NOT_TAKEN'
    const to = paths.markAttendance.to({ courseId, weekId: weekId ?? '' }, { session: subjectId })
    return { glyph: <AttendanceStatus mark={mark} isSpoken={false} />, words: attendanceLabels[mark], to }
  }
  const to = paths.discussion.to({ courseId, discussionId: subjectId })
  return type === 'DISCUSSION'
    ? { glyph: <IconMessages {...icon} />, words: 'Began a discussion', to }
    : { glyph: <IconMessage {...icon} />, words: 'Wrote a comment', to }
}

function Action({ action }: { action: UserAction }) {
  const { glyph, words, to } = toView(action)
  return (
    <Row
      glyph={<span className={classes.glyph}>{glyph}</span>}
      name={action.title}
      meta={`${words} · ${action.course.title}`}
      to={to}
      fact={clock(action.at)}
    />
  )
}

export function UserActivity({ person }: { person: Pick<UserDetails, 'id' | 'name'> }) {
  const [search] = useSearch()
  const page = getPage(search)
  const { data, error, refetch, isFetching } = useQuery({
    ...userActivityQuery({ params: { id: person.id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  if (!data) {
    return error ? (
      <LoadFailed
        title="The activity did not load"
        cause={getErrorMessage(error)}
        requestId={error.instance}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <SkeletonRows count={6} />
    )
  }
  if (data.total === 0) {
    return <EmptyState title="Nothing yet">Submissions, attendance and posts by {person.name} appear here.</EmptyState>
  }
  const days = Map.groupBy(data.items, ({ at }) => longDay(at))
  return (
    <div>
      {[...days].map(([title, actions]) => (
        <RowGroup key={title} title={title}>
          {actions.map((action) => (
            <Action key={`${action.type} ${action.subjectId} ${action.at}`} action={action} />
          ))}
        </RowGroup>
      ))}
      {data.total > limit && <Pagination page={page} limit={limit} total={data.total} label="Activity" />}
    </div>
  )
}
