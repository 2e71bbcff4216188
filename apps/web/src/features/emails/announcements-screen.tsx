/** All announcements of a course, also those that the course page no longer shows. Notices lead here. */

import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { getPage, useLastPage, useSearch } from '#lib/search-params.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { AnnouncementList } from './announcements.tsx'
import { courseAnnouncementsQuery } from './api.ts'

const limit = 20

export function AnnouncementsScreen() {
  const { courseId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const [search, change] = useSearch()
  const page = getPage(search)
  const navigate = useNavigate()
  const linkedId = useLocation().hash.slice(1)
  const list = useQuery({
    ...courseAnnouncementsQuery({ params: { courseId }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const { items = [], total = 0 } = list.data ?? {}
  const isLoaded = list.data !== undefined
  const isLinkedShown = items.some(({ id }) => id === linkedId)
  const isMissing = isLoaded && !list.isPlaceholderData && linkedId !== '' && !isLinkedShown
  const hasOlder = page * limit < total
  // A notice does not know the page of its announcement.
  const next = isMissing && hasOlder ? page + 1 : null
  useEffect(() => {
    const linked = isLinkedShown ? document.getElementById(linkedId) : null
    linked?.focus({ preventScroll: true })
    linked?.scrollIntoView({ block: 'center' })
  }, [linkedId, isLinkedShown])
  useEffect(() => {
    if (next !== null) void navigate({ search: `?page=${next}`, hash: linkedId }, { replace: true })
  }, [next, linkedId, navigate])
  return (
    <PageOfCourse
      course={course}
      tab="emails"
      kind="reading"
      title="Announcements"
      meta={isLoaded && <span>{pluralize(total, 'announcement')}</span>}
    >
      {isMissing && !hasOlder && (
        <Text inherit c="dimmed" fz="sm" lh="md">
          The announcement that this link leads to was removed.
        </Text>
      )}
      <QueryPart query={list} what="The announcements">
        {() =>
          total === 0 ? (
            <EmptyState title="No announcements yet">Announcements by the trainers appear here.</EmptyState>
          ) : (
            <>
              <AnnouncementList items={items} loadedAt={list.dataUpdatedAt} />
              {total > limit && <Pagination page={page} limit={limit} total={total} label="Announcements" />}
            </>
          )
        }
      </QueryPart>
    </PageOfCourse>
  )
}
