/** A copy of what another week has, searched in the library of all courses. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { Thumbnail } from './thumbnail.tsx'
import { kindOf, type LibraryItem, libraryQueryOf, readLibraryFilter, formatUsage } from './library.ts'
import { allMediaQuery, useAddFromLibrary } from './api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { notify } from '#ui/toasts.tsx'

const limit = 10

export function MediaFromLibrary({ course, week, choice }: { course: Course; week: Week; choice: ReactNode }) {
  const navigate = useNavigate()
  const [search, change] = useSearch()
  const filter = readLibraryFilter(search)
  const list = useQuery({ ...allMediaQuery({ query: { ...libraryQueryOf(filter), limit } }), placeholderData: keepPreviousData })
  const add = useAddFromLibrary({ onSaved: ({ title }) => notify.success(`${title} is in week ${week.number}`) })
  const take = (item: LibraryItem): void => {
    const place = { courseId: course.id, weekId: week.id }
    add.mutate({ params: place, body: { mediaId: item.id } }, { onSuccess: () => void navigate(paths.week.to(place)) })
  }
  const { items = [], total = 0 } = list.data ?? {}
  return (
    <FormSection>
      {choice}
      <SearchField label="Title" value={filter.search} onChange={(text) => change({ search: text || null }, { replace: true })} />
      <RefetchIndicator isActive={list.isPlaceholderData} />
      {list.isPending && <SkeletonRows count={5} />}
      {list.isError && !list.data && (
        <LoadFailed
          title="The library did not load"
          cause={getErrorMessage(list.error)}
          requestId={list.error.instance}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data && total === 0 && (
        <EmptyState isFramed={false} title="Nothing matches">
          Try a part of the title.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Rows label="The library">
          {items.map((item) => (
            <Row
              key={item.id}
              icon={<Thumbnail item={item} />}
              name={item.title}
              meta={`${kindOf(item)}. ${formatUsage(item)}`}
              controls={
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Add ${item.title} to week ${week.number}`}
                  loading={
                    add.isPending &&
                    add.variables.body !== undefined &&
                    'mediaId' in add.variables.body &&
                    add.variables.body.mediaId === item.id
                  }
                  onClick={() => take(item)}
                >
                  Add
                </Button>
              }
            />
          ))}
        </Rows>
      )}
      {total > 0 && <Pagination page={filter.page} limit={limit} total={total} label="The library" />}
    </FormSection>
  )
}
