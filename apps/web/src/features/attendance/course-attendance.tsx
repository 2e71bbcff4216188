/** The attendance of a class as a grid (the weeks so far, or one of them). */

import { Button, Flex, Text } from '@mantine/core'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterMenu } from '#ui/filter-bar.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { defaultSession } from '#features/live-sessions/live-session.ts'
import { sheetKey, studentsAtOnce, useAttendance } from './api.ts'
import type { CourseFacts } from './attendance-filters.tsx'
import { AttendanceGrid } from './attendance-grid.tsx'
import { LiveBar, OpenRegisters } from './attendance-home.tsx'
import { AttendanceOptionsButton } from './attendance-options.tsx'
import { buildGrid, type Grid, isTaken } from './attendance-records.ts'
import { attendanceLabels, AttendanceStatus } from './attendance-status.tsx'
import { ExportMenu } from './export-attendance.tsx'
import { useRememberedCourse } from './last-course.ts'
import { MarkConflicts, MarksSaved } from './mark-trouble.tsx'
import { useAttendanceMarks } from './use-attendance-marks.ts'
import classes from './course-attendance.module.css'

const marks = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'NOT_TAKEN', 'NOT_ENROLLED'] as const

/** The legend of the grid. */
const Legend = () => (
  <Text component="div" variant="meta" className={classes.legend}>
    {marks.map((mark) => (
      <span key={mark}>
        <AttendanceStatus mark={mark} isSpoken={false} />
        {attendanceLabels[mark]}
      </span>
    ))}
    <span className={classes.evidence}>
      <span>
        <span className={classes.share} data-drawn /> Share watched
      </span>
      <span>
        <span className={classes.claim} /> Self-marked
      </span>
    </span>
  </Text>
)

/** Each week is a request, and further columns would be far off the screen: more weeks only when they are asked for. */
const weeksAtOnce = 12

export function useShownWeeks({ weeks, started: allStarted }: CourseFacts) {
  const [search, change] = useSearch()
  const named = search.get('week')
  const chosen = weeks.find(({ id }) => id === named)
  const latest = allStarted.slice(-weeksAtOnce)
  const isLong = allStarted.length > latest.length
  const started = named === 'all' ? allStarted : latest
  const filter = (
    <FilterMenu
      label="Week"
      value={chosen?.id ?? (isLong && named === 'all' ? 'all' : 'latest')}
      options={[
        { value: 'latest', label: isLong ? `${latest[0]?.number} to ${latest.at(-1)?.number}` : 'So far' },
        ...(isLong ? [{ value: 'all', label: 'All so far' }] : []),
        ...weeks.map(({ id, number, title }) => ({ value: id, label: `${number}, ${isolate(title)}` })),
      ]}
      onChange={(week) => change({ week: week === 'latest' ? null : week })}
    />
  )
  return { shown: chosen ? [chosen] : started, chosen, filter, isOfSomeWeeks: chosen !== undefined || started.length < allStarted.length }
}

/** How many sessions are marked is known once every week has arrived. */
function formatTotal(grid: Grid, total: number, isComplete: boolean): string {
  const taken = grid.columns.filter(({ session }) => isTaken(session, grid.rows)).length
  const held = grid.columns.filter(({ session }) => session.held || isTaken(session, grid.rows)).length
  const students = pluralize(total, 'student')
  return held === 0 || !isComplete ? students : `${students} · ${taken} of ${pluralize(held, 'session')} marked`
}

export function CourseAttendance(facts: CourseFacts) {
  const { course, weeks, nowNumber, latest, picker, live } = facts
  useRememberedCourse(course.id)
  const [search] = useSearch()
  const page = getPage(search)
  const may = useCan()
  const { shown, chosen, filter, isOfSomeWeeks } = useShownWeeks(facts)
  const { sheets, arrived, isComplete, isPending, isFetching, error, retry } = useAttendance(course.id, shown, page)
  const attendanceMarks = useAttendanceMarks(course.id, (weekId) => sheetKey(course.id, weekId, page))
  const grid = buildGrid(arrived.map(({ week, sheet }) => ({ week, sheet: attendanceMarks.show(week.id, sheet) })))
  const total = sheets[0]?.sheet.total ?? 0
  const mayMark = may('attendance.mark', course.membership)
  const target = chosen ?? latest
  const actions = (
    <>
      <AttendanceOptionsButton course={course} sheets={sheets} />
      {may('attendance.export', course.membership) && <ExportMenu course={course} />}
      {mayMark && target && total > 0 && (
        <Button
          component={Link}
          variant={live ? 'default' : 'filled'}
          to={paths.markAttendance.to(
            { courseId: course.id, weekId: target.id },
            { session: defaultSession(target.media, serverNow())?.id ?? target.id },
          )}
        >
          Mark week {target.number}
        </Button>
      )}
    </>
  )
  const meta = (
    <>
      {sheets.length > 0 && <span>{formatTotal(grid, total, isComplete)}</span>}
      <MarksSaved marks={attendanceMarks} word="All changes saved" />
    </>
  )
  return (
    <PageOfCourse course={course} tab="attendance" title="Attendance" kind="wide" meta={meta} actions={actions}>
      <Flex wrap="wrap" gap={8}>
        {picker}
        {weeks.length > 0 && filter}
      </Flex>
      {live && <LiveBar session={live} />}
      <OpenRegisters />
      {isPending && weeks.length > 0 && <SkeletonRows count={10} />}
      {error && (
        <LoadFailed
          title="A part of the attendance could not be loaded"
          cause={getErrorMessage(error)}
          requestId={isApiProblem(error) ? error.instance : undefined}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
      {!isPending && grid.columns.length > 0 && grid.rows.length > 0 && (
        <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Legend />
          <MarkConflicts marks={attendanceMarks} />
          <AttendanceGrid
            courseId={course.id}
            grid={grid}
            nowNumber={nowNumber}
            actions={mayMark ? attendanceMarks : null}
            isPart={total > studentsAtOnce}
            isOfSomeWeeks={isOfSomeWeeks}
          />
          {total > studentsAtOnce && <Pagination page={page} limit={studentsAtOnce} total={total} label="Students" />}
        </div>
      )}
      {!isPending && !error && (
        <Nothing hasStudents={total > 0} hasSessions={grid.columns.length > 0} week={target} mayMark={mayMark} courseId={course.id} />
      )}
    </PageOfCourse>
  )
}

type NothingProps = {
  hasStudents: boolean
  hasSessions: boolean
  week: { id: string; number: number } | undefined
  mayMark: boolean
  courseId: string
}

function Nothing({ hasStudents, hasSessions, week, mayMark, courseId }: NothingProps) {
  if (hasStudents && hasSessions) return null
  if (!hasStudents && week) {
    return <EmptyState title="No students in this course">Add students to start marking attendance.</EmptyState>
  }
  const action = week && mayMark && (
    <Button variant="default" component={Link} to={paths.mediaNew.to({ courseId, weekId: week.id })}>
      Add media to week {week.number}
    </Button>
  )
  return (
    <EmptyState title="No sessions yet" action={action}>
      {week
        ? 'Every video and every live session is a column here. Lessons without either can be marked under “Whole week (no session)”.'
        : 'This course has no weeks yet.'}
    </EmptyState>
  )
}
