/** The marks to be saved: old and new values, with large decreases highlighted. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { roundMarks } from '@lms/contract/rules/marks'
import { Avatar } from '#ui/avatar.tsx'
import { Cell, DataRow, DataTable, type Column } from '#ui/data-table.tsx'
import { FilterMenu } from '#ui/filter-bar.tsx'
import { IconArrowRight } from '#ui/icons.ts'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { cellName, type ImportedChange } from './decisions.ts'
import classes from './marks-import.module.css'

const columns: Column[] = [
  { key: 'student', label: 'Student', width: '26%' },
  { key: 'assignment', label: 'Assignment', width: '24%' },
  { key: 'now', label: 'Now', isNumber: true },
  { key: 'new', label: 'New', isNumber: true },
  { key: 'change', label: 'Change', isNumber: true },
  { key: 'note', label: 'Note', isLabelHidden: true, width: '24%' },
]
const firstShown = 50
const kinds = {
  all: () => true,
  new: ({ cell }: ImportedChange) => cell.now === null,
  higher: ({ cell, marks }: ImportedChange) => cell.now !== null && marks > cell.now,
  lower: ({ cell, marks }: ImportedChange) => cell.now !== null && marks < cell.now,
  large: ({ isLarge }: ImportedChange) => isLarge,
}
const kindLabels: Record<keyof typeof kinds, string> = { all: 'All', new: 'New', higher: 'Higher', lower: 'Lower', large: 'Large fall' }

const formatDifference = ({ cell: { now }, marks }: ImportedChange): string => {
  if (now === null) return 'New'
  const difference = roundMarks(marks - now)
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

export function ImportedChangeList({ changes }: { changes: readonly ImportedChange[] }) {
  const [assignment, setAssignment] = useState('all')
  const [kind, setKind] = useState<keyof typeof kinds>('all')
  const [count, setCount] = useState(firstShown)
  const titles = new Map(changes.map(({ cell }) => [cell.assignment.id, cell.assignment.title]))
  const matching = changes.filter((one) => (assignment === 'all' || one.cell.assignment.id === assignment) && kinds[kind](one))
  const isPhone = useIsPhone()
  return (
    <section aria-labelledby="marks-that-change">
      <div className={classes.head}>
        <h2 id="marks-that-change" className={classes.section}>
          Marks that change <span className={classes.quiet}>{matching.length}</span>
        </h2>
        <div className={classes.filters}>
          {titles.size > 1 && (
            <FilterMenu
              label="Assignment"
              value={assignment}
              options={[{ value: 'all', label: 'All' }, ...[...titles].map(([value, label]) => ({ value, label }))]}
              onChange={setAssignment}
            />
          )}
          <FilterMenu
            label="Change"
            value={kind}
            options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setKind(value as keyof typeof kinds)}
          />
        </div>
      </div>
      {isPhone ? <PhoneRows changes={matching.slice(0, count)} /> : <Rows changes={matching.slice(0, count)} />}
      {matching.length > count && (
        <Button variant="subtle" size="sm" onClick={() => setCount(count < 4 * firstShown ? 4 * firstShown : count + 4 * firstShown)}>
          {matching.length <= 4 * firstShown
            ? `Show all ${matching.length}`
            : `Show ${Math.min(4 * firstShown, matching.length - count)} more`}
        </Button>
      )}
    </section>
  )
}

const Note = ({ cell: { detail, finding }, isLarge }: ImportedChange) =>
  (isLarge || (detail && !finding)) && (
    <span className={classes.found}>
      <StatusIcon name="check" size={16} />
      {isLarge ? 'Large change, check it' : detail}
    </span>
  )

function Rows({ changes }: { changes: readonly ImportedChange[] }) {
  return (
    <DataTable label="Marks that change" columns={columns}>
      {changes.map((change) => {
        const { cell, marks } = change
        return (
          <DataRow key={cellName(cell)}>
            <Cell>
              <span className={classes.person}>
                <Avatar id={cell.student.id} name={cell.student.name} src={cell.student.profileImageUrl} size={24} />
                <b>{cell.student.name}</b>
              </span>
            </Cell>
            <Cell>{cell.assignment.title}</Cell>
            <Cell isNumber>
              <span className={classes.from}>
                {cell.now ?? '–'} <IconArrowRight size={16} stroke={1.75} aria-label="to" />
              </span>
            </Cell>
            <Cell isNumber>
              <b>{marks}</b> <span className={classes.quiet}>/ {cell.assignment.maxMarks}</span>
            </Cell>
            <Cell isNumber>{formatDifference(change)}</Cell>
            <Cell>
              <Note {...change} />
            </Cell>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

function PhoneRows({ changes }: { changes: readonly ImportedChange[] }) {
  return (
    <ul className={classes.list} aria-label="Marks that change">
      {changes.map((change) => {
        const { cell, marks } = change
        return (
          <li key={cellName(cell)}>
            <div className={classes.words}>
              <b>{cell.student.name}</b>
              <span className={classes.quiet}>{cell.assignment.title}</span>
              <Note {...change} />
            </div>
            <span className={classes.from}>
              {cell.now ?? '–'} <IconArrowRight size={16} stroke={1.75} aria-label="to" /> <b>{marks}</b> / {cell.assignment.maxMarks}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
