/** The roster of an assignment: every student, with or without work; on phones as rows. */
import type { RosterRow } from '@lms/contract/submissions'
import { dayAndTime } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge, StatusText } from '#ui/badge.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import type { StatusName } from '#ui/status-icon.tsx'
import { markText } from './marks.ts'
import { nextSort, type SubmissionSort } from './submission-filter.ts'
import classes from './submission-table.module.css'
import { formatLateBy } from './lateness.ts'

type Props = {
  rows: readonly RosterRow[]
  maxMarks: number
  dueAt: string | null
  sort: SubmissionSort
  sortTo: (sort: SubmissionSort) => string
  /** Where a submission is graded. */
  to: (submissionId: string) => string
  isPhone: boolean
}

export function stateOfRow({ status, missing, attempt }: Pick<RosterRow, 'status' | 'missing' | 'attempt'>): StatusName {
  if (status === 'GRADED') return 'graded'
  if (status === 'RETURNED') return 'returned'
  if (status === 'SUBMITTED') return 'submitted'
  if (missing) return 'missing'
  return status === 'DRAFT' && attempt === 0 ? 'in-progress' : 'not-started'
}

const words: Partial<Record<StatusName, string>> = { 'in-progress': 'Writing' }

/** Only what was handed in can be opened. */
const linkOf = ({ submissionId, attempt }: RosterRow, to: Props['to']) =>
  submissionId !== null && attempt > 0 ? { to: to(submissionId) } : {}

const handedInWords = ({ submittedAt, effectiveSubmittedAt, late }: RosterRow, dueAt: string | null): string =>
  submittedAt
    ? `${dayAndTime(submittedAt)}${late && dueAt && effectiveSubmittedAt ? `, ${formatLateBy(dueAt, effectiveSubmittedAt)} late` : ''}`
    : '–'

export function SubmissionTable(props: Props) {
  const { rows, maxMarks, dueAt, sort, sortTo, to, isPhone } = props
  if (isPhone) return <RosterRows {...props} />
  const sorting = (column: 'name' | 'submittedAt' | 'marks') => ({
    sortTo: sortTo(nextSort(sort, column)),
    sorted: sort === column ? ('asc' as const) : sort === `-${column}` ? ('desc' as const) : undefined,
  })
  const columns: Column[] = [
    { key: 'name', label: 'Student', ...sorting('name') },
    { key: 'state', label: 'State', width: '22%' },
    { key: 'time', label: 'Submitted', width: '26%', ...sorting('submittedAt') },
    { key: 'attempt', label: 'Attempt', width: '10%', isNumber: true },
    { key: 'mark', label: 'Mark', width: '12%', isNumber: true, ...sorting('marks') },
  ]
  return (
    <DataTable label="Submissions" columns={columns}>
      {rows.map((row) => {
        const state = stateOfRow(row)
        const { student } = row
        return (
          <DataRow key={student.id}>
            <NameCell
              name={student.name}
              picture={<Avatar id={student.id} name={student.name} src={student.profileImageUrl} />}
              {...linkOf(row, to)}
            />
            <Cell>
              <span className={classes.states}>
                <StatusText state={state}>{words[state]}</StatusText>
                {row.late && <Badge state="late" />}
              </span>
            </Cell>
            <Cell>{handedInWords(row, dueAt)}</Cell>
            <Cell isNumber>{row.attempt || '–'}</Cell>
            <Cell isNumber>{row.marks === null ? '–' : <Mark marks={row.marks} maxMarks={maxMarks} />}</Cell>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

const Mark = ({ marks, maxMarks }: { marks: number; maxMarks: number }) => (
  <>
    <strong className={classes.mark}>{markText(marks)}</strong> / {markText(maxMarks)}
  </>
)

function RosterRows({ rows, maxMarks, dueAt, to }: Props) {
  return (
    <Rows label="Submissions">
      {rows.map((row) => {
        const state = stateOfRow(row)
        return (
          <Row
            key={row.student.id}
            glyph={<Avatar id={row.student.id} name={row.student.name} src={row.student.profileImageUrl} size={36} />}
            name={row.student.name}
            meta={row.submittedAt ? handedInWords(row, dueAt) : undefined}
            {...linkOf(row, to)}
            {...(row.marks !== null && { fact: <Mark marks={row.marks} maxMarks={maxMarks} /> })}
          >
            <div className={classes.states}>
              <StatusText state={state}>{words[state]}</StatusText>
              {row.late && <StatusText state="late" />}
            </div>
          </Row>
        )
      })}
    </Rows>
  )
}
