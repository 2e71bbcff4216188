/** The roster of an assignment: every student, with or without work; on phones as rows. */

import { Checkbox, Flex, Text, VisuallyHidden } from '@mantine/core'
import { isolate } from '@lms/contract/rules/direction'
import { formatMarks } from '@lms/contract/rules/marks'
import type { RosterRow } from '@lms/contract/submissions'
import { formatClock, formatDay, formatDayAndTime } from '#lib/format-date.ts'
import type { RowSelection } from '#lib/row-selection.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { BulkAction } from '#ui/bulk-bar.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { StatusBadge, StatusText } from '#ui/status-badge.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { formatLateBy } from './marks.ts'
import { nextSubmissionSort, type SubmissionSort } from './submission-filter.tsx'
import classes from './submissions.module.css'

type Props = {
  rows: readonly RosterRow[]
  maxMarks: number
  dueAt: string | null
  sort: SubmissionSort
  sortTo: (sort: SubmissionSort) => string
  /** The URL for grading a submission. */
  to: (submissionId: string) => string
  isPhone: boolean
  /** Numbers instead of names. */
  isHidden: boolean
  actionsFor: (row: RosterRow) => readonly BulkAction[]
  selection: RowSelection<RosterRow>
}

export function stateOfRow({ status, missing, beforeJoining, attempt, excuseReason }: RosterRow): StatusName {
  if (excuseReason !== null) return 'excused'
  if (status === 'GRADED') return 'graded'
  if (status === 'RETURNED') return 'returned'
  if (status === 'SUBMITTED') return 'submitted'
  if (missing) return 'missing'
  if (beforeJoining) return 'before-joining'
  return status === 'DRAFT' && attempt === 0 ? 'in-progress' : 'not-started'
}

const stateLabels: Partial<Record<StatusName, string>> = {
  submitted: 'To grade',
  'not-started': 'Not submitted',
  'in-progress': 'Writing',
  'before-joining': 'Before enrolment',
}

/** Special facts about the student, else the email. */
const formatMeta = ({ student, extendedTo, excuseReason, remindedAt, attempt }: RosterRow): string => {
  if (excuseReason !== null) return excuseReason
  if (attempt === 0 && remindedAt)
    return `Reminded ${formatDay(remindedAt) === formatDay(serverNow()) ? 'today' : formatDay(remindedAt)}, ${formatClock(remindedAt)}`
  return extendedTo ? `Extended to ${formatDayAndTime(extendedTo)}` : (student.email ?? '')
}

/** Only submitted work can be opened. */
const toLink = ({ submissionId, attempt }: RosterRow, to: Props['to']) =>
  submissionId !== null && attempt > 0 ? { to: to(submissionId) } : {}

function formatSubmitted({ submittedAt, effectiveSubmittedAt, late, extendedTo, isRecorded }: RosterRow, dueAt: string | null): string {
  if (isRecorded) return 'Outside LMS'
  if (!submittedAt) return '–'
  const due = extendedTo ?? dueAt
  return `${formatDayAndTime(submittedAt)}${late && due && effectiveSubmittedAt ? `, ${formatLateBy(due, effectiveSubmittedAt)} late` : ''}`
}

export function SubmissionTable(props: Props) {
  const { rows, maxMarks, dueAt, sort, sortTo, to, isPhone, isHidden, actionsFor, selection } = props
  if (isPhone) return <RosterRows {...props} />
  const sorting = (column: 'name' | 'state' | 'submittedAt' | 'marks') => ({
    sortTo: sortTo(nextSubmissionSort(sort, column)),
    sorted: sort === column ? ('asc' as const) : sort === `-${column}` ? ('desc' as const) : undefined,
  })
  const columns: Column[] = [
    { key: 'name', label: 'Student', ...sorting('name') },
    { key: 'state', label: 'State', width: '22%', ...sorting('state') },
    { key: 'time', label: 'Submitted', width: '26%', ...sorting('submittedAt') },
    { key: 'attempt', label: 'Attempt', width: '10%', isNumber: true },
    { key: 'mark', label: 'Mark', width: '12%', isNumber: true, ...sorting('marks') },
    { key: 'menu', label: 'Actions', isLabelHidden: true, width: 56 },
  ]
  const all = {
    label: 'All on this page',
    isAll: rows.every(({ student }) => selection.isSelected(student.id)),
    isSome: rows.some(({ student }) => selection.isSelected(student.id)),
    onChange: (isOn: boolean) => selection.change(rows, isOn),
  }
  return (
    <DataTable label="Submissions" columns={columns} choice={all} hasRowKeys>
      {rows.map((row) => {
        const state = stateOfRow(row)
        const { student } = row
        return (
          <DataRow
            key={student.id}
            choice={{
              label: `Select ${isolate(student.name)}`,
              isOn: selection.isSelected(student.id),
              onChange: (isOn) => selection.change([row], isOn),
            }}
          >
            <NameCell
              name={student.name}
              meta={formatMeta(row)}
              picture={<Avatar id={student.id} name={student.name} src={student.profileImageUrl} isHidden={isHidden} />}
              {...toLink(row, to)}
            />
            <Cell>
              <Flex component="span" align="center" wrap="wrap" rowGap={4} columnGap={10}>
                <StatusText state={state}>{stateLabels[state]}</StatusText>
                {row.late && <StatusBadge state="late" />}
              </Flex>
            </Cell>
            <Cell>{formatSubmitted(row, dueAt)}</Cell>
            <Cell isNumber>{row.attempt || '–'}</Cell>
            <Cell isNumber>{row.marks === null ? '–' : <Mark {...row} marks={row.marks} maxMarks={maxMarks} />}</Cell>
            <Cell>
              <RowMenu name={student.name} actions={actionsFor(row)} {...toLink(row, to)} />
            </Cell>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

const Mark = ({ marks, maxMarks, isHeld }: { marks: number; maxMarks: number; isHeld: boolean }) => (
  <>
    {isHeld && (
      <span className={classes.held} title="Held until released">
        <StatusIcon name="held" size={16} />
        <VisuallyHidden>Held, </VisuallyHidden>
      </span>
    )}
    <Text component="strong" inherit c="var(--c-ink)" fw={600}>
      {formatMarks(marks)}
    </Text>{' '}
    / {formatMarks(maxMarks)}
  </>
)

function RosterRows({ rows, maxMarks, dueAt, to, actionsFor, selection }: Props) {
  return (
    <Rows label="Submissions">
      {rows.map((row) => {
        const state = stateOfRow(row)
        return (
          <Row
            key={row.student.id}
            glyph={
              <Checkbox
                className={classes.pick ?? ''}
                aria-label={`Select ${isolate(row.student.name)}`}
                checked={selection.isSelected(row.student.id)}
                onChange={(event) => selection.change([row], event.currentTarget.checked)}
              />
            }
            name={row.student.name}
            meta={row.submittedAt ? formatSubmitted(row, dueAt) : formatMeta(row)}
            controls={<RowMenu name={row.student.name} actions={actionsFor(row)} {...toLink(row, to)} />}
            {...toLink(row, to)}
            {...(row.marks !== null && { fact: <Mark {...row} marks={row.marks} maxMarks={maxMarks} /> })}
          >
            <Flex align="center" wrap="wrap" rowGap={4} columnGap={10}>
              <StatusText state={state}>{stateLabels[state]}</StatusText>
              {row.late && <StatusText state="late" />}
            </Flex>
          </Row>
        )
      })}
    </Rows>
  )
}
