/** A week: what it is about, its items with their states, and the weeks before and after it. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { getWeekRange } from '#lib/days.ts'
import { paths } from '#lib/paths.ts'
import { weekQuery } from './api.ts'
import { listWeekItems } from './week-item.ts'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { Badge, StatusText } from '#ui/badge.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Section } from '#ui/row.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useCourse } from '#features/courses/index.ts'
import { StaffActions } from './week-actions.tsx'
import { Go, Items, type Parts } from './week-items.tsx'
import { Neighbours } from './week-neighbours.tsx'

function Meta({ week, course }: Pick<Parts, 'week' | 'course'>) {
  return (
    <>
      <span>{`Week ${week.number} of ${course.weekCount}`}</span>
      {week.startsOn && <span>{getWeekRange(week.startsOn)}</span>}
      {!week.published && <Badge state="draft">Not published</Badge>}
      {week.published && week.locked && <StatusText state="locked" />}
    </>
  )
}

function WeekPage({ week, course, view }: Omit<Parts, 'items'>) {
  const root = useCoursesBreadcrumb()
  const isPhone = useIsPhone()
  const items = listWeekItems(week, { progress: view.own, rows: view.rows })
  const parts = { week, course, view, items }
  const crumbs = [root, { label: course.title, to: paths.course.to({ courseId: course.id }) }, { label: `Week ${week.number}` }]
  const hasDock = isPhone && view.isStudent && view.next?.weekId === week.id
  const actions = view.isStaff ? <StaffActions {...parts} /> : !isPhone && <Go week={week} view={view} items={items} />
  return (
    <>
      <Page title={week.title} crumbs={crumbs} kind="thread" meta={<Meta week={week} course={course} />} actions={actions}>
        {week.description.trim() !== '' && (
          <Section title="About this week">
            <RichText html={week.description} />
          </Section>
        )}
        <Items {...parts} />
        <Neighbours week={week} course={course} />
      </Page>
      {hasDock && (
        <BottomDock>
          <Go week={week} view={view} items={items} isFull />
        </BottomDock>
      )}
    </>
  )
}

export function WeekScreen() {
  const { courseId = '', weekId = '' } = useParams()
  const view = useCourse(courseId)
  // The course holds its weeks too: what it knows shows at once.
  const known = view.course.data?.weeks?.find(({ id }) => id === weekId)
  const week = useQuery({ ...weekQuery({ params: { courseId, weekId } }), ...(known && { placeholderData: known }) })
  const failed = view.course.isError ? view.course : week.isError ? week : null
  const toDetails = <Navigate to={paths.courseDetails.to({ courseId })} replace />
  if (failed && isApiProblem(failed.error) && failed.error.status === 403) return toDetails
  if (failed)
    return (
      <ErrorPage
        what="week"
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
        to={paths.course.to({ courseId })}
        toLabel="Go to the course"
      />
    )
  if (!view.course.data || !week.data) return <LoadingScreen />
  if (!view.course.data.weeks) return toDetails
  return <WeekPage week={week.data} course={view.course.data} view={view} />
}
