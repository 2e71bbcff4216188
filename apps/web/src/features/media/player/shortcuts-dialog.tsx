/** The keys of the player, as a list. */
import { Button, Kbd } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { keyTable } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const foot = (
    <Button variant="default" onClick={onClose} data-autofocus>
      Close
    </Button>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys of the player" foot={foot}>
      <p className={classes.when}>They work while the player has the focus: click it, or reach it with the tab key.</p>
      <dl className={classes.keys}>
        {keyTable.map(([action, keys]) => (
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
