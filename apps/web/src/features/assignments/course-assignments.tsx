/** Assignments as staff see them: how many submitted, how many are graded, how many wait. */
import type { AssignmentRow, WorkCounts } from '@lms/contract/assignments'
import { paths } from '#lib/paths.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { StatusBadge, StatusText } from '#ui/status.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import classes from './assignments.module.css'
import { groupCourseAssignments, countToGrade } from './group-assignments.ts'

const noWork: WorkCounts = { students: 0, submitted: 0, toGrade: 0, graded: 0, late: 0, oldest: null }

const toRosterPath = ({ courseId, id }: AssignmentRow): string => paths.submissions.to({ courseId, assignmentId: id })

/* The same widths in each part, so that the columns line up down the page. */
const columns: Column[] = [
  { key: 'name', label: 'Assignment' },
  { key: 'due', label: 'Due', width: '22%' },
  { key: 'submitted', label: 'Submitted', isNumber: true, width: '11%' },
  { key: 'graded', label: 'Graded', isNumber: true, width: '11%' },
  { key: 'late', label: 'Late', isNumber: true, width: '8%' },
  { key: 'wait', label: 'To grade', isNumber: true, width: '10%' },
]

type Props = { rows: readonly AssignmentRow[]; now: number; isPhone: boolean; hasCourse: boolean }

export function CourseAssignments({ rows, now, isPhone, hasCourse }: Props) {
  return groupCourseAssignments(rows, now).map(({ name, rows: own }) => (
    <Section key={name} title={name} count={own.length}>
      {isPhone ? <ClassRows rows={own} /> : <ClassTable name={name} rows={own} hasCourse={hasCourse} />}
    </Section>
  ))
}

function ClassTable({ name, rows, hasCourse }: Pick<Props, 'rows' | 'hasCourse'> & { name: string }) {
  return (
    <DataTable label={name} columns={columns}>
      {rows.map((row) => {
        const counts = row.counts ?? noWork
        const waiting = countToGrade(counts)
        return (
          <DataRow key={row.id}>
            <NameCell
              name={row.title}
              to={toRosterPath(row)}
              meta={hasCourse ? `Week ${row.weekNumber}` : `${row.courseTitle} · week ${row.weekNumber}`}
            />
            <Cell>
              <span className={classes.courseAssignmentsDue}>
                {row.dueAt ? dayAndTime(row.dueAt) : 'No due date'}
                {row.status === 'CLOSED' && <StatusBadge state="locked">Closed</StatusBadge>}
              </span>
            </Cell>
            <Cell isNumber>
              {counts.submitted} / {counts.students}
            </Cell>
            <Cell isNumber>
              {counts.graded} / {counts.submitted}
            </Cell>
            <Cell isNumber>{counts.late > 0 ? <span className={classes.late}>{counts.late}</span> : '–'}</Cell>
            <Cell isNumber>{waiting > 0 ? <strong className={classes.waiting}>{waiting}</strong> : '–'}</Cell>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

function ClassRows({ rows }: { rows: readonly AssignmentRow[] }) {
  return (
    <Rows label="Assignments">
      {rows.map((row) => {
        const counts = row.counts ?? noWork
        const waiting = countToGrade(counts)
        return (
          <Row
            key={row.id}
            to={toRosterPath(row)}
            name={row.title}
            meta={`${row.courseTitle} · week ${row.weekNumber}`}
            {...(waiting > 0
              ? { fact: `${waiting} to grade`, factTone: 'strong' as const }
              : { fact: `${counts.graded} / ${counts.submitted} graded` })}
          >
            <div className={classes.second}>
              {counts.submitted} / {counts.students} submitted
              {counts.late > 0 && (
                <>
                  {' · '}
                  <StatusText state="late">{counts.late} late</StatusText>
                </>
              )}
            </div>
          </Row>
        )
      })}
    </Rows>
  )
}
