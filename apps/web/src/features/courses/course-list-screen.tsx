/** Courses: the catalogue, searched, filtered, sorted and paged by the address. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { useSearch } from '#lib/search-params.ts'
import { CatalogueFilters } from './catalogue-filters.tsx'
import { CatalogueRow } from './catalogue-row.tsx'
import { type CatalogueFilter, isFiltered, toQuery, readFilter } from './catalogue-filter.ts'
import { counted } from './format.ts'
import { coursesQuery } from './api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClearFilters } from '#ui/filter-menu.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { Rows } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { DeletedCourses } from './deleted-courses.tsx'

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
      <EmptyState title="There are no courses yet">
        A course holds weeks, and a week holds what is watched, attended and submitted.
      </EmptyState>
    )
  }
  return <EmptyState title="There are no courses yet">Courses stand here once they are open to students.</EmptyState>
}

function useCatalogue(filter: CatalogueFilter) {
  const list = useQuery({ ...coursesQuery({ query: { ...toQuery(filter), page: filter.page, limit } }), placeholderData: keepPreviousData })
  const total = list.data?.total
  const words =
    total === undefined
      ? undefined
      : isFiltered(filter)
        ? `${counted(total, 'course')} ${total === 1 ? 'matches' : 'match'}`
        : counted(total, 'course')
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

  const rows = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The courses did not load" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={6} />
    if (list.data.items.length === 0) return <Nothing filter={filter} onClear={clear} mayCreate={mayCreate} />
    return (
      <div>
        <Rows label="Courses">
          {list.data.items.map((course) => (
            <CatalogueRow key={course.id} course={course} mayEnrol={may('course.enroll')} mayOpen={may('week.read', course.membership)} />
          ))}
        </Rows>
        <Pagination page={filter.page} limit={limit} total={list.data.total} label="Courses" />
      </div>
    )
  }

  return (
    <>
      <RefetchIndicator isActive={list.isFetching && !list.isPending} />
      <Page
        title="Courses"
        meta={words && <span role="status">{words}</span>}
        actions={
          <>
            {may('course.remove') && <ShowDeleted />}
            {mayCreate && <NewCourse />}
          </>
        }
      >
        <CatalogueFilters filter={filter} onChange={change} onClear={clear} hasDrafts={mayCreate} />
        {rows()}
      </Page>
    </>
  )
}
