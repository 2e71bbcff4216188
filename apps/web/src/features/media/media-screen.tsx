/** A media item of a week: a video that remembers its position and counts what was watched, or a live session before, during and after. */

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { VideoAttendance } from '@lms/contract/attendance'
import type { Media } from '@lms/contract/media'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { NotFound } from '#ui/blocked-page.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { videoAttendanceQuery } from '#features/attendance/api.ts'
import { courseQuery } from '#features/courses/api.ts'
import { useCourse } from '#features/courses/use-course.tsx'
import { getRefetchInterval } from '#features/live-sessions/live-session.ts'
import { mediaQuery } from './api.ts'
import { embedAddress, getPageHost } from './media-address.ts'
import { Frame, type MediaPageProps, useSideTab } from './media-frame.tsx'
import { useNotesDesk } from './notes/media-notes.tsx'
import { EmbedPlayer, OpenElsewhere } from './untracked-player.tsx'
import { VideoPlayer } from './video-player.tsx'
import { useWatchProgress, WatchedPlace, WatchedState } from './watch-progress.tsx'

/**
 * The student's position on the server: undefined while loading, `unknown` if it cannot be loaded. The video resumes there, so
 * it must be fresh.
 */
function useSaved({ course, week, media }: MediaPageProps, isCounted: boolean): VideoAttendance | 'unknown' | undefined {
  const params = { courseId: course.id, weekId: week.id, mediaId: media.id }
  const place = useQuery({ ...videoAttendanceQuery({ params }), enabled: isCounted })
  if (!isCounted || (place.isFetching && !place.isFetchedAfterMount)) return undefined
  return place.data ?? (place.isError ? 'unknown' : undefined)
}

/** The video plays as soon as its URL is known; position and progress follow. */
function Playing({ isCounted, ...parts }: MediaPageProps & { isCounted: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const { media, course, week, renew } = parts
  const watching = useWatchProgress({ courseId: course.id, weekId: week.id, mediaId: media.id }, useSaved(parts, isCounted))
  const side = useSideTab(media, true)
  const isWide = useIsWide()
  // In one column, the field for notes is in their tab.
  const desk = useNotesDesk(media, video, () => !isWide && side.open('mine'))
  // If an earlier visit could not send its progress, the tracker is more current than the server.
  const startAt = useFirst(isCounted ? watching?.watch.position : 0)
  const stage = (
    <VideoPlayer media={media} video={video} startAt={startAt} recorder={watching?.recorder} renew={renew} onNote={desk.write} />
  )
  const state = watching ? (
    <WatchedState {...watching} isMeasured={isMeasured(parts)} />
  ) : (
    isCounted && <WatchedPlace isMeasured={isMeasured(parts)} />
  )
  return <Frame {...parts} stage={stage} state={state} video={video} desk={desk} />
}

/** If nothing can be measured, nothing is required: the viewer's own claim counts. */
const isMeasured = ({ course, media }: MediaPageProps): boolean => course.requireVideo && !!media.durationSeconds

/** The first defined value. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}

/** Another site's player or page, which does not report progress: viewers mark it themselves. */
function Embedded({ isCounted, ...parts }: MediaPageProps & { isCounted: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const { media, course, week } = parts
  const saved = useSaved(parts, isCounted)
  const watching = useWatchProgress({ courseId: course.id, weekId: week.id, mediaId: media.id }, saved)
  const startAt = useFirst(isCounted ? watching?.watch.position : 0)
  const address = startAt === undefined ? null : embedAddress(media.url, startAt)
  const host = getPageHost(media.url)
  const stage =
    host && media.url ? <OpenElsewhere address={media.url} host={host} /> : <EmbedPlayer address={address} title={media.title} />
  const state = watching ? (
    <WatchedState {...watching} isMeasured={isMeasured(parts)} />
  ) : (
    isCounted && <WatchedPlace isMeasured={isMeasured(parts)} />
  )
  return <Frame {...parts} stage={stage} state={state} video={video} />
}

function NoVideo(parts: MediaPageProps) {
  const video = useRef<HTMLVideoElement>(null)
  return (
    <Frame {...parts} video={video}>
      {parts.media.type === 'RECORDED' && (
        <Alert title="There is no video here">
          {parts.view.isStaff
            ? 'Its file was removed. Edit this item to give it another one.'
            : 'Its file was removed. Ask the trainers for a new one.'}
        </Alert>
      )}
    </Frame>
  )
}

/** Before a session takes place, nothing that is watched counts for it. */
const isToCome = ({ zoomOptions }: Media, now: number): boolean => zoomOptions !== null && now < Date.parse(zoomOptions.startsAt)

/** A live session changes over time; a recording does not. */
function getRefreshDelay(media: Media | undefined): number | false {
  const zoom = media?.zoomOptions
  if (!zoom) return false
  const session = { ...zoom, hasRecording: media.playbackUrl !== null, isBeingMade: zoom.zoomMeeting?.state === 'PENDING' }
  return getRefetchInterval(session, serverNow())
}

export function MediaScreen() {
  const { courseId = '', weekId = '', mediaId = '' } = useParams()
  const may = useCan()
  const view = useCourse(useScreenQuery(courseQuery({ params: { id: courseId } })))
  const media = useScreenQuery({
    ...mediaQuery({ params: { courseId, id: mediaId } }),
    refetchInterval: ({ state }) => getRefreshDelay(state.data),
  })
  const course = view.course.data
  const week = course.weeks?.find(({ id }) => id === weekId)
  // An old link may name a week that the item has left.
  if (media.data.weekId !== weekId && media.data.weekId)
    return <Navigate to={paths.media.to({ courseId, weekId: media.data.weekId, mediaId })} replace />
  if (!week)
    return <NotFound title="This item was removed or never existed" to={paths.course.to({ courseId })} toLabel="Go to the course" />

  const renew = async (): Promise<string | null> => (await media.refetch()).data?.playbackUrl ?? null
  const parts = { media: media.data, course, week, view, renew }
  if (!media.data.playbackUrl) return <NoVideo {...parts} />
  const isCounted =
    may('attendance.markVideo', view.membership, view.isStudent) && course.status !== 'ARCHIVED' && !isToCome(media.data, serverNow())
  const Stage = embedAddress(media.data.url) || getPageHost(media.data.url) ? Embedded : Playing
  return <Stage key={media.data.id} isCounted={isCounted} {...parts} />
}
