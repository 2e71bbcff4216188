/** The second step: a preview of the changes, and the cells that need a decision. Nothing is saved yet. */

import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ImportedMark, MarksImport } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { downloadBlob, getErrorMessage } from '#lib/api.ts'
import { clock } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { ColumnPicker, type ReadColumns } from '#ui/column-picker.tsx'
import { IconEqual, IconPencil } from '#ui/icons.ts'
import { FigureBar } from '#ui/stat.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { StickyFooter } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useUndoMarksImport } from '../api.ts'
import { ImportedChangeList } from './change-list.tsx'
import { DecisionList } from './decision-list.tsx'
import { cellName, cellsToDecide, confirmation, type ImportedChange, type Decisions, fileToFix, isDoubtful } from './decisions.ts'
import classes from './marks-import.module.css'

type Props = {
  found: MarksImport
  /** Why other columns could not be read. */
  error: Error | null
  fileName: string
  changes: readonly ImportedChange[]
  decisions: Decisions
  /** Undefined undoes a decision. */
  onDecide: (cell: string, decision: true | string | undefined) => void
  /** Uses these doubtful marks. */
  onUseAll: (cells: readonly ImportedMark[]) => void
  onColumns: (change: Partial<ReadColumns>) => void
  saving: { isPending: boolean; error: Error | null; onSave: () => void }
  onBack: () => void
}

export function CheckStep({ found, error, fileName, changes, decisions, onDecide, onUseAll, onColumns, saving, onBack }: Props) {
  const need = cellsToDecide(found.cells)
  const open = need.filter((cell) => decisions[cellName(cell)] === undefined)
  const doubtful = open.filter(isDoubtful).length
  const undecided = need.filter((cell) => confirmation(cell) !== undefined && decisions[cellName(cell)] === undefined)
  const fresh = changes.filter(({ cell }) => cell.now === null).length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.step}>
      <FigureBar
        label="What we found"
        figures={[
          {
            id: 'need',
            icon: <StatusIcon name="check" size={16} />,
            label: 'Needs attention',
            count: open.length,
            note: open.length > 0 ? `${doubtful} to confirm, ${open.length - doubtful} left out` : 'nothing to decide',
          },
          {
            id: 'change',
            icon: <IconPencil size={16} stroke={1.75} aria-hidden />,
            label: 'Change',
            count: changes.length,
            note: `${pluralize(fresh, 'new mark')}, ${changes.length - fresh} changed`,
          },
          {
            id: 'same',
            icon: <IconEqual size={16} stroke={1.75} aria-hidden />,
            label: 'Unchanged',
            count: found.unchanged,
            note: 'same as now',
          },
        ]}
      />
      <Columns found={found} onColumns={onColumns} />
      <Notes found={found} held={changes.filter(({ cell }) => cell.isHeld).length} />
      {error && (
        <Alert tone="bad" role="alert" title="The columns were not changed">
          {getErrorMessage(error)}
        </Alert>
      )}
      {saving.error && (
        <Alert tone="bad" role="alert" title="Nothing was saved">
          {getErrorMessage(saving.error)}
        </Alert>
      )}
      {need.length > 0 && (
        <section aria-labelledby="need-you">
          <div className={classes.head}>
            <h2 id="need-you" ref={heading} tabIndex={-1} className={classes.section}>
              {pluralize(need.length, 'cell', 'cells')} to fix
            </h2>
            <div className={classes.actions}>
              {undecided.length > 1 && (
                <Button variant="subtle" size="sm" onClick={() => onUseAll(undecided)}>
                  Use the file for all {undecided.length} to confirm
                </Button>
              )}
              <Button
                variant="subtle"
                size="sm"
                onClick={() => {
                  const file = fileToFix(need, fileName)
                  downloadBlob(file, file.name)
                }}
              >
                Download these cells
              </Button>
            </div>
          </div>
          <DecisionList cells={need} decisions={decisions} onDecide={onDecide} />
        </section>
      )}
      {changes.length > 0 ? (
        <ImportedChangeList changes={changes} />
      ) : (
        <h2 {...(need.length === 0 && { ref: heading, tabIndex: -1 })} className={classes.section}>
          No mark changes.
        </h2>
      )}
      <Foot changes={changes.length} left={leftOut(need.length, changes)} saving={saving} onBack={onBack} />
    </div>
  )
}

