/** Courses: the catalogue, with search, filters, order and page in the URL. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CourseCard } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getPage, parseEnum, useSearch } from '#lib/search-params.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClearFilters, FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { useFormerRowsProps } from '#ui/former-rows.tsx'
import { IconPlus } from '#ui/icons.ts'
import { RefetchIndicator } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EnterJoinCode } from '#features/join-links/enter-join-code.tsx'
import { coursesQuery } from './api.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import { DeletedCourses } from './deleted-courses.tsx'
import classes from './course-cards.module.css'

const modes = ['all', 'LIVE', 'RECORDED'] as const
const statuses = ['all', 'PUBLISHED', 'DRAFT', 'ARCHIVED'] as const
const sorts = ['-createdAt', 'title', 'startsOn', '-startsOn'] as const

/** Search, filters and order of the catalogue, from the URL. */
type CatalogueFilter = {
  q: string
  mode: (typeof modes)[number]
  status: (typeof statuses)[number]
  sort: (typeof sorts)[number]
  page: number
}

const readFilter = (search: URLSearchParams): CatalogueFilter => ({
  q: (search.get('search') ?? '').slice(0, 200),
  mode: parseEnum(modes, search.get('mode')),
  status: parseEnum(statuses, search.get('status')),
  sort: parseEnum(sorts, search.get('sort')),
  page: getPage(search),
})

const isFiltered = ({ q, mode, status }: CatalogueFilter): boolean => q !== '' || mode !== 'all' || status !== 'all'

/** The query of the call; `all` means no filter. */
const toQuery = ({ q, mode, status, sort }: CatalogueFilter) => ({
  ...(q && { search: q }),
  ...(mode !== 'all' && { mode }),
  ...(status !== 'all' && { status }),
  sort,
})

const modeOptions = [
  { value: 'all', label: 'All' },
  { value: 'LIVE', label: 'Live' },
  { value: 'RECORDED', label: 'Recorded' },
] as const satisfies { value: (typeof modes)[number]; label: string }[]

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'DRAFT', label: 'Draft' },
  { value: 'ARCHIVED', label: 'Archived' },
] as const satisfies { value: (typeof statuses)[number]; label: string }[]

const sortOptions = [
  { value: '-createdAt', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'startsOn', label: 'Start, earliest' },
  { value: '-startsOn', label: 'Start, latest' },
] as const satisfies { value: (typeof sorts)[number]; label: string }[]

type Props = {
  filter: CatalogueFilter
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void
  onClear: () => void
  /** Whether the reader sees courses that are not published. */
  hasDrafts: boolean
}

const orNone = (value: string, off: string): string | null => (value === off ? null : value)

/** Search and filters over the catalogue. */
function CatalogueFilters({ filter, onChange, onClear, hasDrafts }: Props) {
  const { q, mode, status, sort } = filter
  const count = Number(mode !== 'all') + Number(status !== 'all')
  return (
    <FilterBar
      search={
        <SearchField
          label="Search courses"
          value={q}
          found="shown"
          onChange={(next) => onChange({ search: next || null }, { replace: true })}
        />
      }
      count={count}
      onClear={onClear}
    >
      <FilterMenu label="Kind" value={mode} options={modeOptions} onChange={(next) => onChange({ mode: orNone(next, 'all') })} />
      {hasDrafts && (
        <FilterMenu label="Status" value={status} options={statusOptions} onChange={(next) => onChange({ status: orNone(next, 'all') })} />
      )}
      <FilterMenu
        label="Sort"
        value={sort}
        off="-createdAt"
        options={sortOptions}
        onChange={(next) => onChange({ sort: orNone(next, '-createdAt') })}
      />
    </FilterBar>
  )
}

const limit = 20

const ShowDeleted = () => (
  <Button variant="default" component={Link} to={paths.courses.to({ view: 'deleted' })}>
    Deleted courses
  </Button>
)

function NewCourse() {
  return (
    <Button component={Link} to={paths.courseNew.to()} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
      New course
    </Button>
  )
}

function Nothing({ filter, onClear, mayCreate }: { filter: CatalogueFilter; onClear: () => void; mayCreate: boolean }) {
  if (isFiltered(filter)) {
    const title = filter.q ? `No course matches “${filter.q}”` : 'No course matches'
    return <EmptyState isFramed={false} title={title} action={<ClearFilters onClick={onClear} />} />
  }
  if (mayCreate) {
    return (
      <EmptyState title="There are no courses yet">Create a course, then add videos, sessions and assignments week by week.</EmptyState>
    )
  }
  return <EmptyState title="There are no courses yet">Courses appear here once they are open to students.</EmptyState>
}

const isOwn = ({ membership }: CourseCard): boolean => membership?.status === 'ACTIVE'

/** Courses that the reader is in come last on the page. */
function Cards({ courses }: { courses: readonly CourseCard[] }) {
  const may = useCan()
  const former = useFormerRowsProps()
  return (
    <ul className={classes.cards} aria-label="Courses" {...former}>
      {courses
        .toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))
        .map((course) => (
          <CatalogueCard key={course.id} course={course} mayEnrol={may('course.enroll')} mayOpen={may('week.read', course.membership)} />
        ))}
    </ul>
  )
}

function useCatalogue(filter: CatalogueFilter) {
  const list = useQuery({ ...coursesQuery({ query: { ...toQuery(filter), page: filter.page, limit } }), placeholderData: keepPreviousData })
  const total = list.data?.total
  const words =
    total === undefined
      ? undefined
      : isFiltered(filter)
        ? `${pluralize(total, 'course')} ${total === 1 ? 'matches' : 'match'}`
        : pluralize(total, 'course')
  return { list, words }
}

export function CourseListScreen() {
  const [search] = useSearch()
  const may = useCan()
  return search.get('view') === 'deleted' && may('course.remove') ? <DeletedCourses /> : <Catalogue />
}

function Catalogue() {
  const [search, change] = useSearch()
  const may = useCan()
  const filter = readFilter(search)
  const { list, words } = useCatalogue(filter)
  const clear = (): void => change({ search: null, mode: null, status: null })
  const mayCreate = may('course.create')

  const rows = (items: readonly CourseCard[], total: number): ReactNode =>
    items.length === 0 ? (
      <Nothing filter={filter} onClear={clear} mayCreate={mayCreate} />
    ) : (
      <div>
        <Cards courses={items} />
        <Pagination page={filter.page} limit={limit} total={total} label="Courses" />
      </div>
    )

  return (
    <>
      <RefetchIndicator isActive={list.isFetching && !list.isPending && !list.isPlaceholderData} />
      <Page
        title="Courses"
        meta={<span role="status">{words}</span>}
        actions={
          <>
            {may('course.remove') && <ShowDeleted />}
            {mayCreate && <NewCourse />}
            {may('course.enroll') && <EnterJoinCode />}
          </>
        }
      >
        <CatalogueFilters filter={filter} onChange={change} onClear={clear} hasDrafts={mayCreate} />
        <QueryPart query={list} what="The courses" loading={6}>
          {({ items, total }) => rows(items, total)}
        </QueryPart>
      </Page>
    </>
  )
}
