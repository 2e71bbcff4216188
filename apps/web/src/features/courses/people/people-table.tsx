/** The students of a course with their progress: as a table with those at risk first, on phones as blocks. */

import { Checkbox, Flex, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Course, StudentProgress } from '@lms/contract/courses'
import { formatReason } from '@lms/contract/rules/at-risk'
import { isolate } from '@lms/contract/rules/direction'
import { formatLastSeen, formatLastSeenInSentence } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import type { RowSelection } from '#lib/row-selection.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { BulkAction } from '#ui/bulk-bar.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { useFormerRowsProps } from '#ui/former-rows.tsx'
import { IconAlertTriangle } from '#ui/icons.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { nextPeopleSort, type PeopleSort, type SortKey } from './people-filter.tsx'
import { WeekLine } from './week-line.tsx'
import classes from './people.module.css'

export interface Weeks {
  numbers: readonly number[]
  now: number | null
}

type Props = {
  rows: readonly StudentProgress[]
  courseId: string
  weeks: Weeks
  /** In milliseconds. */
  now: number
  sort: PeopleSort
  sortTo: (sort: PeopleSort) => string
  selection: RowSelection<StudentProgress>
  actionsFor: (student: StudentProgress['student']) => readonly BulkAction[]
  /** Those of the course, at the end of the last page. */
  trainers: Course['trainers']
  /** Heads of the two groups, shown in the order by risk. */
  heads: { atRisk: ReactNode; others: ReactNode }
}

/** Where “why not done” is answered, item by item. */
const toWork = (userId: string, course: string): string => paths.userDetails.to({ userId }, { tab: 'work', course })

const Reasons = ({ reasons }: Pick<StudentProgress, 'reasons'>) =>
  reasons.length > 0 && (
    <span className={classes.reasons}>
      <IconAlertTriangle size={14} stroke={1.75} aria-label="At risk:" style={{ flex: 'none', marginTop: 2 }} />
      {reasons.map(formatReason).join(' · ')}
    </span>
  )

const Done = ({ row, weeks }: { row: StudentProgress; weeks: Weeks }) => (
  <>
    <WeekLine {...row} {...weeks} />
    <span>
      <strong>{row.completed}</strong> of {row.total}
    </span>
  </>
)

const Rate = ({ attendance: { percentage } }: StudentProgress) => (
  <span className={classes.rate}>{percentage === null ? '–' : formatPercentage(percentage)}</span>
)

/** Leads to what is missing; `children` if nothing is. */
const MissingLink = ({ row: { student, missing }, courseId, children }: { row: StudentProgress; courseId: string; children?: ReactNode }) =>
  missing === 0 ? (
    children
  ) : (
    <Link to={toWork(student.id, courseId)} aria-label={`${missing} missing`}>
      <span className={classes.missing}>
        <StatusIcon name="missing" size={16} />
        {missing}
      </span>
    </Link>
  )

const Marks = ({ marks }: Pick<StudentProgress, 'marks'>) => (marks === null ? '–' : formatPercentage(marks))

function StudentRow({ row, courseId, weeks, now, selection, actionsFor }: { row: StudentProgress } & Props) {
  const { student, attendance, lastSeenAt } = row
  const work = toWork(student.id, courseId)
  return (
    <DataRow
      choice={{
        label: `Select ${isolate(student.name)}`,
        isOn: selection.isSelected(student.id),
        onChange: (isOn) => selection.change([row], isOn),
      }}
    >
      <NameCell
        to={paths.userDetails.to({ userId: student.id })}
        picture={<Avatar id={student.id} name={student.name} src={student.profileImageUrl} />}
        name={student.name}
        meta={row.atRisk && <Reasons reasons={row.reasons} />}
      />
      <Cell>
        <Link to={work} className={classes.done} aria-label={`${row.completed} of ${row.total} required items done`}>
          <Done row={row} weeks={weeks} />
        </Link>
      </Cell>
      <Cell isNumber>
        <Marks {...row} />
      </Cell>
      <Cell isNumber>
        <Rate {...row} />
        <span className={classes.base}>
          {attendance.marked} of {attendance.sessions} marked
        </span>
      </Cell>
      <Cell isNumber>
        <MissingLink row={row} courseId={courseId}>
          –
        </MissingLink>
      </Cell>
      <Cell isNumber>{formatLastSeen(lastSeenAt, now)}</Cell>
      <Cell isNumber>
        <RowMenu name={student.name} actions={actionsFor(student)} to={paths.userDetails.to({ userId: student.id })} />
      </Cell>
    </DataRow>
  )
}

const columnCount = 8
const GroupRow = ({ children }: { children: ReactNode }) => (
  <Table.Tr className={classes.group ?? ''}>
    <th colSpan={columnCount} scope="rowgroup">
      {children}
    </th>
  </Table.Tr>
)

