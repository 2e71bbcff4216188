/** All media: every recording and session, and where each is used. */

import { Box, Button, Flex, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { fileSize } from '#lib/files.ts'
import { formatShortDay } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useSearch } from '#lib/search-params.ts'
import { Cell, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFormerRowsProps } from '#ui/former-rows.tsx'
import { IconUpload } from '#ui/icons.ts'
import { DelayedSkeleton } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useCourseOptions } from '#features/courses/course-picker.tsx'
import { AllUsersUploads, UnfinishedUploads } from '#features/files/unfinished-uploads.tsx'
import { allMediaQuery } from './api.ts'
import {
  LibraryFilters,
  countLibraryFilters,
  toLibraryQuery,
  noLibraryFilters,
  readLibraryFilter,
  type LibraryFilter,
} from './library-filters.tsx'
import {
  libraryLinks,
  formatAdded,
  libraryFacts,
  formatKind,
  type LibraryItem,
  LibraryPreview,
  LibraryMenu,
  Thumbnail,
  Captions,
  Used,
  SourceLabel,
} from './library-item.tsx'
import { UploadWhere } from './upload-where.tsx'
import classes from './media-library-screen.module.css'

type Props = { items: readonly LibraryItem[] }

const columns = [
  { key: 'title', label: 'Title' },
  { key: 'used', label: 'Used in', width: '24%' },
  { key: 'stock', label: 'Recording', width: '11%' },
  { key: 'captions', label: 'Captions', width: '12%' },
  { key: 'by', label: 'Added by', width: '13%' },
  { key: 'added', label: 'Added', isNumber: true, width: '9%' },
  { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
]

/** The library as a table, or as rows on phones. */
const LibraryTable = ({ items }: Props) => (
  <DataTable label="All media" columns={columns}>
    {items.map((item) => {
      const { view } = libraryLinks(item)
      return (
        <DataRow key={item.id}>
          <NameCell name={item.title} meta={formatKind(item)} {...(view && { to: view })} picture={<Thumbnail item={item} />} />
          <Cell>
            <Used item={item} />
          </Cell>
          <Cell>
            <SourceLabel item={item} />
          </Cell>
          <Cell>
            <Captions item={item} />
          </Cell>
          <Cell>{item.addedBy?.name}</Cell>
          <Cell isNumber>{formatShortDay(item.createdAt)}</Cell>
          <Cell>
            <LibraryMenu item={item} />
          </Cell>
        </DataRow>
      )
    })}
  </DataTable>
)

const LibraryRows = ({ items }: Props) => (
  <Rows label="All media">
    {items.map((item) => (
      <Row
        key={item.id}
        to={libraryLinks(item).view}
        icon={<Thumbnail item={item} />}
        name={item.title}
        meta={libraryFacts(item)}
        controls={<LibraryMenu item={item} />}
      >
        <Text component="div" variant="meta" truncate>
          <Used item={item} isPlain />
        </Text>
        <Text component="div" variant="meta" truncate>
          {formatAdded(item)}
        </Text>
        <Captions item={item} />
      </Row>
    ))}
  </Rows>
)

function Tile({ item }: { item: LibraryItem }) {
  const [isOpen, setOpen] = useState(false)
  const { view } = libraryLinks(item)
  return (
    <li>
      <button type="button" className={classes.open} aria-label={`Preview ${isolate(item.title)}`} onClick={() => setOpen(true)}>
        <Thumbnail item={item} isLarge />
      </button>
      <Flex align="flex-start" gap={8} mt={8}>
        <Box flex={1} miw={0}>
          <div className={classes.title}>{view ? <Link to={view}>{item.title}</Link> : <bdi>{item.title}</bdi>}</div>
          <Text variant="meta" truncate>
            {libraryFacts(item)}
          </Text>
          <Text variant="meta" truncate>
            <Used item={item} isPlain />
          </Text>
          <Text variant="meta" truncate>
            {formatAdded(item)}
          </Text>
          <Captions item={item} />
        </Box>
        <LibraryMenu item={item} />
      </Flex>
      {isOpen && <LibraryPreview item={item} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** The library as tiles. */
const LibraryGrid = ({ items }: { items: readonly LibraryItem[] }) => (
  <ul className={classes.grid} aria-label="All media" {...useFormerRowsProps()}>
    {items.map((item) => (
      <Tile key={item.id} item={item} />
    ))}
  </ul>
)

const words = (
  <Stack gap={10} mt={12}>
    <Skeleton width="70%" />
    <Skeleton width="45%" height={10} />
    <Skeleton width="55%" height={10} />
  </Stack>
)

/** Twelve tiles in their final sizes. */
const LibraryGridWaiting = (): ReactNode => (
  <DelayedSkeleton>
    <div className={classes.grid}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index}>
          <div className={classes.blank} />
          {words}
        </div>
      ))}
    </div>
  </DelayedSkeleton>
)

const limit = 24

export function MediaLibraryScreen() {
  const [search, change] = useSearch()
  const filter = readLibraryFilter(search)
  const isPhone = useIsPhone()
  const [isUploading, setUploading] = useState(false)
  const course = filter.course === 'all' ? null : filter.course
  const courses = useCourseOptions(course).found
  const list = useQuery({ ...allMediaQuery({ query: { ...toLibraryQuery(filter), limit } }), placeholderData: keepPreviousData })
  const { total = 0 } = list.data ?? {}
  const isFiltered = countLibraryFilters(filter) > 0 || filter.search !== ''
  const last = Math.max(1, Math.ceil(total / limit))

  useEffect(() => {
    if (list.data && !list.isPlaceholderData && filter.page > last) change({ page: last }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [list.data])

  const isGrid = !isPhone && filter.view === 'grid'
  const Items = isPhone ? LibraryRows : isGrid ? LibraryGrid : LibraryTable
  const count = list.data && `${pluralize(total, 'item')}${isFiltered ? (total === 1 ? ' matches' : ' match') : ''}`
  const isEmpty = list.data !== undefined && total === 0
  const upload = (
    <Button leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />} onClick={() => setUploading(true)}>
      Upload
    </Button>
  )
  return (
    <Page
      title="All Media"
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
        <AllUsersUploads />
        <LibraryFilters filter={filter} courses={courses} onChange={change} />
        <QueryPart query={list} what="The media" loading={isGrid ? <LibraryGridWaiting /> : 8}>
          {({ items, total }) =>
            items.length > 0 && (
              <>
                <CaptionPreview items={items}>
                  <Items items={items} />
                </CaptionPreview>
                <Pagination page={filter.page} limit={limit} total={total} label="All media" />
              </>
            )
          }
        </QueryPart>
        {isEmpty && <NoMedia filter={filter} isFiltered={isFiltered} onClear={() => change(noLibraryFilters)} upload={upload} />}
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
        Recordings and live sessions are added in the weeks of a course. All of them appear here.
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
      {hasAllCaptions ? null : 'Try part of the title, or remove a filter.'}
    </EmptyState>
  )
}

/** Keyboard preview: Space on the title does the same as a click on the thumbnail. */
function CaptionPreview({ items, children }: { items: readonly LibraryItem[]; children: ReactNode }) {
  const [seen, setSeen] = useState<LibraryItem | null>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLAnchorElement)) return
    const item = items.find((one) => libraryLinks(one).view === target.getAttribute('href'))
    if (!item) return
    event.preventDefault()
    setSeen(item)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links in it */}
      <div aria-keyshortcuts="Space" onKeyDown={onKeyDown}>
        {children}
      </div>
      {seen && <LibraryPreview item={seen} onClose={() => setSeen(null)} />}
    </>
  )
}
