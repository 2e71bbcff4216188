/** A list of keyboard shortcuts in a dialog. */
import { Button, Kbd } from '@mantine/core'
import { Dialog } from './dialog.tsx'
import classes from './shortcuts-dialog.module.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Where the shortcuts work. */
  note: string
  shortcuts: readonly (readonly [action: string, keys: readonly string[]])[]
}

export function ShortcutsDialog({ isOpen, onClose, title, note, shortcuts }: Props) {
  const foot = (
    <Button variant="default" onClick={onClose} data-autofocus>
      Close
    </Button>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} foot={foot}>
      <p className={classes.when}>{note}</p>
      <dl className={classes.keys}>
        {shortcuts.map(([action, keys]) => (
          <div key={action} className={classes.row}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
