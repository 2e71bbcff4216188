/** Time and place of a live session. */

import { z } from 'zod'
import { Instant, DateTimeString, Text, TimeZone, HttpsUrl } from '#values.ts'

const Link = HttpsUrl.nullable().default(null)
export const ZoomOptions = z.object({
  startsAt: Instant,
  durationMinutes: z.int().min(1, 'At least 1 minute').max(1440, 'At most a day'),
  timeZone: TimeZone.default('UTC'),
  /** Null on a server with a Zoom account: a meeting is created. Students get it while the session can be joined. */
  joinUrl: Link,
  meetingId: Text(40).nullable().default(null),
  passcode: Text(40).nullable().default(null),
  waitingRoom: z.boolean().default(false),
  /** Only for staff: null for students. */
  startUrl: Link,
})
export type ZoomOptions = z.infer<typeof ZoomOptions>

/** The state of the session's Zoom meeting; a reason is a sentence for staff. */
const ZoomMeeting = z.object({ state: z.enum(['PENDING', 'READY', 'FAILED']), reason: z.string().nullable() })

/** As members see it. */
export const ShownZoomOptions = z.object({
  startsAt: DateTimeString,
  durationMinutes: z.int(),
  timeZone: z.string(),
  joinUrl: z.string().nullable(),
  meetingId: z.string().nullable(),
  passcode: z.string().nullable(),
  waitingRoom: z.boolean(),
  startUrl: z.string().nullable(),
  /** The planned time before it was moved. */
  previousStartsAt: DateTimeString.nullable(),
  /** Only for staff; null if the link was pasted. */
  zoomMeeting: ZoomMeeting.nullable(),
})
