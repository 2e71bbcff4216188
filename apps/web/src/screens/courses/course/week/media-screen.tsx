/** A medium of a week: a video that keeps its place and counts what was watched, or a live session before, during and after. */
import type { VideoAttendance } from '@lms/contract/attendance'
import type { Media } from '@lms/contract/media'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useCan } from '#lib/can.ts'
import { askAgainIn } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { videoAttendanceQuery } from '#modules/attendance/queries.ts'
import { embedAddress } from '#modules/media/embed-address.ts'
import { mediaQuery } from '#modules/media/queries.ts'
import { useWatch } from '#modules/media/use-watch.ts'
import { WatchedState } from '#modules/media/watched-state.tsx'
import { NotFound } from '#ui/blocked-page.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Note } from '#ui/note.tsx'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { useCourse } from '../use-course.ts'
import { Frame, type Parts } from './media-frame.tsx'
import { MediaStage } from './media-stage.tsx'

/** A student's player: it resumes and counts. */
function CountedVideo({ saved, ...parts }: Parts & { saved: VideoAttendance }) {
  const video = useRef<HTMLVideoElement>(null)
  const { media, course, week, renew } = parts
  const { recorder, watch } = useWatch({ courseId: course.id, weekId: week.id, mediaId: media.id }, saved)
  // Where an earlier visit could not be sent, the recorder knows better than the server.
  const [startAt] = useState(watch.position)
  const embed = embedAddress(media.url, startAt)
  const stage = <MediaStage media={media} embed={embed} video={video} startAt={startAt} recorder={recorder} renew={renew} />
  return <Frame {...parts} stage={stage} state={<WatchedState recorder={recorder} watch={watch} />} video={video} isPlaying={!embed} />
}

function PlainVideo(parts: Parts) {
  const video = useRef<HTMLVideoElement>(null)
  const embed = embedAddress(parts.media.url)
  const stage = <MediaStage media={parts.media} embed={embed} video={video} startAt={0} recorder={undefined} renew={parts.renew} />
  return <Frame {...parts} stage={stage} video={video} isPlaying={!embed} />
}

function NoVideo(parts: Parts) {
  const video = useRef<HTMLVideoElement>(null)
  return (
    <Frame {...parts} video={video} isPlaying={false}>
      {parts.media.type === 'RECORDED' && (
        <Note title="There is no video here">
          {parts.view.isStaff
            ? 'Its file was removed. Edit this item to give it another one.'
            : 'Its file was removed. The trainers know when another one comes.'}
        </Note>
      )}
    </Frame>
  )
}

function WithPlace(parts: Parts) {
  const { media, course, week } = parts
  const place = useQuery(videoAttendanceQuery({ params: { courseId: course.id, weekId: week.id, mediaId: media.id } }))
  // The place decides where the player starts, so it must be known, and fresh, before.
  if (place.isPending || (place.isFetching && !place.isFetchedAfterMount)) return <LoadingScreen />
  return place.data ? <CountedVideo {...parts} saved={place.data} /> : <PlainVideo {...parts} />
}

/** A live session changes by itself; a recording does not. */
function refreshOf(media: Media | undefined): number | false {
  const zoom = media?.zoomOptions
  if (!zoom) return false
  const session = { ...zoom, hasRecording: media.playbackUrl !== null, isBeingMade: zoom.zoomMeeting?.state === 'PENDING' }
  return askAgainIn(session, serverNow())
}

export function MediaScreen() {
  const { courseId = '', weekId = '', mediaId = '' } = useParams()
  const may = useCan()
  const view = useCourse(courseId)
  const media = useQuery({ ...mediaQuery({ params: { courseId, id: mediaId } }), refetchInterval: ({ state }) => refreshOf(state.data) })
  const failed = view.course.isError ? view.course : media.isError ? media : null
  const week = view.course.data?.weeks?.find(({ id }) => id === weekId)

  if (failed && isApiProblem(failed.error) && failed.error.status === 403)
    return <Navigate to={paths.courseDetails.to({ courseId })} replace />
  if (failed)
    return (
      <ScreenProblem
        what="item"
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
        to={paths.course.to({ courseId })}
        toLabel="Go to the course"
      />
    )
  if (!view.course.data || !media.data) return <LoadingScreen />
  if (!view.course.data.weeks) return <Navigate to={paths.courseDetails.to({ courseId })} replace />
  // An old link may name a week that the item has left.
  if (media.data.weekId !== weekId && media.data.weekId)
    return <Navigate to={paths.media.to({ courseId, weekId: media.data.weekId, mediaId })} replace />
  if (!week)
    return <NotFound title="This item was removed or never existed" to={paths.course.to({ courseId })} toLabel="Go to the course" />

  const renew = async (): Promise<string | null> => (await media.refetch()).data?.playbackUrl ?? null
  const parts = { media: media.data, course: view.course.data, week, view, renew }
  if (!media.data.playbackUrl) return <NoVideo {...parts} />
  const isCounted = may('attendance.markVideo', view.membership, view.isStudent)
  return isCounted ? <WithPlace {...parts} /> : <PlainVideo {...parts} />
}
