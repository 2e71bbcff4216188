/** What lies over the page or speaks about it: dialogs, toasts, menus, notes, save states. */
import { Button, Menu } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { Alert } from '#ui/alert.tsx'
import { SaveStatus } from '#ui/status.tsx'
import { notify } from '#ui/toasts.tsx'
import classes from './gallery.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const removed = { link: { label: 'Undo', onClick: () => undefined }, icon: <IconTrash {...icon} /> }

function Toasting() {
  return (
    <div className={classes.line}>
      <Button variant="default" size="sm" onClick={() => notify.success('Week 6 is published')}>
        Ok
      </Button>
      <Button variant="default" size="sm" onClick={() => notify.info('Comment removed', removed)}>
        Info
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={() => notify.error('Ana Li’s mark was not saved', { link: { label: 'Try again', onClick: () => undefined } })}
      >
        Bad
      </Button>
    </div>
  )
}

function Overlays() {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <div className={classes.line}>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Delete week 5
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={close}
        title="Delete week 5?"
        cancelLabel="Keep week 5"
        confirmLabel="Delete week 5"
      >
        “Week 5” is deleted with 3 recordings and sessions, 1 assignment and 24 submissions. You can restore it for 30 days.
      </ConfirmDialog>
      <Menu>
        <Menu.Target>
          <Button variant="default" size="sm">
            Week menu
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />}>Edit week</Menu.Item>
          <Menu.Item leftSection={<IconCopy {...icon} />}>Copy link</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />}>
            Delete week
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function Filters() {
  const [course, setCourse] = useState('dj')
  const [role, setRole] = useState('all')
  return (
    <div className={classes.line}>
      <FilterMenu
        label="Role"
        value={role}
        onChange={setRole}
        options={[
          { value: 'all', label: 'All' },
          { value: 'USER', label: 'Student' },
        ]}
      />
      <FilterMenu
        label="Course"
        value={course}
        onChange={setCourse}
        options={[
          { value: 'all', label: 'All' },
          { value: 'dj', label: 'Data Journalism' },
        ]}
      />
      <ClearFilters onClick={() => setCourse('all')} />
    </div>
  )
}

export function OverlayParts() {
  return (
    <div className={classes.stack}>
      <Card title="Over the page">
        <div className={classes.stack}>
          <Overlays />
          <Toasting />
          <Filters />
        </div>
      </Card>
      <Alert title="New since Thursday">Two replies wait for you.</Alert>
      <Alert tone="warn" title="The room has moved">
        The session is at 15:00, one hour later.
      </Alert>
      <Alert tone="bad" title="The discussion did not load" requestId="7f3a-91c2">
        The server did not answer within 10 seconds. The rest of the page works.
      </Alert>
      <Alert tone="ok" title="247 people are in the course" />
      <Card title="Save state">
        <div className={classes.stack}>
          <SaveStatus state="saving" />
          <SaveStatus state="saved" at="14:02" />
          <SaveStatus state="offline" />
          <SaveStatus state="failed" onRetry={() => undefined} />
        </div>
      </Card>
    </div>
  )
}
