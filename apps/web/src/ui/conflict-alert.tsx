/** Somebody else was faster: what stands there now, and the choice between that and what was typed here. */
import { Button } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Alert } from './alert.tsx'
import classes from './conflict-alert.module.css'

type Props = {
  title: string
  children: ReactNode
  /** The words of the button that gives up what was typed. */
  take?: string
  onTakeTheirs: () => void
  onKeepMine: () => void
  ref?: Ref<HTMLDivElement>
}

export function ConflictAlert({ title, children, take = 'Use these', onTakeTheirs, onKeepMine, ref }: Props) {
  const action = (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={onTakeTheirs}>
        {take}
      </Button>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
    </div>
  )
  return (
    <Alert tone="warn" role="alert" title={title} action={action} {...(ref && { ref })}>
      {children}
    </Alert>
  )
}