/** Rows in two groups, if they are in the order by risk. */
function grouped({ rows, sort, heads }: Pick<Props, 'rows' | 'sort' | 'heads'>) {
  if (sort !== 'risk') return [{ key: 'all', head: null, rows }]
  return [
    { key: 'atRisk', head: heads.atRisk, rows: rows.filter(({ atRisk }) => atRisk) },
    { key: 'others', head: heads.others, rows: rows.filter(({ atRisk }) => !atRisk) },
  ]
}

type Trainers = Pick<Props, 'trainers'>
const TrainerRows = ({ trainers }: Trainers) => (
  <>
    <GroupRow>Trainers {trainers.length}</GroupRow>
    {trainers.map(({ id, name, profileImageUrl }) => (
      <Table.Tr key={id}>
        <th colSpan={columnCount} scope="row" className={classes.trainer}>
          <Avatar id={id} name={name} src={profileImageUrl} />
          {name}
        </th>
      </Table.Tr>
    ))}
  </>
)

function buildColumns({ sort, sortTo }: Pick<Props, 'sort' | 'sortTo'>): Column[] {
  const sorting = (key: SortKey) => ({
    sortTo: sortTo(nextPeopleSort(sort, key)),
    sorted: sort === key ? ('asc' as const) : sort === `-${key}` ? ('desc' as const) : undefined,
  })
  return [
    { key: 'name', label: 'Student', ...sorting('name') },
    { key: 'done', label: 'Required items done so far', width: 250, ...sorting('done') },
    { key: 'marks', label: 'Marks', width: 76, isNumber: true, ...sorting('marks') },
    { key: 'attendance', label: 'Attendance', width: 116, isNumber: true, ...sorting('attendance') },
    { key: 'missing', label: 'Missing', width: 84, isNumber: true, ...sorting('missing') },
    { key: 'seen', label: 'Last seen', width: 100, isNumber: true, ...sorting('lastSeen') },
    { key: 'menu', label: 'Actions', isLabelHidden: true, width: 52 },
  ]
}

export function PeopleTable(props: Props) {
  const { rows, selection, trainers } = props
  const isPhone = useIsPhone()
  if (isPhone) return <PeopleBlocks {...props} />
  const all = {
    label: 'All on this page',
    isAll: rows.every(({ student }) => selection.isSelected(student.id)),
    isSome: rows.some(({ student }) => selection.isSelected(student.id)),
    onChange: (isOn: boolean) => selection.change(rows, isOn),
  }
  return (
    <DataTable label="Students" columns={buildColumns(props)} choice={all} hasRowKeys>
      {grouped(props).flatMap(({ key, head, rows: some }) => [
        head && <GroupRow key={key}>{head}</GroupRow>,
        ...some.map((row) => <StudentRow key={row.student.id} row={row} {...props} />),
      ])}
      {trainers.length > 0 && <TrainerRows trainers={trainers} />}
    </DataTable>
  )
}

function Block({ row, courseId, weeks, now, selection, actionsFor }: { row: StudentProgress } & Props) {
  const { student, attendance, lastSeenAt } = row
  const isOn = selection.isSelected(student.id)
  return (
    <li className={`${classes.block} ${isOn ? classes.chosen : ''}`}>
      <span className={classes.pick}>
        <Checkbox
          aria-label={`Select ${isolate(student.name)}`}
          checked={isOn}
          onChange={(event) => selection.change([row], event.currentTarget.checked)}
        />
      </span>
      <div className={classes.facts}>
        <div className={classes.first}>
          <Link to={paths.userDetails.to({ userId: student.id })}>{student.name}</Link>
          <Rate {...row} />
          <MissingLink row={row} courseId={courseId} />
          <span className={classes.menu}>
            <RowMenu name={student.name} actions={actionsFor(student)} to={paths.userDetails.to({ userId: student.id })} />
          </span>
        </div>
        {row.atRisk && <Reasons reasons={row.reasons} />}
        <Flex component="span" align="center" gap={10}>
          <Done row={row} weeks={weeks} />
        </Flex>
        <Text variant="meta">
          {`${row.marks === null ? 'No marks yet' : `Marks ${formatPercentage(row.marks)}`} · ${attendance.marked} of ${attendance.sessions} sessions marked · seen ${formatLastSeenInSentence(lastSeenAt, now)} · `}
          <Link to={toWork(student.id, courseId)}>Items</Link>
        </Text>
      </div>
    </li>
  )
}

function PeopleBlocks(props: Props) {
  const former = useFormerRowsProps()
  return (
    <div {...former}>
      {grouped(props).map(({ key, head, rows }) => (
        <section key={key} aria-label={key === 'all' ? 'Students' : key === 'atRisk' ? 'At risk' : 'Other students'}>
          {head && <div className={classes.groupLine}>{head}</div>}
          <ul className={classes.blocks}>
            {rows.map((row) => (
              <Block key={row.student.id} row={row} {...props} />
            ))}
          </ul>
        </section>
      ))}
      {props.trainers.length > 0 && (
        <section aria-label="Trainers">
          <div className={classes.groupLine}>Trainers {props.trainers.length}</div>
          <ul className={classes.blocks}>
            {props.trainers.map(({ id, name }) => (
              <li key={id} className={classes.block}>
                {name}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
