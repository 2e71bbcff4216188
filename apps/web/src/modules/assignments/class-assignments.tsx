/** Assignments as staff see them: how many handed in, how many are graded, how many wait. */
import type { AssignmentRow, WorkCounts } from '@lms/contract/assignments'
import { paths } from '#lib/paths.ts'
import { dayAndTime } from '#lib/times.ts'
import { Chip, StateWord } from '#ui/chip.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import classes from './class-assignments.module.css'

const none: WorkCounts = { students: 0, submitted: 0, graded: 0, late: 0 }

export const toGradeOf = ({ submitted, graded }: WorkCounts): number => Math.max(0, submitted - graded)

const rosterOf = ({ courseId, id }: AssignmentRow): string => paths.submissions.to({ courseId, assignmentId: id })

type Props = { rows: readonly AssignmentRow[]; isPhone: boolean; hasCourse: boolean; dueSort?: Pick<Column, 'sortTo' | 'sorted'> | undefined }

export function ClassAssignments({ rows, isPhone, hasCourse, dueSort }: Props) {
  if (isPhone) return <ClassRows rows={rows} />
  const columns: Column[] = [
    { key: 'name', label: 'Assignment' },
    { key: 'due', label: 'Due', ...dueSort },
    { key: 'submitted', label: 'Submitted', isNumber: true },
    { key: 'graded', label: 'Graded', isNumber: true },
    { key: 'late', label: 'Late', isNumber: true },
    { key: 'wait', label: 'To grade', isNumber: true },
  ]
  return (
    <DataTable label="Assignments" columns={columns}>
      {rows.map((row) => {
        const counts = row.counts ?? none
        const waiting = toGradeOf(counts)
        return (
          <DataRow key={row.id}>
            <NameCell name={row.title} to={rosterOf(row)} meta={hasCourse ? `Week ${row.weekNumber}` : `${row.courseTitle} · week ${row.weekNumber}`} />
            <Cell>
              <span className={classes.due}>
                {row.dueAt ? dayAndTime(row.dueAt) : 'No due date'}
                {row.status === 'DRAFT' && <Chip state="draft">Draft</Chip>}
                {row.status === 'CLOSED' && <Chip state="locked">Closed</Chip>}
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
        const counts = row.counts ?? none
        const waiting = toGradeOf(counts)
        return (
          <Row
            key={row.id}
            to={rosterOf(row)}
            name={row.title}
            meta={`${row.courseTitle} · week ${row.weekNumber}`}
            {...(waiting > 0 ? { fact: `${waiting} to grade`, factTone: 'strong' as const } : { fact: `${counts.graded} / ${counts.submitted} graded` })}
          >
            <div className={classes.second}>
              {counts.submitted} / {counts.students} handed in
              {counts.late > 0 && (
                <>
                  {' · '}
                  <StateWord state="late">{counts.late} late</StateWord>
                </>
              )}
            </div>
          </Row>
        )
      })}
    </Rows>
  )
}
