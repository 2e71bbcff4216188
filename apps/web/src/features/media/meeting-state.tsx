/** How far the meeting is that the server makes at Zoom: for staff, who can try again. */
import type { Media } from '@lms/contract/media'
import { Button } from '@mantine/core'
import { Alert } from '#ui/alert.tsx'
import classes from './live-session-card.module.css'
import { useRetryZoomMeeting } from './api.ts'

export function MeetingState({ media }: { media: Media }) {
  const retry = useRetryZoomMeeting()
  const meeting = media.zoomOptions?.zoomMeeting
  if (!meeting || meeting.state === 'READY') return null
  const isMade = media.zoomOptions?.joinUrl !== null
  const again = (
    <Button
      variant="default"
      size="sm"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { courseId: media.courseId, id: media.id } })}
    >
      Try again
    </Button>
  )
  if (meeting.state === 'FAILED')
    return (
      <div className={classes.meeting}>
        <Alert tone="bad" title={isMade ? 'Zoom has not heard of the change' : 'There is no Zoom meeting'} action={again}>
          {meeting.reason}
        </Alert>
      </div>
    )
  const doing = isMade ? 'Telling Zoom of the change…' : 'Making the Zoom meeting…'
  return (
    <div className={classes.meeting}>
      <Alert tone={meeting.reason ? 'warn' : 'info'} title={doing} role="status">
        {meeting.reason ? `${meeting.reason} It is tried again by itself.` : 'The way in appears here. You can leave this page.'}
      </Alert>
    </div>
  )
}
