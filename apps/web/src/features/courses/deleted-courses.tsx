/** Courses that were deleted in the last 30 days, to be restored. */

import { useQuery } from '@tanstack/react-query'
import type { DeletedCourse } from '@lms/contract/courses'
import { restorableDays } from '@lms/contract/rules/deletion'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { RestoreButton, Row, Rows } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { deletedCoursesQuery, useRestoreCourse } from './api.ts'
import { CourseCover } from './course-cover.tsx'
import { modeLabels } from './format.ts'

const limit = 20

function DeletedRow({ course }: { course: DeletedCourse }) {
  const { id, title, mode, weekCount, studentCount, deletedAt, restorableUntil } = course
  const restore = useRestoreCourse({ onSaved: () => notify.success(`${isolate(title)} is restored`) })
  return (
    <Row
      glyph={<CourseCover id={id} title={title} src={null} width={44} height={54} />}
      name={title}
      meta={
        <>
          {[modeLabels[mode], pluralize(weekCount, 'week'), pluralize(studentCount, 'student')].join(' · ')}
          <br />
          Deleted {formatDay(deletedAt)}, restorable until {formatDay(restorableUntil)}
        </>
      }
      wraps
      controls={<RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { id } })} />}
    />
  )
}

export function DeletedCourses() {
  const [search] = useSearch()
  const page = getPage(search)
  const list = useQuery(deletedCoursesQuery({ query: { page, limit } }))
  return (
    <Page title="Deleted courses" crumbs={[{ label: 'Courses', to: paths.courses.to() }, { label: 'Deleted courses' }]}>
      <p>A deleted course can be restored for {restorableDays} days, with all its content. Restoring sends no email.</p>
      <QueryPart query={list} what="The deleted courses">
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState isFramed={false} title="No deleted courses" />
          ) : (
            <div>
              <Rows label="Deleted courses">
                {items.map((course) => (
                  <DeletedRow key={course.id} course={course} />
                ))}
              </Rows>
              <Pagination page={page} limit={limit} total={total} label="Deleted courses" />
            </div>
          )
        }
      </QueryPart>
    </Page>
  )
}
