/** The last step of an import: what became of it, and where to go next. */

import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './import.module.css'

/** A new step begins at its heading. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}

export function ResultStep({ title, children }: { title: string; children: ReactNode }) {
  const heading = useHeadingFocus()
  return (
    <div className={classes.step}>
      <div role="status">
        <Text component="h2" ref={heading} tabIndex={-1} variant="heading">
          {title}
        </Text>
      </div>
      {children}
    </div>
  )
}

type ActionsProps = {
  /** A button that comes first. */
  main?: ReactNode
  /** Where the result can be seen. */
  link?: { to: string; label: string }
  onAnother: () => void
  /** The button that undoes the import. */
  undo?: ReactNode
}

export const ResultActions = ({ main, link, onAnother, undo }: ActionsProps) => (
  <div className={classes.actions}>
    {main}
    {link && (
      <Button component={Link} to={link.to} variant={main ? 'default' : 'filled'}>
        {link.label}
      </Button>
    )}
    <Button variant={link ? 'default' : 'filled'} onClick={onAnother}>
      Import another file
    </Button>
    {undo}
  </div>
)

type UndoButtonProps = { isPending?: boolean; onClick: () => void }

export const UndoButton = ({ isPending = false, onClick }: UndoButtonProps) => (
  <Button variant="subtle" color="red" loading={isPending} onClick={onClick}>
    Undo this import
  </Button>
)
