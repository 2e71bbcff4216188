/** The second step: what would be saved, and the cells that need somebody. Nothing is saved yet. */
import type { MarksImport } from '@lms/contract/marks'
import { Button } from '@mantine/core'
import { IconEqual, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { downloadBlob, getErrorMessage } from '#lib/api.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { FigureBar } from '#ui/stat.tsx'
import { StatusIcon } from '#ui/status.tsx'
import { StickyFooter } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { cellName, cellsToDecide, fileToFix, isDoubtful, type Change, type Decisions } from './decisions.ts'
import { ChangeList } from './change-list.tsx'
import { DecisionList } from './decision-list.tsx'
import classes from './marks-import.module.css'

type Props = {
  found: MarksImport
  fileName: string
  changes: readonly Change[]
  decisions: Decisions
  /** Undefined takes a decision back. */
  onDecide: (cell: string, decision: true | string | undefined) => void
  /** Uses these doubtful marks. */
  onUseAll: (cells: string[]) => void
  saving: { isPending: boolean; error: Error | null; onSave: () => void }
  onBack: () => void
}

export function CheckStep({ found, fileName, changes, decisions, onDecide, onUseAll, saving, onBack }: Props) {
  const need = cellsToDecide(found.cells)
  const doubtful = need.filter(isDoubtful).length
  const undecided = need.filter((cell) => isDoubtful(cell) && decisions[cellName(cell)] === undefined)
  const fresh = changes.filter(({ cell }) => cell.now === null).length
  const held = changes.filter(({ cell }) => cell.isHeld).length
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
            label: 'Need you',
            count: need.length,
            note: need.length > 0 ? `${doubtful} to confirm, ${need.length - doubtful} left out` : 'nothing to decide',
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
      {held > 0 && (
        <p className={classes.quiet}>
          {pluralize(held, 'of these marks stays', 'of these marks stay')} held: students see {held === 1 ? 'it' : 'them'} once you release{' '}
          {held === 1 ? 'it' : 'them'}.
        </p>
      )}
      {found.ignoredColumns.length > 0 && (
        <p className={classes.quiet}>
          Columns that are not read: {found.ignoredColumns.map(({ column, title }) => `${column} “${title}”`).join(', ')}.
        </p>
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
              {pluralize(need.length, 'cell needs', 'cells need')} you
            </h2>
            <div className={classes.actions}>
              {undecided.length > 1 && (
                <Button variant="subtle" size="sm" onClick={() => onUseAll(undecided.map(cellName))}>
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
        <ChangeList changes={changes} />
      ) : (
        <h2 {...(need.length === 0 && { ref: heading, tabIndex: -1 })} className={classes.section}>
          No mark changes.
        </h2>
      )}
      <Foot changes={changes.length} left={leftOut(need.length, changes)} saving={saving} onBack={onBack} />
    </div>
  )
}

/** Those that were decided are among the changes. */
const leftOut = (need: number, changes: readonly Change[]): number => need - changes.filter(({ cell }) => cell.finding !== null).length

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
        isPhone ? out || 'Nothing is saved yet.' : `Nothing is saved yet. ${out}${changes > 0 ? ' Lateness is not taken off again.' : ''}`
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
