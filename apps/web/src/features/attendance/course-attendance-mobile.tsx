/** Attendance on phones: a week, one of its sessions, and the roster to mark in. */
import type { AttendanceSheet } from '@lms/contract/attendance'
import { useQuery } from '@tanstack/react-query'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { useCan } from '#lib/can.ts'
import { defaultSession } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { ExportMenu } from './export-menu.tsx'
import { MarkFormActions, MarkFormState, markedWords } from './mark-toolbar.tsx'
import { MarkFormBody } from './mark-form.tsx'
import { useMarkForm } from './use-mark-form.ts'
import { WeekSummary } from './week-summary.tsx'
import { wholeSheetQuery } from './fetch-attendance.ts'
import { StickyFooter } from '#ui/sticky-footer.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TopBarAction } from '#ui/top-bar-action.tsx'
import type { CourseFacts } from './course-filter.tsx'

export function CourseAttendanceMobile({ course, weeks, lastBegun, picker }: CourseFacts) {
  const [search] = useSearch()
  const may = useCan()
  const week = weeks.find(({ id }) => id === search.get('week')) ?? weeks.find(({ number }) => number === lastBegun)
  const where = { courseId: course.id, weekId: week?.id ?? '' }
  const sheet = useQuery({ ...wholeSheetQuery(where), enabled: week !== undefined })
  return (
    <Page title="Attendance" meta={picker}>
      {may('attendance.export', course.membership) && (
        <TopBarAction>
          <ExportMenu course={course} isIcon />
        </TopBarAction>
      )}
      {!week && <EmptyState title="No sessions yet">This course has no weeks yet.</EmptyState>}
      {week && <WeekSummary weeks={weeks} chosen={week.id} to={(weekId) => paths.attendance.to({ course: course.id, week: weekId })} />}
      {week && sheet.isPending && <SkeletonRows count={6} />}
      {week && sheet.isError && !sheet.data && (
        <LoadFailed
          title={`Week ${week.number} did not load`}
          cause={getErrorMessage(sheet.error)}
          requestId={isApiProblem(sheet.error) ? sheet.error.instance : undefined}
          onRetry={() => void sheet.refetch()}
          isRetrying={sheet.isFetching}
        />
      )}
      {week && sheet.data && (
        <PhoneMarking key={week.id} {...where} sheet={sheet.data} mayMark={may('attendance.mark', course.membership)} />
      )}
    </Page>
  )
}

type Props = { courseId: string; weekId: string; sheet: AttendanceSheet; mayMark: boolean }

function PhoneMarking({ courseId, weekId, sheet, mayMark }: Props) {
  const [search, change] = useSearch()
  const { sessions, students } = sheet
  const session = sessions.find(({ id }) => id === search.get('session')) ??
    defaultSession(sessions, serverNow()) ?? { id: weekId, title: '', type: 'WEEK' as const, startsAt: null }
  const marking = useMarkForm({ courseId, weekId, session, students })
  return (
    <>
      <MarkFormBody
        counter={markedWords(marking, students.length)}
        sheet={sheet}
        session={session}
        marking={marking}
        onSession={(id) => change({ session: id }, { replace: true })}
      />
      {mayMark && students.length > 0 && (
        <StickyFooter state={<MarkFormState marking={marking} />}>
          <MarkFormActions marking={marking} />
        </StickyFooter>
      )}
    </>
  )
}
