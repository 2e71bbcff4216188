/** A student's own attendance: a rate per course, and every session with its date and status. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { AttendanceSession } from '@lms/contract/attendance'
import type { MyCourse } from '@lms/contract/courses'
import { type AttendanceRate, formatRateBase } from '@lms/contract/rules/attendance-rate'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { getPage, useLastPage, useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { shortDate } from '#lib/zoned-date-time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Row, RowGroup, Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { courseQuery, myCoursesQuery } from '#features/courses/api.ts'
import { userQuery } from '#features/users/api.ts'
import { useAttendance } from './api.ts'
import { sessionName } from './attendance-filters.tsx'
import { getEvidence, getStatus, shownSessions, type Student, type WeekSheet } from './attendance-records.ts'
import { attendanceLabels, AttendanceStatus } from './attendance-status.tsx'

/** Without a mark, the evidence is shown on the right. */
function formatMeta({ when, evidence, entry }: MySession): string {
  const remark = entry?.remark ? `“${entry.remark}”` : ''
  return [when, getStatus(entry) !== null && evidence, remark].filter(Boolean).join(' · ')
}

type Props = { weeks: readonly MyWeek[]; to: (weekId: string, session: MySession['session']) => string | undefined }

/** A student's own sessions of a course as rows by week. */
const MyAttendanceList = ({ weeks, to }: Props) =>
  weeks.map(({ weekId, number, title, sessions }) => (
    <RowGroup key={weekId} title={`Week ${number}, ${isolate(title)}`}>
      {sessions.map((own) => {
        const mark = getStatus(own.entry)
        return (
          <Row
            key={own.session.id}
            to={to(weekId, own.session)}
            glyph={<AttendanceStatus mark={mark ?? 'NOT_TAKEN'} isSpoken={false} />}
            name={own.name}
            meta={formatMeta(own)}
            fact={mark ? attendanceLabels[mark] : own.evidence}
            factTone={mark === 'ABSENT' ? 'bad' : mark === 'LATE' ? 'warn' : 'quiet'}
          />
        )
      })}
    </RowGroup>
  ))

/** Courses per page; the weeks of each are a request. */
const limit = 20

/** The same figures as staff see. */
function useOwnRates() {
  const me = useSession((session) => session.user?.id ?? '')
  const details = useQuery(userQuery({ params: { id: me } }))
  return { isPending: details.isPending, rates: new Map(details.data?.courses.map(({ id, attendance }) => [id, attendance])) }
}

export function MyAttendance() {
  const [search, change] = useSearch()
  const page = getPage(search)
  const courses = useQuery({ ...myCoursesQuery({ query: { page, limit } }), placeholderData: keepPreviousData })
  useLastPage(courses, (last) => change({ page: last }, { replace: true }))
  const { isPending, rates } = useOwnRates()
  // A rate that came later would move everything below it.
  const items = isPending ? [] : (courses.data?.items ?? [])
  const [loaded, setLoaded] = useState<readonly string[]>([])
  const firstLoading = items.findIndex(({ id }) => !loaded.includes(id))
  return (
    <Page title="Attendance" kind="thread">
      {(courses.isPending || (isPending && courses.data?.total !== 0 && !courses.isError)) && <SkeletonRows count={6} />}
      {courses.isError && !courses.data && (
        <LoadFailed
          title="Your attendance could not be loaded"
          cause={getErrorMessage(courses.error)}
          requestId={courses.error.instance}
          onRetry={() => void courses.refetch()}
          isRetrying={courses.isFetching}
        />
      )}
      {courses.data?.total === 0 && (
        <EmptyState
          title="No courses yet"
          action={
            <Button component={Link} to={paths.courses.to()}>
              Browse courses
            </Button>
          }
        >
          Sessions you attend and videos you watch appear here.
        </EmptyState>
      )}
      <FormerRows isFormer={courses.isPlaceholderData}>
        {items.map((course, index) => (
          <OwnCourse
            key={course.id}
            course={course}
            rate={rates.get(course.id)}
            isShown={firstLoading === -1 || index <= firstLoading}
            onLoaded={setLoaded}
          />
        ))}
      </FormerRows>
      {courses.data && courses.data.total > limit && <Pagination page={page} limit={limit} total={courses.data.total} label="Courses" />}
    </Page>
  )
}

/** All are requested at once and rendered in order, so that nothing moves when an earlier one arrives. */
function OwnCourse({
  course,
  rate,
  isShown,
  onLoaded,
}: {
  course: MyCourse
  rate: AttendanceRate | null | undefined
  isShown: boolean
  onLoaded: Dispatch<SetStateAction<readonly string[]>>
}) {
  const details = useQuery(courseQuery({ params: { id: course.id } }))
  const open = details.data?.weeks?.filter(({ locked, published }) => !locked && published) ?? []
  const { sheets, isPending, error, retry, isFetching } = useAttendance(course.id, open)
  const isLoading = details.isPending || isPending
  const weeks = getMyWeeks(isLoading ? [] : sheets, serverNow())
  const failure = details.error ?? error
  const isLoaded = !isLoading || !!failure
  useEffect(() => {
    if (isLoaded) onLoaded((ids) => (ids.includes(course.id) ? ids : [...ids, course.id]))
  }, [isLoaded, course.id, onLoaded])
  if (!isShown) return null
  const addressOf = (weekId: string, { id, type }: AttendanceSession): string | undefined =>
    type === 'WEEK' ? undefined : paths.media.to({ courseId: course.id, weekId, mediaId: id })
  return (
    <Section
      title={course.title}
      action={rate && rate.percentage !== null && <Stat label={formatRateBase(rate)}>{formatPercentage(rate.percentage)}</Stat>}
    >
      {isLoading && !failure && <SkeletonRows count={3} />}
      {failure && (
        <LoadFailed
          title="A part of this course could not be loaded"
          cause={getErrorMessage(failure)}
          requestId={isApiProblem(failure) ? failure.instance : undefined}
          onRetry={() => (details.error ? void details.refetch() : retry())}
          isRetrying={details.isFetching || isFetching}
        />
      )}
      {details.data && !isPending && weeks.length === 0 && !failure && <p>No sessions yet. The first week that opens shows here.</p>}
      <MyAttendanceList weeks={weeks} to={addressOf} />
    </Section>
  )
}

type MySession = {
  session: AttendanceSession
  name: string
  when: string
  entry: Student['entries'][string] | undefined
  evidence: string
}
type MyWeek = { weekId: string; number: number; title: string; sessions: MySession[] }

/** The student's sessions week by week, newest first. */
function getMyWeeks(sheets: readonly WeekSheet[], now: number): MyWeek[] {
  return sheets
    .map(({ week, sheet }) => ({
      weekId: week.id,
      number: week.number,
      title: week.title,
      sessions: shownSessions(sheet).map((session) => {
        const own: Pick<Student, 'entries' | 'beforeJoining'> = sheet.students[0] ?? { entries: {}, beforeJoining: [] }
        const entry = own.entries[session.id]
        const when = session.startsAt ? formatDayAndTime(session.startsAt) : week.startsOn ? `From ${shortDate(week.startsOn)}` : ''
        return {
          session,
          entry,
          name: session.type === 'WEEK' ? 'Lesson of the week' : sessionName(session),
          when,
          evidence:
            getStatus(entry) === null && own.beforeJoining.includes(session.id) ? 'Before you joined' : getEvidence(own, session, now),
        }
      }),
    }))
    .filter(({ sessions }) => sessions.length > 0)
    .sort((one, other) => other.number - one.number)
}
