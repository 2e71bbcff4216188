/** The way in for staff, asked for at the click: Zoom's own host links are good for two hours. */
import { problem } from '#http/problems.ts'
import { ZoomFailure, type Zoom } from '#services/zoom.ts'

type Session = { startUrl: string | null; joinUrl: string | null }

/** Throws `conflict` where there is no way in yet, and `unavailable` where Zoom does not tell it. */
export async function startLinkOf(
  zoom: Zoom | undefined,
  session: Session,
  meeting: { number: string | null } | undefined,
): Promise<string> {
  const pasted = session.startUrl ?? session.joinUrl
  // On a server that has no Zoom any more, what Zoom once gave is the best there is.
  if (!meeting || !zoom) return pasted ?? noWayIn('No link is set for this session. Edit it and add one.')
  if (!meeting.number) return noWayIn('The Zoom meeting is not made yet. Try again in a moment.')
  try {
    return (await zoom.startUrl(meeting.number)) ?? session.joinUrl ?? noWayIn('Zoom gives no host link for this meeting.')
  } catch (error) {
    if (!(error instanceof ZoomFailure)) throw error
    if (error.kind === 'gone') return noWayIn('Somebody deleted the meeting at Zoom. Save the session again, and a new one is made.')
    throw problem('unavailable', { detail: `${error.message} Try again in a moment.`, retryAfter: error.retryAfter ?? 10 })
  }
}

function noWayIn(detail: string): never {
  throw problem('conflict', { detail })
}
