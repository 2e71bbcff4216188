/** When and where a live session is. */
import { z } from 'zod'
import { Instant, DateTimeString, Text, TimeZone, HttpsUrl } from '#values.ts'

const Link = HttpsUrl.nullable().default(null)
export const ZoomOptions = z.object({
  startsAt: Instant,
  durationMinutes: z.int().min(1, 'At least 1 minute').max(1440, 'At most a day'),
  timeZone: TimeZone.default('UTC'),
  /** Null on a server that has a Zoom account: a meeting is made. Students get it while the session is open to join. */
  joinUrl: Link,
  meetingId: Text(40).nullable().default(null),
  passcode: Text(40).nullable().default(null),
  waitingRoom: z.boolean().default(false),
  /** For staff alone: null in what students get. */
  startUrl: Link,
})
export type ZoomOptions = z.infer<typeof ZoomOptions>

/** How far the meeting is that the server makes at Zoom; a reason is a sentence for staff. */
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
  /** When it was planned before it was moved. */
  previousStartsAt: DateTimeString.nullable(),
  /** For staff alone; null where the link was pasted. */
  zoomMeeting: ZoomMeeting.nullable(),
})
