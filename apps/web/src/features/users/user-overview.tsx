/** One user before a call: courses, what is missing, exceptions of attendance, and the timeline. */

import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails, UserOverview } from '@lms/contract/users'
import { formatDay, formatShortDay } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FirstRows } from '#ui/first-rows.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { AttendanceStatus } from '#features/attendance/attendance-status.tsx'
import { UserCoursesTable } from './user-courses-table.tsx'
import { UserTimeline } from './user-timeline.tsx'
import classes from './user-details-screen.module.css'

type Missing = UserOverview['missing'][number]

function formatChance({ canSubmit, closesAt, isCounted }: Missing): string {
  if (canSubmit) return closesAt === null ? 'Open' : `Open until ${formatDay(closesAt)}`
  const closed = closesAt === null ? 'Closed' : `Closed ${formatShortDay(closesAt)}`
  return isCounted ? `${closed}, counts as 0` : closed
}

const MissingWork = ({ missing }: { missing: readonly Missing[] }) => (
  <Section title="Missing" count={missing.length || undefined} isOverdue={missing.length > 0}>
    {missing.length === 0 && <p>Nothing is missing.</p>}
    <Rows label="Missing">
      <FirstRows rows={missing} isList>
        {(shown) =>
          shown.map((work) => (
            <Row
              key={work.id}
              to={paths.assignment.to({ courseId: work.courseId, weekId: work.weekId, assignmentId: work.id })}
              glyph={<StatusIcon name="missing" size={18} />}
              name={work.title}
              meta={`${isolate(work.courseTitle)}, week ${work.weekNumber}${work.dueAt === null ? '' : ` · was due ${formatDay(work.dueAt)}`}`}
              fact={formatChance(work)}
            />
          ))
        }
      </FirstRows>
    </Rows>
  </Section>
)

type Exception = UserOverview['exceptions'][number]

const typeWords: Record<Exception['type'], string> = { LIVE: 'Live', RECORDED: 'Video', WEEK: 'Whole week' }

const formatException = ({ type, startsAt, weekNumber, coverage, remark, courseTitle }: Exception): string =>
  [
    startsAt === null ? `${typeWords[type]}, week ${weekNumber}` : `${typeWords[type]}, ${formatDay(startsAt)}`,
    type === 'RECORDED' && coverage !== null && `watched ${formatPercentage(coverage * 100)}`,
    isolate(courseTitle),
    remark && `“${isolate(remark)}”`,
  ]
    .filter(Boolean)
    .join(' · ')

const toRegister = ({ courseId, weekId, id }: Exception): string => paths.markAttendance.to({ courseId, weekId }, { session: id })

function AttendanceExceptions({ exceptions }: { exceptions: readonly Exception[] }) {
  const marked = exceptions.filter(({ status }) => status !== null)
  const unmarked = exceptions.filter(({ status }) => status === null)
  return (
    <Section title="Attendance" count={marked.length || undefined}>
      {exceptions.length === 0 && <p>No exceptions.</p>}
      <Rows label="Attendance">
        <FirstRows rows={marked} isList>
          {(shown) =>
            shown.map((session) => (
              <Row
                key={session.id}
                to={toRegister(session)}
                glyph={
                  <AttendanceStatus mark={session.status ?? 'NOT_TAKEN'} coverage={session.type === 'RECORDED' ? session.coverage : null} />
                }
                name={session.title}
                meta={formatException(session)}
                wraps
              />
            ))
          }
        </FirstRows>
        {unmarked.length > 0 && (
          <Row
            glyph={<AttendanceStatus mark="NOT_TAKEN" isSpoken={false} />}
            name={`${pluralize(unmarked.length, 'session')} not marked`}
            meta={unmarked.map(({ title }) => isolate(title)).join(' · ')}
            wraps
          />
        )}
      </Rows>
    </Section>
  )
}

export function UserOverviewParts({ person, overview }: { person: UserDetails; overview: UserOverview }) {
  const isStudent = overview.courses.some(({ numbers }) => numbers !== null)
  return (
    <div className={classes.parts}>
      {overview.courses.length === 0 ? (
        <EmptyState title="No courses yet">Courses appear here once {isolate(person.name)} is enrolled or teaches one.</EmptyState>
      ) : (
        <UserCoursesTable courses={overview.courses} />
      )}
      {isStudent && (
        <>
          <MissingWork missing={overview.missing} />
          <AttendanceExceptions exceptions={overview.exceptions} />
        </>
      )}
      <UserTimeline person={person} />
    </div>
  )
}
