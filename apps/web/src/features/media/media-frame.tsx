/** The page around a media item: titles, state, what comes next, editing for staff; for videos transcript and notes. */

import { Box, Button, Stack, Tabs } from '@mantine/core'
import { lazy, Suspense, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import type { Week } from '@lms/contract/weeks'
import { formatDuration } from '#lib/format-number.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useCanIn } from '#lib/session.ts'
import { IconCalendarCheck, IconPencil, IconPaperclip } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { useMarkLiveAttendance } from '#features/attendance/api.ts'
import { formatTrainers, itemPath } from '#features/courses/format.ts'
import { type CourseView } from '#features/courses/use-course.tsx'
import { LiveSessionCard } from '#features/live-sessions/live-session-card.tsx'
import { WeekItemRow, listWeekItems } from '#features/weeks/week-item.tsx'
import { NotesUnderPlayer, type NotesDesk, AllNotes, NotesBox } from './notes/media-notes.tsx'
import { Transcript } from './transcript.tsx'
import classes from './media-frame.module.css'

/** For staff only, so that students do not load it. */
const ViewCounts = lazy(async () => ({ default: (await import('./media-usage.tsx')).ViewCounts }))

export type MediaPageProps = { media: Media; course: Course; week: Week; view: CourseView; renew: () => Promise<string | null> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function StaffActions({ media, course, week }: MediaPageProps) {
  const may = useCan()
  const mayIn = useCanIn()
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
      {mayIn('media.write', course) && (
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
  const mayIn = useCanIn()
  const mark = useMarkLiveAttendance()
  const own = view.own?.find(({ id }) => id === media.id)
  const addTo = mayIn('media.write', course) ? paths.mediaEdit.to({ courseId: course.id, weekId: week.id, mediaId: media.id }) : undefined
  const join = async (): Promise<string | null> =>
    (await mark.mutateAsync({ body: { courseId: course.id, weekId: week.id, mediaId: media.id } })).joinUrl
  return (
    <LiveSessionCard
      media={media}
      weekNumber={week.number}
      own={own}
      isHost={view.isStaff}
      join={view.isStudent && mayIn('attendance.markLive', course, true) ? join : undefined}
      addTo={addTo}
    />
  )
}

type FrameProps = MediaPageProps & {
  stage?: ReactNode
  state?: ReactNode
  video: RefObject<HTMLVideoElement | null>
  /** Present if our own player shows the video. */
  desk?: NotesDesk | undefined
  children?: ReactNode
}

export function Frame({ stage, state, video, desk, children, ...parts }: FrameProps) {
  const root = useCoursesBreadcrumb()
  const mayIn = useCanIn()
  const isWide = useIsWide()
  const { media, course, week, view } = parts
  const courseId = course.id
  const place = { courseId, weekId: week.id, mediaId: media.id }
  const length = media.durationSeconds ? formatDuration(media.durationSeconds) : ''
  const meta = [formatTrainers(course), length, formatPlace(week, media.id)].filter(Boolean).join(' · ')
  const next = <UpNext view={view} week={week} mediaId={media.id} />
  const captionsPath = mayIn('media.write', course) ? `${paths.mediaEdit.to(place)}#captions` : undefined
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
      meta={
        <>
          <span>{meta}</span>
          {media.playbackUrl !== null && mayIn('media.write', course) && (
            <Suspense fallback={<Box w="100%" h={{ base: 64, xs: 32 }} />}>
              <ViewCounts media={media} course={course} />
            </Suspense>
          )}
        </>
      }
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

type UpNextProps = { view: CourseView; week: Week; mediaId: string }

/** What comes after this item in its week. */
function UpNext({ view, week, mediaId }: UpNextProps) {
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

/** The trainer's notes on a media item, and its attachments. */
const hasNotes = ({ notes, attachments }: Media): boolean => notes.trim() !== '' || attachments.length > 0

function TrainerNotes({ media: { notes, attachments } }: { media: Media }) {
  return (
    <Stack gap={16}>
      {notes.trim() !== '' && <RichText html={notes} />}
      {attachments.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {attachments.map(({ key, name, url }) => (
            <li key={key}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
                <IconPaperclip size={16} stroke={1.75} aria-hidden />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

type Tab = 'transcript' | 'mine' | 'notes'

type SideProps = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Absent if another site's player shows the video: it reports neither captions nor positions. */
  desk: NotesDesk | undefined
  /** In one column, the field for notes is in their tab. */
  isNarrow: boolean
  /** The page where staff add missing captions. */
  captionsPath: string | undefined
}

const hasSide = (media: Media, isOurs: boolean): boolean => isOurs || hasNotes(media)

/** The open tab, from the URL, and opening another. */
export function useSideTab(media: Media, isOurs: boolean) {
  const [search, change] = useSearch()
  const own: Tab[] = isOurs ? ['transcript', 'mine'] : []
  const [first = 'notes', ...others] = hasNotes(media) ? ([...own, 'notes'] satisfies Tab[]) : own
  const tab = parseEnum<Tab>([first, ...others], search.get('tab'))
  return { tab, tabs: [first, ...others], open: (next: Tab): void => change({ tab: next === first ? null : next }, { replace: true }) }
}

const labels: Record<Tab, string> = { transcript: 'Transcript', mine: 'My notes', notes: 'Trainer notes' }

function MediaSide({ media, video, desk, isNarrow, captionsPath }: SideProps) {
  const { tab, tabs, open } = useSideTab(media, desk !== undefined)
  const panels: Record<Tab, ReactNode> = {
    transcript: <Transcript media={media} video={video} captionsPath={captionsPath} />,
    mine: desk && (
      <>
        {isNarrow && <NotesBox desk={desk} />}
        <AllNotes desk={desk} />
      </>
    ),
    notes: <TrainerNotes media={media} />,
  }
  return (
    <Tabs value={tab} onChange={(next) => open(parseEnum<Tab>(['transcript', 'mine', 'notes'], next))} keepMounted={false}>
      <Tabs.List mb={12} aria-label="Beside the recording">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
