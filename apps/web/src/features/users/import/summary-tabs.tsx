/** How many rows are ready, here already, or need somebody: each number leads to its rows. */
import { IconCheck, IconEqual, IconPlayerSkipForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StatusIcon } from '#ui/status-icon.tsx'
import type { Counts, Tab } from './import-rows.ts'
import { tabNote, tabLabels } from './labels.ts'
import classes from './summary-tabs.module.css'

const icon = { size: 16, stroke: 2, 'aria-hidden': true } as const
const glyphs: Record<Tab, ReactNode> = {
  ready: <IconCheck {...icon} className={classes.ok} />,
  same: <IconEqual {...icon} className={classes.quiet} />,
  need: <StatusIcon name="check" size={16} />,
  skipped: <IconPlayerSkipForward {...icon} className={classes.quiet} />,
}

type Props = { counts: Counts; invite: boolean; tab: Tab; addressOf: (tab: Tab) => string }

export function SummaryTabs({ counts, invite, tab, addressOf }: Props) {
  const shown: Tab[] = ['ready', 'same', 'need', ...(counts.skipped > 0 || tab === 'skipped' ? (['skipped'] as const) : [])]
  return (
    <nav aria-label="Rows of the file" className={classes.tabs}>
      {shown.map((one) => (
        <Link
          key={one}
          to={addressOf(one)}
          replace
          preventScrollReset
          className={classes.tab}
          {...(one === tab && { 'aria-current': 'true' as const })}
        >
          <span className={classes.head}>
            {glyphs[one]} {tabLabels[one]}
          </span>
          <span className={classes.count}>{counts[one].toLocaleString('en-GB')}</span>
          <span className={classes.note}>{tabNote(one, counts, invite)}</span>
        </Link>
      ))}
    </nav>
  )
}
