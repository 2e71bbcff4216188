/** “Trouble joining?”: what helps, in a popover. */
import type { Media } from '@lms/contract/media'
import { Button, Popover } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import classes from './live-session-card.module.css'

type Zoom = NonNullable<Media['zoomOptions']>

export const JoinHelp = ({ zoom: { meetingId, passcode, waitingRoom } }: { zoom: Zoom }) => (
  <Popover position="bottom-start" width={300} withinPortal>
    <Popover.Target>
      <Button variant="subtle" leftSection={<IconHelpCircle size={18} stroke={1.75} aria-hidden />}>
        Trouble joining?
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <ul className={classes.help}>
        <li>The session opens in a new tab. If none came, allow new tabs for this page and try again.</li>
        {meetingId && (
          <li>
            In the meeting app: number {meetingId}
            {passcode && `, passcode ${passcode}`}.
          </li>
        )}
        {waitingRoom && <li>There is a waiting room: stay until you are let in.</li>}
        <li>It may not have begun yet. This page says when it should.</li>
      </ul>
    </Popover.Dropdown>
  </Popover>
)
