/** Another user saved first: their version, and the choice between it and what was typed here. */
import { Button, Group } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Alert } from './alert.tsx'

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
    <Group gap={8}>
      <Button variant="default" size="sm" onClick={onTakeTheirs}>
        {take}
      </Button>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
    </Group>
  )
  return (
    <Alert tone="warn" role="alert" title={title} action={action} {...(ref && { ref })}>
      {children}
    </Alert>
  )
}
