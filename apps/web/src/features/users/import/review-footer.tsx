/** The foot of the check: back, what will be left out, and the one action: to check what was changed, or to import. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import type { Counts } from './import-rows.ts'
import { doubtText, peopleText, rowsText, someRows } from './labels.ts'
import classes from './review-footer.module.css'

type Props = { counts: Counts; isChecking: boolean; onBack: () => void; onImport: () => void }

function stateOf({ pending, failed, skipped, imported, doubtful }: Counts, isShort: boolean): string {
  if (pending > 0) return `${someRows(pending)} changed since the check.`
  const out = failed + skipped
  const left = out === 0 ? '' : isShort ? `${rowsText(out)} will be left out` : `${someRows(out)} will be left out.`
  if (imported === 0) return `Nobody would be added or enrolled. ${left}`
  const doubt = doubtful === 0 ? '' : doubtText(doubtful)
  if (isShort) return [doubt, left].filter(Boolean).join(', ')
  return ['Nothing is saved yet.', doubt && `${doubt}.`, left].filter(Boolean).join(' ')
}

export function ReviewFooter({ counts, isChecking, onBack, onImport }: Props) {
  const isPhone = useIsPhone()
  const { pending, imported } = counts
  const action = (): ReactNode => {
    if (pending > 0)
      return (
        <Button type="submit" loading={isChecking}>
          Check again
        </Button>
      )
    // Without anybody to import there is no action: the words beside say why.
    return imported === 0 ? null : (
      <Button loading={isChecking} onClick={onImport}>
        Import {peopleText(imported)}
      </Button>
    )
  }
  const state = stateOf(counts, isPhone)
  if (isPhone) return <BottomDock state={<span className={classes.state}>{state}</span>}>{action()}</BottomDock>
  return (
    <div className={classes.foot}>
      <Button variant="subtle" onClick={onBack}>
        Back
      </Button>
      <span className={classes.state}>{state}</span>
      {action()}
    </div>
  )
}
