/** The page around a media item: its names, its state, what comes next, and for staff how to change it. */
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { IconCalendarCheck, IconPencil } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { useCan } from '#lib/session.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { duration } from '#lib/format-date.ts'
import { useMarkLiveAttendance } from '#features/attendance/api.ts'
import { type CourseView, formatTrainers, itemPath } from '#features/courses/index.ts'
import { LiveSessionCard } from './live-session-card.tsx'
import { Page } from '#ui/page.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { type NotesDesk, NotesUnderPlayer } from './media-notes.tsx'
import { hasSide, MediaSide } from './media-side.tsx'
import { useServerNow } from '#lib/server-clock.ts'
import { listWeekItems, WeekItemRow } from '#features/weeks/index.ts'
import { Rows, Section } from '#ui/row.tsx'

export type MediaPageProps = { media: Media; course: Course; week: Week; view: CourseView; renew: () => Promise<string | null> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function StaffActions({ media, course, week }: MediaPageProps) {
  const may = useCan()
  const here = { courseId: course.id, weekId: week.id }
  return (
    <>
      {may('attendance.mark', course.membership) && (
        <Button
          component={Link}
          to={paths.markAttendance.to(here, { session: media.id })}
          variant="default"
          leftSection={<IconCalendarCheck {...icon} />}
        >
          Mark attendance
        </Button>
      )}
      {may('media.write', course.membership) && (
        <Button
          component={Link}
          to={paths.mediaEdit.to({ ...here, mediaId: media.id })}
          variant="default"
          leftSection={<IconPencil {...icon} />}
        >
          Edit
        </Button>
      )}
    </>
  )
}

/** Joining is attending: the click is reported to the server, which answers with the link. */
function Live({ media, course, week, view }: MediaPageProps) {
  const mark = useMarkLiveAttendance()
  const own = view.own?.find(({ id }) => id === media.id)
  const join = async (): Promise<string | null> =>
    (await mark.mutateAsync({ body: { courseId: course.id, weekId: week.id, mediaId: media.id } })).joinUrl
  return <LiveSessionCard media={media} weekNumber={week.number} own={own} join={view.isStudent ? join : undefined} />
}

type FrameProps = MediaPageProps & {
  stage?: ReactNode
  state?: ReactNode
  video: RefObject<HTMLVideoElement | null>
  /** Present where our own player shows the video. */
  desk?: NotesDesk | undefined
  children?: ReactNode
}

export function Frame({ stage, state, video, desk, children, ...parts }: FrameProps) {
  const root = useCoursesBreadcrumb()
  const may = useCan()
  const isWide = useIsWide()
  const { media, course, week, view } = parts
  const courseId = course.id
  const place = { courseId, weekId: week.id, mediaId: media.id }
  const length = media.durationSeconds ? duration(media.durationSeconds) : ''
  const meta = [formatTrainers(course), length, formatPlace(week, media.id)].filter(Boolean).join(' · ')
  const next = <UpNext view={view} week={week} mediaId={media.id} />
  const captionsPath = may('media.write', course.membership) ? `${paths.mediaEdit.to(place)}#captions` : undefined
  const side = hasSide(media, desk !== undefined) && (
    <MediaSide media={media} video={video} desk={desk} isNarrow={!isWide} captionsPath={captionsPath} />
  )
  const crumbs = [
    root,
    { label: course.title, to: paths.course.to({ courseId }) },
    { label: `Week ${week.number}`, to: paths.week.to({ courseId, weekId: week.id }) },
    { label: media.title },
  ]
  return (
    <Page
      title={media.title}
      crumbs={crumbs}
      kind="player"
      meta={<span>{meta}</span>}
      actions={
        <>
          {state}
          <StaffActions {...parts} />
        </>
      }
      stage={stage}
      side={isWide ? side || next : undefined}
    >
      {children}
      {media.type === 'LIVE' && <Live {...parts} />}
      {desk && isWide && <NotesUnderPlayer desk={desk} />}
      {!isWide && side}
      {(side || !isWide) && next}
    </Page>
  )
}

type Props = { view: CourseView; week: Week; mediaId: string }

/** What comes after this item in its week. */
function UpNext({ view, week, mediaId }: Props) {
  const now = useServerNow()
  const items = listWeekItems(week, { progress: view.own, rows: view.rows })
  const rest = items.slice(items.findIndex(({ id }) => id === mediaId) + 1)
  if (rest.length === 0) return null
  return (
    <Section title={`Up next in week ${week.number}`}>
      <Rows>
        {rest.map((item) => (
          <WeekItemRow
            key={item.id}
            item={item}
            now={now}
            to={itemPath(item, { courseId: week.courseId, weekId: week.id }, view.isStaff)}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** “Week 6, item 2 of 5”. */
function formatPlace(week: Week, mediaId: string): string {
  const ids = [...week.media, ...week.assignments].map(({ id }) => id)
  return `Week ${week.number}, item ${ids.indexOf(mediaId) + 1} of ${ids.length}`
}
