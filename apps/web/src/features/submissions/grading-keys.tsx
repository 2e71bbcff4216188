/** The shortcuts of grading on the screen: the most useful ones in a bar below the submission, all of them in a dialog. */
import { Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { ShortcutsDialog } from '#ui/dialog.tsx'
import { gradingKeys } from './use-grading-keys.ts'
import classes from './grading-keys.module.css'

const hints = [
  ['Enter', 'save and next'],
  ['J', 'next'],
  ['K', 'previous'],
  ['N', 'next to grade'],
  ['C', 'feedback'],
] as const

export function GradingKeysBar({ onHelp, children }: { onHelp: () => void; children?: ReactNode }) {
  const hasShortcuts = useShortcutsEnabled()
  return (
    <div className={classes.bar}>
      {children}
      {(hasShortcuts ? hints : hints.slice(0, 1)).map(([key, action]) => (
        <span key={key} className={classes.hint}>
          <Kbd size="xs">{key}</Kbd> {action}
        </span>
      ))}
      <button type="button" className={classes.all} onClick={onHelp}>
        {hasShortcuts && <Kbd size="xs">?</Kbd>} all keys
      </button>
    </div>
  )
}

export function GradingKeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const note = useShortcutsEnabled()
    ? 'Letters work everywhere except in the feedback.'
    : 'Single-key shortcuts are turned off in your profile: only Enter, Ctrl+Enter and Esc work.'
  return <ShortcutsDialog isOpen={isOpen} onClose={onClose} title="Keys for grading" note={note} shortcuts={gradingKeys} />
}
