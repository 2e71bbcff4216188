/** All media: every recording and session, and where each is used. */
import { Button, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { fileSize } from '#lib/file-size.ts'
import { useSearch } from '#lib/search-params.ts'
import { useCourseOptions } from '#features/courses/index.ts'
import { OthersUploads, UnfinishedUploads } from '#features/files/index.ts'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryGrid, LibraryGridWaiting } from './library-grid.tsx'
import { LibraryRows, LibraryTable } from './library-list.tsx'
import { countFilters, type LibraryFilter, libraryQueryOf, noFilters, readLibraryFilter } from './library.ts'
import { allMediaQuery } from './api.ts'
import { CaptionPreview } from './caption-preview.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { UploadWhere } from './upload-where.tsx'

const limit = 24

export function MediaLibraryScreen() {
  const [search, change] = useSearch()
  const filter = readLibraryFilter(search)
  const isPhone = useIsPhone()
  const [isUploading, setUploading] = useState(false)
  const course = filter.course === 'all' ? null : filter.course
  const courses = useCourseOptions(course).found
  const list = useQuery({ ...allMediaQuery({ query: { ...libraryQueryOf(filter), limit } }), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = list.data ?? {}
  const isFiltered = countFilters(filter) > 0 || filter.search !== ''
  const last = Math.max(1, Math.ceil(total / limit))

  useEffect(() => {
    if (list.data && !list.isPlaceholderData && filter.page > last) change({ page: last }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [list.data])

  const isGrid = !isPhone && filter.view === 'grid'
  const Items = isPhone ? LibraryRows : isGrid ? LibraryGrid : LibraryTable
  const count = list.data && `${total} ${total === 1 ? 'item' : 'items'}${isFiltered ? ' match' : ''}`
  const isEmpty = list.data !== undefined && total === 0
  const upload = (
    <Button leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />} onClick={() => setUploading(true)}>
      Upload
    </Button>
  )
  return (
    <Page
      title="All media"
      kind="wide"
      actions={(!isEmpty || isFiltered) && upload}
      meta={
        <>
          <span role="status">{count}</span>
          {list.data && <span>{fileSize(list.data.storageUsed)} of files stored</span>}
        </>
      }
    >
      <Stack gap={16}>
        <UnfinishedUploads />
        <OthersUploads />
        <LibraryFilters filter={filter} courses={courses} onChange={change} />
        <RefetchIndicator isActive={list.isPlaceholderData} />
        {list.isPending && (isGrid ? <LibraryGridWaiting /> : <SkeletonRows count={8} />)}
        {list.isError && !list.data && (
          <LoadFailed
            title="The media did not load"
            cause={getErrorMessage(list.error)}
            requestId={list.error.instance}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {items.length > 0 && (
          <>
            <CaptionPreview items={items}>
              <Items items={items} />
            </CaptionPreview>
            <Pagination page={filter.page} limit={limit} total={total} label="All media" />
          </>
        )}
        {isEmpty && <NoMedia filter={filter} isFiltered={isFiltered} onClear={() => change(noFilters)} upload={upload} />}
      </Stack>
      {isUploading && <UploadWhere course={course} onClose={() => setUploading(false)} />}
    </Page>
  )
}

type NoMediaProps = { filter: LibraryFilter; isFiltered: boolean; onClear: () => void; upload: ReactNode }

function NoMedia({ filter, isFiltered, onClear, upload }: NoMediaProps) {
  if (!isFiltered)
    return (
      <EmptyState title="No media yet" action={upload}>
        Recordings and live sessions are added in the weeks of a course, and all of them stand here.
      </EmptyState>
    )
  const hasAllCaptions = filter.captions === 'missing' && filter.search === ''
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <EmptyState isFramed={false} title={hasAllCaptions ? 'All videos have captions' : 'Nothing matches'} action={clear}>
      {hasAllCaptions ? 'Nobody has to go without them.' : 'Try a part of the title, or take a filter off.'}
    </EmptyState>
  )
}
