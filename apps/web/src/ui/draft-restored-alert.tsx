/** The form was restored from an earlier visit: when it was saved, and a way to discard it. */
import { Button } from '@mantine/core'
import { dayAndTime } from '#lib/format-date.ts'
import { Alert } from './alert.tsx'

type Props = { from: string | null; onDiscard: () => void }

export function DraftRestoredAlert({ from, onDiscard }: Props) {
  if (from === null) return null
  return (
    <Alert
      role="status"
      title="Your unsaved changes are back"
      action={
        <Button variant="default" size="sm" onClick={onDiscard}>
          Discard them
        </Button>
      }
    >
      Typed on {dayAndTime(from)} and kept on this device. Nobody else sees them until you save.
    </Alert>
  )
}
