/** The discussions of a course. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { pageOf, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useLastPage } from '#lib/use-last-page.ts'
import { courseQuery } from '#features/courses/api.ts'
import { DiscussionRows } from './discussion-rows.tsx'
import { discussionsQuery } from './api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useDiscussionCrumbs } from './discussion-crumbs.ts'
import classes from './discussion-list.module.css'

const limit = 20
const plus = <IconPlus size={18} stroke={1.75} aria-hidden />

export function DiscussionListScreen() {
  const { courseId = '' } = useParams()
  const [search, change] = useSearch()
  const words = search.get('search') ?? ''
  const page = pageOf(search)
  const may = useCan()
  const now = useServerNow(60_000)
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const list = useQuery({
    ...discussionsQuery({ params: { courseId }, query: { page, limit, ...(words && { search: words }) } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const crumbs = useDiscussionCrumbs(course.data, false)
  const failed =
    course.isError && !course.data
      ? course
      : list.isError && !list.data && (list.error.status === 403 || list.error.status === 404)
        ? list
        : null
  if (failed) {
    const retry = (): void => void failed.refetch()
    return (
      <ErrorPage
        error={failed.error}
        what="course"
        onRetry={retry}
        isRetrying={failed.isFetching}
        to={paths.courses.to()}
        toLabel="Go to the courses"
        help="An admin can add you to the course."
      />
    )
  }
  if (!course.data) return <LoadingScreen />

  const mayWrite = may('discussion.write', course.data.membership)
  const begin = (
    <Button component={Link} to={paths.discussionNew.to({ courseId })} leftSection={plus}>
      New discussion
    </Button>
  )
  const rows = list.data?.items ?? []
  const isEmpty = list.data?.total === 0
  return (
    <Page
      title="Discussion"
      kind="thread"
      crumbs={crumbs}
      meta={list.data && <span role="status">{list.data.total === 1 ? '1 discussion' : `${list.data.total} discussions`}</span>}
      actions={mayWrite && !(isEmpty && words === '') && begin}
    >
      <div>
        {(words !== '' || !isEmpty) && (
          <div className={classes.search} role="search">
            <SearchField
              label="Title or text"
              value={words}
              onChange={(value) => change({ search: value, page: null }, { replace: true })}
            />
          </div>
        )}
        <RefetchIndicator isActive={list.isPlaceholderData} />
        {list.isPending && <SkeletonRows count={8} />}
        {list.isError && !list.data && <LoadFailed title="The discussions did not load" {...toLoadError(list)} />}
        {rows.length > 0 && (
          <>
            <DiscussionRows discussions={rows} now={now} />
            <Pagination page={page} limit={limit} total={list.data?.total ?? 0} label="Discussions" />
          </>
        )}
        {isEmpty && <NoDiscussions words={words} begin={mayWrite && begin} onClear={() => change({ search: null })} />}
      </div>
    </Page>
  )
}

function NoDiscussions({ words, begin, onClear }: { words: string; begin: ReactNode; onClear: () => void }) {
  if (words === '') {
    return (
      <EmptyState title="Ask the first question" action={begin}>
        “Which source do you trust for this?” is a good start, and so is “I got stuck at step 2”.
      </EmptyState>
    )
  }
  const action = (
    <Button variant="default" onClick={onClear}>
      Clear the search
    </Button>
  )
  return <EmptyState isFramed={false} title={`Nothing matches “${words}”`} action={action} />
}
