/** What was changed of a person, by whom and when: the newest first. */
import type { UserChange, UserDetails } from '@lms/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { pageOf, useSearch } from '#lib/search-params.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { userChangesQuery } from './api.ts'
import { roleLabels, statusLabels } from './labels.ts'

const limit = 10

/** The server's own words come as text: what a later version adds is shown as it is. */
const wordOf = (words: Record<string, string>, value: string | null): string => (value === null ? '' : (words[value] ?? value))

function sentence({ field, before, after, course }: UserChange): string {
  const place = course?.title ?? 'a course that is gone'
  if (field === 'NAME') return `Name changed from ${before} to ${after}`
  if (field === 'ROLE') return `Role changed from ${wordOf(roleLabels, before)} to ${wordOf(roleLabels, after)}`
  if (field === 'STATUS') return `Status changed from ${wordOf(statusLabels, before)} to ${wordOf(statusLabels, after)}`
  if (after === null) return before === 'TRAINER' ? `No longer teaches ${place}` : `Left ${place}`
  return after === 'TRAINER' ? `Teaches ${place}` : `Joined ${place}`
}

export function UserHistory({ person }: { person: Pick<UserDetails, 'id' | 'name'> }) {
  const [search] = useSearch()
  const page = pageOf(search, 'history')
  const { data, error, refetch, isFetching } = useQuery({
    ...userChangesQuery({ params: { id: person.id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="History" count={data?.total}>
      {error && !data && (
        <LoadFailed
          title="The history did not load"
          cause={getErrorMessage(error)}
          requestId={error.instance}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.total === 0 && <p>Changes of name, role, status and courses will stand here, with who made them and when.</p>}
      <Rows label="History">
        {data?.items.map((change) => (
          <Row
            key={change.id}
            {...(change.course && { to: paths.course.to({ courseId: change.course.id }) })}
            name={sentence(change)}
            meta={`${change.changedBy.id === person.id ? 'By themselves' : `By ${change.changedBy.name}`}, ${dayAndTime(change.changedAt)}`}
          />
        ))}
      </Rows>
      {data && data.total > limit && <Pagination page={page} limit={limit} total={data.total} label="History" name="history" />}
    </Section>
  )
}
