/** All media: every recording and session, and where each is used. */
import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '#lib/api.ts'
import { fileSize } from '#lib/file-size.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { UnfinishedUploads } from '#modules/files/unfinished-uploads.tsx'
import { LibraryFilters } from '#modules/media/library-filters.tsx'
import { LibraryGrid, LibraryRows, LibraryTable } from '#modules/media/library-list.tsx'
import { libraryQueryOf, readLibraryFilter } from '#modules/media/library.ts'
import { allMediaQuery } from '#modules/media/queries.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { RefetchLine } from '#ui/refetch-line.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'

const limit = 24

export function MediaLibraryScreen() {
  const [search, change] = useSearch()
  const filter = readLibraryFilter(search)
  const isPhone = useIsPhone()
  const list = useQuery({ ...allMediaQuery({ query: { ...libraryQueryOf(filter), limit } }), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = list.data ?? {}
  const isFiltered = filter.type !== 'all' || filter.use !== 'all' || filter.search !== ''
  const last = Math.max(1, Math.ceil(total / limit))

  useEffect(() => {
    if (list.data && !list.isPlaceholderData && filter.page > last) change({ page: last }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [list.data])

  const Items = isPhone ? LibraryRows : filter.view === 'table' ? LibraryTable : LibraryGrid
  const count = list.data && `${total} ${total === 1 ? 'item' : 'items'}${isFiltered ? ' match' : ''}`
  return (
    <Page
      title="All media"
      kind="wide"
      meta={
        <>
          <span role="status">{count}</span>
          {list.data && <span>{fileSize(list.data.storageUsed)} of files stored</span>}
        </>
      }
    >
      <Stack gap={16}>
        <UnfinishedUploads />
        <LibraryFilters filter={filter} onChange={change} />
        <RefetchLine isActive={list.isPlaceholderData} />
        {list.isPending && <SkeletonRows count={8} />}
        {list.isError && !list.data && (
          <LoadFailed
            title="The media did not load"
            cause={sentenceOf(list.error)}
            requestId={list.error.instance}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {items.length > 0 && (
          <>
            <Items items={items} />
            <Pager page={filter.page} limit={limit} total={total} label="All media" />
          </>
        )}
        {list.data && total === 0 && <NoMedia isFiltered={isFiltered} onClear={() => change({ type: null, use: null, search: null })} />}
      </Stack>
    </Page>
  )
}

function NoMedia({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    )
    return (
      <EmptyState hasShelf={false} title="Nothing matches" action={clear}>
        Try a part of the title.
      </EmptyState>
    )
  }
  const browse = (
    <Button component={Link} to={paths.courses.to()}>
      Go to Courses
    </Button>
  )
  return (
    <EmptyState title="No media yet" action={browse}>
      Recordings and live sessions are added in the weeks of a course, and all of them stand here.
    </EmptyState>
  )
}
