/** The marks to be saved: old and new values, with large decreases highlighted. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { roundMarks } from '@lms/contract/rules/marks'
import { Avatar } from '#ui/avatar.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FilterMenu } from '#ui/filter-bar.tsx'
import { IconArrowRight } from '#ui/icons.ts'
import shared from '#ui/import/import.module.css'
import { Finding, RowList, RowSection } from '#ui/import/row-list.tsx'
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
const kindLabels: Record<keyof typeof kinds, string> = { all: 'All', new: 'New', higher: 'Higher', lower: 'Lower', large: 'Large drop' }

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
  return (
    <RowSection
      title={
        <>
          Marks that change <span className={shared.quiet}>{matching.length}</span>
        </>
      }
      actions={
        <>
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
        </>
      }
    >
      <RowList label="Marks that change" columns={columns} rows={matching.slice(0, count).map(toRow)} />
      {matching.length > count && (
        <Button variant="subtle" size="sm" onClick={() => setCount(count < 4 * firstShown ? 4 * firstShown : count + 4 * firstShown)}>
          {matching.length <= 4 * firstShown
            ? `Show all ${matching.length}`
            : `Show ${Math.min(4 * firstShown, matching.length - count)} more`}
        </Button>
      )}
    </RowSection>
  )
}

function toRow(change: ImportedChange) {
  const { cell, marks, isLarge } = change
  const { student, assignment, detail, finding } = cell
  const from = (
    <span className={classes.from}>
      {cell.now ?? '–'} <IconArrowRight size={16} stroke={1.75} aria-label="to" />
    </span>
  )
  const to = (
    <>
      <b>{marks}</b> <span className={shared.quiet}>/ {assignment.maxMarks}</span>
    </>
  )
  const note = (isLarge || (detail && !finding)) && <Finding status="check">{isLarge ? 'Large change, check it' : detail}</Finding>
  const person = (
    <span className={classes.person}>
      <Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={24} />
      <b>{student.name}</b>
    </span>
  )
  return {
    key: cellName(cell),
    cells: [person, assignment.title, from, to, formatDifference(change), note],
    words: (
      <>
        <b>{student.name}</b>
        <span className={shared.quiet}>{assignment.title}</span>
        {note}
      </>
    ),
    side: (
      <span className={classes.from}>
        {from} {to}
      </span>
    ),
  }
}
