/** The same work was written on two devices: the student says which words count. */
import { Button } from '@mantine/core'
import { Note } from '#ui/note.tsx'
import classes from './other-device.module.css'

type Props = { onTakeTheirs: () => void; onKeepMine: () => void }

export function OtherDevice({ onTakeTheirs, onKeepMine }: Props) {
  const action = (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={onTakeTheirs}>
        Use the saved answers
      </Button>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep what is here
      </Button>
    </div>
  )
  return (
    <Note tone="warn" title="These answers were changed somewhere else" role="alert" action={action}>
      Another device or tab saved newer answers. What you see here was kept on this device.
    </Note>
  )
}
