/** The second step: a preview of each row, with fixing. Nothing is saved yet. */

import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { withParams, parseEnum, getPage, useSearch } from '#lib/search-params.ts'
import { IconCheck, IconEqual, IconPlayerSkipForward } from '#ui/icons.ts'
import shared from '#ui/import/import.module.css'
import { DownloadButton, RowSection } from '#ui/import/row-list.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { FigureBar } from '#ui/stat.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { StickyFooter } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { formatPeople } from '../labels.ts'
import { DetectedFormat } from './detected-format.tsx'
import { FailureNote } from './failure-note.tsx'
import {
  failedRowsCsv,
  firstTab,
  importTabs,
  findFirstWrong,
  findNextError,
  type ImportCounts,
  type ReviewRow,
  type Tab,
} from './import-rows.ts'
import { rowsText, tabTitle, doubtText, passedText, someRows, tabNote, importTabLabels } from './labels.ts'
import { RowTable, type Open } from './row-table.tsx'
import type { ImportOptions } from './upload-import.ts'
import type { Import } from './use-import.ts'
import classes from './import.module.css'

const icon = { size: 16, stroke: 2, 'aria-hidden': true } as const
const tabIcons: Record<Tab, ReactNode> = {
  ready: <IconCheck {...icon} className={classes.ok} />,
  same: <IconEqual {...icon} className={shared.quiet} />,
  need: <StatusIcon name="check" size={16} />,
  skipped: <IconPlayerSkipForward {...icon} className={shared.quiet} />,
}

const shownTabs: Tab[] = ['ready', 'same', 'need', 'skipped']

/** Rows per page: 20,000 at once would freeze the browser. */
const limit = 50

type Props = {
  run: Import
  terms: ImportOptions
  fileName: string
  rows: readonly ReviewRow[]
  counts: ImportCounts
  onBack: () => void
  onImport: () => void
}

/** The tab and page in the URL, and their rows. */
function useShown(rows: readonly ReviewRow[], counts: ImportCounts) {
  const [search, change] = useSearch()
  const requestedTab = search.get('tab')
  const tab = requestedTab === null ? firstTab(counts) : parseEnum(importTabs, requestedTab)
  const inTab = rows.filter((row) => row.tab === tab)
  const page = Math.min(getPage(search), Math.max(1, Math.ceil(inTab.length / limit)))
  const show = (row: ReviewRow): void => {
    const at = rows.filter((one) => one.tab === row.tab).indexOf(row)
    change({ tab: row.tab, page: Math.floor(at / limit) + 1 }, { replace: true })
  }
  return { search, tab, inTab, page, shown: inTab.slice((page - 1) * limit, page * limit), show }
}

/** The announcement after a check. */
const describeCounts = (rows: readonly ReviewRow[], { ready, same, need }: ImportCounts): string =>
  `${rowsText(rows.length)} checked: ${ready} ready, ${same} already there, ${need} to fix.`

