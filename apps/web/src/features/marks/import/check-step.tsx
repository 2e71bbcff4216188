/** The second step: a preview of the changes, and the cells that need a decision. Nothing is saved yet. */

import { Button } from '@mantine/core'
import type { ImportedMark, MarksImport } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatClock } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { IconEqual, IconPencil } from '#ui/icons.ts'
import { ColumnSection, otherSheetsText, type ReadColumns } from '#ui/import/column-section.tsx'
import shared from '#ui/import/import.module.css'
import { ResultActions, ResultStep, UndoButton, useHeadingFocus } from '#ui/import/result-step.tsx'
import { DownloadButton, Finding, ItemList, RowSection } from '#ui/import/row-list.tsx'
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
  const heading = useHeadingFocus()
  return (
    <div className={shared.step}>
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
      <ColumnSection columns={found.columns} read={found.read} onChange={onColumns} />
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
        <RowSection
          title={`${pluralize(need.length, 'cell', 'cells')} to fix`}
          headingRef={heading}
          actions={
            <>
              {undecided.length > 1 && (
                <Button variant="subtle" size="sm" onClick={() => onUseAll(undecided)}>
                  Use the file for all {undecided.length} to confirm
                </Button>
              )}
              <DownloadButton label="Download these cells" toFile={() => fileToFix(need, fileName)} />
            </>
          }
        >
          <DecisionList cells={need} decisions={decisions} onDecide={onDecide} />
        </RowSection>
      )}
      {changes.length > 0 ? (
        <ImportedChangeList changes={changes} />
      ) : (
        <RowSection title="No mark changes." {...(need.length === 0 && { headingRef: heading })} />
      )}
      <Foot changes={changes.length} left={leftOut(need.length, changes)} saving={saving} onBack={onBack} />
    </div>
  )
}

/** What is not read of the file, and what stays hidden. */
function Notes({ found: { ignoredColumns, ignoredSheets }, held }: { found: MarksImport; held: number }) {
  const others = ignoredColumns.filter(({ reason }) => reason === null)
  const notes = [
    held > 0 &&
      `${pluralize(held, 'of these marks stays', 'of these marks stay')} held: students see ${held === 1 ? 'it' : 'them'} once you release ${held === 1 ? 'it' : 'them'}.`,
    ...ignoredColumns.map(({ column, title, reason }) => reason !== null && `Column ${column} “${title}” is not imported. ${reason}`),
    others.length > 0 && `Columns not imported: ${others.map(({ column, title }) => `${column} “${isolate(title)}”`).join(', ')}.`,
    ignoredSheets.length > 0 && otherSheetsText(ignoredSheets),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className={`${shared.quiet} ${classes.notes}`}>
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
  const undo = useUndoMarksImport()
  const { id, undoUntil, cells, saved } = result
  const left = cells.filter(({ finding }) => finding !== null)
  const canUndo = id !== null && undoUntil !== null && !undo.data
  return (
    <ResultStep
      title={
        undo.data
          ? `${pluralize(undo.data.undone, 'mark')} restored`
          : saved > 0
            ? `${pluralize(saved, 'mark')} saved`
            : 'No mark was saved'
      }
    >
      {undo.isError && (
        <Alert tone="bad" role="alert" title="Not undone">
          {getErrorMessage(undo.error)}
        </Alert>
      )}
      {left.length > 0 && (
        <RowSection title={`${pluralize(left.length, 'mark')} left out`}>
          <ItemList
            items={left.map((cell) => ({
              key: cellName(cell),
              words: (
                <>
                  <b>{cell.student?.name ?? cell.name}</b>
                  <span className={shared.quiet}>{cell.assignment?.title}</span>
                </>
              ),
              side: <Finding status="check">{cell.detail}</Finding>,
            }))}
          />
        </RowSection>
      )}
      <ResultActions
        link={{ to: gradebook.to, label: 'Go to the gradebook' }}
        onAnother={onAnother}
        undo={canUndo && <UndoButton isPending={undo.isPending} onClick={() => undo.mutate({ params: { courseId, id } })} />}
      />
      {canUndo && <p className={shared.quiet}>You can undo this import until {formatClock(undoUntil)}.</p>}
    </ResultStep>
  )
}