/** Students are found by address, unless the file has our ids. */
function Columns({ found: { columns, read }, onColumns }: Pick<Props, 'found' | 'onColumns'>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.columns}>
      <Button variant="subtle" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Change columns
      </Button>
      <div id={id} hidden={!isOpen}>
        <ColumnPicker columns={columns} read={read} onChange={onColumns} />
      </div>
    </div>
  )
}

/** What is not read of the file, and what stays hidden. */
function Notes({ found: { ignoredColumns, ignoredSheets }, held }: { found: MarksImport; held: number }) {
  const others = ignoredColumns.filter(({ reason }) => reason === null)
  const notes = [
    held > 0 &&
      `${pluralize(held, 'of these marks stays', 'of these marks stay')} held: students see ${held === 1 ? 'it' : 'them'} once you release ${held === 1 ? 'it' : 'them'}.`,
    ...ignoredColumns.map(({ column, title, reason }) => reason !== null && `Column ${column} “${title}” is not read. ${reason}`),
    others.length > 0 && `Columns that are not read: ${others.map(({ column, title }) => `${column} “${isolate(title)}”`).join(', ')}.`,
    ignoredSheets.length > 0 &&
      `Only the first sheet is read, not ${new Intl.ListFormat('en-GB').format(ignoredSheets.map((name) => `“${isolate(name)}”`))}.`,
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

/** The number of cells without a decision; those with one are among the changes. */
const leftOut = (need: number, changes: readonly ImportedChange[]): number =>
  need - changes.filter(({ cell }) => cell.finding !== null).length

type FootProps = { changes: number; left: number; saving: Props['saving']; onBack: () => void }

function Foot({ changes, left, saving, onBack }: FootProps) {
  const isPhone = useIsPhone()
  const out = left > 0 ? `${pluralize(left, 'cell is', 'cells are')} left out.` : ''
  return (
    <StickyFooter
      back={
        <Button variant={isPhone ? 'default' : 'subtle'} onClick={onBack}>
          Back
        </Button>
      }
      state={
        isPhone ? out || 'Nothing is saved yet.' : `Nothing is saved yet. ${out}${changes > 0 ? ' No late deduction is applied.' : ''}`
      }
    >
      {changes > 0 && (
        <Button loading={saving.isPending} onClick={saving.onSave}>
          Save {pluralize(changes, 'mark')}
        </Button>
      )}
    </StickyFooter>
  )
}

type MarksResultStepProps = { result: MarksImport; courseId: string; gradebook: { label: string; to: string }; onAnother: () => void }

/** The last step: the number of saved marks, skipped cells, and undo. */
export function MarksResultStep({ result, courseId, gradebook, onAnother }: MarksResultStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const undo = useUndoMarksImport()
  const { id, undoUntil, cells, saved } = result
  const left = cells.filter(({ finding }) => finding !== null)
  return (
    <div className={classes.choose}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {undo.data
            ? `${pluralize(undo.data.undone, 'mark')} restored`
            : saved > 0
              ? `${pluralize(saved, 'mark')} saved`
              : 'No mark was saved'}
        </h2>
      </div>
      {undo.isError && (
        <Alert tone="bad" role="alert" title="Not undone">
          {getErrorMessage(undo.error)}
        </Alert>
      )}
      {left.length > 0 && (
        <section aria-label="Left out">
          <h3 className={classes.section}>{pluralize(left.length, 'mark')} left out</h3>
          <ul className={classes.list}>
            {left.map(({ row, column, student, name, assignment, detail }) => (
              <li key={`${column}${row}`}>
                <span className={classes.words}>
                  <b>{student?.name ?? name}</b>
                  <span className={classes.quiet}>{assignment?.title}</span>
                </span>
                <span className={classes.found}>
                  <StatusIcon name="check" size={16} />
                  {detail}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={classes.actions}>
        <Button component={Link} to={gradebook.to}>
          Go to the gradebook
        </Button>
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
        {id && undoUntil && !undo.data && (
          <Button variant="subtle" color="red" loading={undo.isPending} onClick={() => undo.mutate({ params: { courseId, id } })}>
            Undo this import
          </Button>
        )}
      </div>
      {id && undoUntil && !undo.data && <p className={classes.quiet}>You can undo this import until {clock(undoUntil)}.</p>}
    </div>
  )
}