export function ReviewStep({ run, terms, fileName, rows, counts, onBack, onImport }: Props) {
  const { search, tab, inTab, page, shown, show } = useShown(rows, counts)
  const { open, edit, said, showFirstWrong } = useOpenRow(rows, show)
  const line = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPhone = useIsPhone()
  const isMoving = run.moving !== null
  const isAsking = run.detected?.questions.some(({ chosen }) => chosen === null) ?? false
  useEffect(() => {
    // The focused element no longer exists: the file's button, or a field that is fixed now.
    // The selection is still there.
    if (!isMoving && !line.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [isMoving])
  const checkAgain = (event: FormEvent): void => {
    event.preventDefault()
    edit(null)
    if (counts.pending > 0) void run.check().then(showFirstWrong)
  }
  const skipAll = (some: readonly number[]): void => {
    run.skipAll(some)
    heading.current?.focus({ preventScroll: true })
  }
  const skip = (row: number, isSkipped: boolean): void => {
    run.skip(row, isSkipped)
    edit(null)
    // The row is no longer in the list, nor is its button.
    heading.current?.focus({ preventScroll: true })
  }
  const title = tabTitle(tab, counts[tab])
  return (
    <form className={shared.step} noValidate onSubmit={checkAgain}>
      <FigureBar
        label="Rows of the file"
        figures={shownTabs
          .filter((one) => one !== 'skipped' || counts.skipped > 0 || tab === 'skipped')
          .map((one) => ({
            id: one,
            icon: tabIcons[one],
            label: importTabLabels[one],
            count: counts[one],
            note: tabNote(one, counts, terms.invite),
          }))}
        tabs={{ current: tab, addressOf: (one) => `?${withParams(search, { tab: one, page: null })}` }}
      />
      <div ref={line}>
        {run.detected && (
          <DetectedFormat
            detected={run.detected}
            terms={terms}
            rows={rows}
            parseOptions={run.parseOptions}
            onRead={run.readAs}
            onSkip={skipAll}
          />
        )}
      </div>
      {run.failure && (
        <FailureNote
          failure={run.failure}
          fileName={fileName}
          onRetry={run.failure.action === 'import' ? onImport : () => void run.check()}
        />
      )}
      <RowSection
        title={title}
        headingRef={heading}
        actions={
          tab === 'need' &&
          counts.need > 0 && (
            <>
              {!isPhone && (
                <p className={shared.quiet}>
                  <kbd>F8</kbd> next row · <kbd>Enter</kbd> check again
                </p>
              )}
              <DownloadButton label="Download these rows" toFile={() => failedRowsCsv(inTab, fileName)} />
            </>
          )
        }
      >
        {shown.length > 0 && <RowTable label={title} rows={shown} open={open} onEdit={edit} onFix={run.fix} onSkip={skip} />}
        {inTab.length > limit && <Pagination page={page} limit={limit} total={inTab.length} label="Rows" />}
      </RowSection>
      <VisuallyHidden role="status">{isMoving ? 'Checking' : said || describeCounts(rows, counts)}</VisuallyHidden>
      <ReviewFooter counts={counts} passed={run.passed} isAsking={isAsking} isChecking={isMoving} onBack={onBack} onImport={onImport} />
    </form>
  )
}

type ReviewFooterProps = {
  counts: ImportCounts
  passed: number
  isAsking: boolean
  isChecking: boolean
  onBack: () => void
  onImport: () => void
}

function getState({ pending, failed, skipped, imported, doubtful }: ImportCounts, passed: number, isShort: boolean): string {
  if (pending > 0) return `${someRows(pending)} changed since the check.`
  const out = failed + skipped
  const left = out === 0 ? '' : isShort ? `${rowsText(out)} will be left out` : `${someRows(out)} will be left out.`
  if (imported === 0) return `Nobody would be added or enrolled. ${left}`
  const doubt = doubtful === 0 ? '' : doubtText(doubtful)
  const ahead = passed === 0 ? '' : passedText(passed)
  if (isShort) return [ahead, doubt, left].filter(Boolean).join(', ')
  return ['Nothing is saved yet.', ahead && `They go ${ahead}.`, doubt && `${doubt}.`, left].filter(Boolean).join(' ')
}

/** The footer: back, skipped rows, and the main action: check the corrections, or import. */
function ReviewFooter({ counts, passed, isAsking, isChecking, onBack, onImport }: ReviewFooterProps) {
  const isPhone = useIsPhone()
  const { pending, imported } = counts
  const action = (): ReactNode => {
    if (pending > 0)
      return (
        <Button type="submit" loading={isChecking}>
          Check again
        </Button>
      )
    // With nobody to import, or before it is known who, there is no button: the text next to it says why.
    return imported === 0 || isAsking ? null : (
      <Button loading={isChecking} onClick={onImport}>
        Import {formatPeople(imported)}
      </Button>
    )
  }
  return (
    <StickyFooter
      back={
        !isPhone && (
          <Button variant="subtle" onClick={onBack}>
            Back
          </Button>
        )
      }
      state={isAsking && counts.pending === 0 ? 'Choose the columns first.' : getState(counts, passed, isPhone)}
    >
      {action()}
    </StickyFooter>
  )
}

/** The row open for editing, and the key that moves to the next one that needs attention. */
function useOpenRow(rows: readonly ReviewRow[], show: (row: ReviewRow) => void) {
  const [open, setOpen] = useState<Open>(null)
  const [said, setSaid] = useState('')
  const edit = (row: number | null): void => setOpen((now) => (row === null ? null : { row, turn: (now?.turn ?? 0) + 1 }))
  const goOn = (): void => {
    const next = findNextError(rows, open?.row ?? null)
    setSaid(next ? `Row ${next.row}: ${next.reason ?? 'to confirm'}` : 'No other rows to fix.')
    if (!next) return
    show(next)
    edit(next.row)
  }
  const [checked, setChecked] = useState(0)
  useEffect(() => {
    const first = checked > 0 ? findFirstWrong(rows) : undefined
    if (!first) return
    show(first)
    edit(first.row)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once after each check, with its rows
  }, [checked])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return
      event.preventDefault()
      goOn()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return { open, edit, said, showFirstWrong: () => setChecked((count) => count + 1) }
}
