/** The second step: what would become of each row, and the place to mend those that need it. Nothing is saved yet. */
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { saveFile } from '#lib/api.ts'
import { withParams, parseEnum, pageOf, useSearch } from '#lib/search-params.ts'
import { Pagination } from '#ui/pagination.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { ReviewFooter } from './review-footer.tsx'
import { DetectedFormat } from './detected-format.tsx'
import { FailureNote } from './failure-note.tsx'
import { failedRowsCsv } from './csv-export.ts'
import { RowTable } from './row-table.tsx'
import { type Counts, firstTab, type Row, tabs } from './import-rows.ts'
import { SummaryTabs } from './summary-tabs.tsx'
import type { Import } from './use-import.ts'
import { useOpenRow } from './use-open-row.ts'
import { rowsText, tabTitle } from './labels.ts'
import classes from './review-step.module.css'

/** Rows on a page: 20,000 at once would bring a browser to its knees. */
const limit = 50

type Props = {
  run: Import
  invite: boolean
  fileName: string
  rows: readonly Row[]
  counts: Counts
  onBack: () => void
  onImport: () => void
}

/** The tab and page of the address, and the rows on it. */
function useShown(rows: readonly Row[], counts: Counts) {
  const [search, change] = useSearch()
  const asked = search.get('tab')
  const tab = asked === null ? firstTab(counts) : parseEnum(tabs, asked)
  const inTab = rows.filter((row) => row.tab === tab)
  const page = Math.min(pageOf(search), Math.max(1, Math.ceil(inTab.length / limit)))
  const show = (row: Row): void => {
    const at = rows.filter((one) => one.tab === row.tab).indexOf(row)
    change({ tab: row.tab, page: Math.floor(at / limit) + 1 }, { replace: true })
  }
  return { search, tab, inTab, page, shown: inTab.slice((page - 1) * limit, page * limit), show }
}

/** What a screen reader hears once a check is done. */
const spokenOf = (rows: readonly Row[], { ready, same, need }: Counts): string =>
  `${rowsText(rows.length)} checked: ${ready} ready, ${same} already there, ${need} need you.`

export function ReviewStep({ run, invite, fileName, rows, counts, onBack, onImport }: Props) {
  const { search, tab, inTab, page, shown, show } = useShown(rows, counts)
  const { open, edit, said } = useOpenRow(rows, show)
  const line = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPhone = useIsPhone()
  const isMoving = run.moving !== null
  useEffect(() => {
    // What was focused before is gone: the file's button, or a field that is mended now.
    // What is chosen there is there still.
    if (!isMoving && !line.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [isMoving])
  const checkAgain = (event: FormEvent): void => {
    event.preventDefault()
    edit(null)
    if (counts.pending > 0) void run.check()
  }
  const skip = (row: number, isSkipped: boolean): void => {
    run.skip(row, isSkipped)
    edit(null)
    // The row has left the list, and its button with it.
    heading.current?.focus({ preventScroll: true })
  }
  const download = (): void => {
    const file = failedRowsCsv(
      inTab.filter(({ field }) => field !== 'status'),
      fileName,
    )
    saveFile(file, file.name)
  }
  return (
    <form className={classes.step} noValidate onSubmit={checkAgain}>
      <SummaryTabs counts={counts} invite={invite} tab={tab} addressOf={(one) => `?${withParams(search, { tab: one, page: null })}`} />
      <div ref={line}>{run.detected && <DetectedFormat detected={run.detected} wish={run.wish} onRead={run.readAs} />}</div>
      {run.failure && (
        <FailureNote
          failure={run.failure}
          fileName={fileName}
          onRetry={run.failure.action === 'import' ? onImport : () => void run.check()}
        />
      )}
      <section aria-label={tabTitle(tab, counts[tab])}>
        <div className={classes.head}>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {tabTitle(tab, counts[tab])}
          </h2>
          {tab === 'need' && counts.need > 0 && !isPhone && (
            <p className={classes.hint}>
              <kbd>F8</kbd> next row · <kbd>Enter</kbd> check again
            </p>
          )}
          {tab === 'need' && counts.need > 0 && (
            <Button variant="subtle" size="sm" className={classes.download ?? ''} onClick={download}>
              Download these rows
            </Button>
          )}
        </div>
        {shown.length > 0 && (
          <RowTable label={tabTitle(tab, counts[tab])} rows={shown} open={open} onEdit={edit} onMend={run.mend} onSkip={skip} />
        )}
        {inTab.length > limit && <Pagination page={page} limit={limit} total={inTab.length} label="Rows" />}
      </section>
      <span className={classes.spoken} role="status">
        {isMoving ? 'Checking' : said || spokenOf(rows, counts)}
      </span>
      <ReviewFooter counts={counts} isChecking={isMoving} onBack={onBack} onImport={onImport} />
    </form>
  )
}
