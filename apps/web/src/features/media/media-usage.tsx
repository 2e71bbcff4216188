/** How a media item is used: number of viewers, writing to the others, other places of its file, and the effects of replacing its recording on viewers. */

import { Button, Flex, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isSameLength } from '@lms/contract/attendance-rules'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import { isolate } from '@lms/contract/rules/direction'
import { formatPosition } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { otherUsesQuery, viewersQuery } from './api.ts'
import classes from './media-usage.module.css'

/** Weeks that are listed by default. */
const firstShown = 4

const toParams = ({ courseId, id }: Media) => ({ params: { courseId, id } })

/** “15 started, 12 finished”, and writing to those who have not watched it. */
export function ViewCounts({ media, course }: { media: Media; course: Course }) {
  const may = useCan()
  const { data, isPending } = useQuery({ ...viewersQuery(toParams(media)), refetchOnMount: 'always' })
  // A line of its own, on phones two, which keep their place while loading.
  const line = { w: '100%', mih: { base: 64, xs: 32 }, align: 'center', wrap: 'wrap', columnGap: 4 } as const
  if (isPending) return <Flex {...line} />
  if (!data) return null
  const { started, watched, unwatched } = data
  const all = started + watched
  const write = (): void => openComposer({ courseId: course.id, sendTo: [`NOT_WATCHED:${media.id}`] })
  return (
    <Flex {...line}>
      <span>{all === 0 ? 'Nobody has watched it yet' : `${all} started, ${watched} finished`}</span>
      {unwatched > 0 && may('mail.send', course.membership) && course.status !== 'ARCHIVED' && (
        <Button variant="subtle" size="compact-sm" onClick={write}>
          Write to {unwatched} who {has(unwatched)} not watched
        </Button>
      )}
    </Flex>
  )
}

export function OtherUses({ media }: { media: Media }) {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery({ ...otherUsesQuery(toParams(media)), enabled: media.url !== null })
  if (!data || data.items.length + data.hidden === 0) return null
  const shown = isWhole || data.items.length <= firstShown + 1 ? data.items : data.items.slice(0, firstShown)
  return (
    <div className={classes.uses}>
      <p>The same file also plays in:</p>
      <ul>
        {shown.map(({ mediaId, title, courseId, courseTitle, weekId, weekNumber }) => (
          <li key={mediaId}>
            <Link to={paths.media.to({ courseId, weekId, mediaId })}>
              {isolate(courseTitle)}, week {weekNumber}: {isolate(title)}
            </Link>
          </li>
        ))}
        {data.hidden > 0 && <li>{data.hidden === 1 ? 'One week' : `${data.hidden} weeks`} in courses of others</li>}
      </ul>
      {shown.length < data.items.length && (
        <Button size="sm" variant="default" onClick={() => setWhole(true)}>
          Show all {data.items.length}
        </Button>
      )}
    </div>
  )
}

type Viewers = { started: number; watched: number }
type Words = { tone: 'info' | 'warn'; title: string; text: string }
type Length = number | null
export type Watching = 'KEEP' | 'RESTART'

const formatPeople = (count: number): string => pluralize(count, 'person', 'people')
const has = (count: number): string => (count === 1 ? 'has' : 'have')

const describeStaying = (watched: number): string =>
  watched === 0 ? '' : watched === 1 ? ' The student who has watched it stays marked.' : ` The ${watched} who have watched it stay marked.`

const outcomes: Record<Watching, string> = { KEEP: 'they continue where they stopped', RESTART: 'they start again from the beginning' }

/** The default choice. */
const byLength = (now: Length, next: Length): Watching => (isSameLength(now, next) ? 'KEEP' : 'RESTART')

/** One of the two may have no length, like a deleted file or a link to another site. */
function describeLength(now: Length, next: Length): string | null {
  if (now === null || next === null) return null
  return isSameLength(now, next)
    ? 'The new video has the same length'
    : `The new video has a different length (${formatPosition(next)} instead of ${formatPosition(now)})`
}

/** “The new video has the same length, so they continue where they stopped.” */
function describeLengthChange(now: Length, next: Length, watching: Watching): string {
  const [fact, outcome] = [describeLength(now, next), outcomes[watching]]
  if (fact === null) return `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}.`
  return `${fact}, ${watching === byLength(now, next) ? 'so' : 'but'} ${outcome}.`
}

/** Null if nobody has started, or nothing is measured. Durations in seconds; `next` is undefined while unknown. `said`: the choice of the user who replaces it. */
export function describeReplacement({ started, watched }: Viewers, now: Length, next: Length | undefined, said?: Watching): Words | null {
  if ((started === 0 && watched === 0) || (now === null && next === null)) return null
  const title = `${formatPeople(started)} started watching this recording`
  if (started === 0)
    return {
      tone: 'info',
      title: `${formatPeople(watched)} ${has(watched)} watched this recording`,
      text: watched === 1 ? 'The student stays marked.' : 'They stay marked.',
    }
  if (next === undefined)
    return { tone: 'warn', title, text: `If the new video has a different length, ${outcomes.RESTART}.${describeStaying(watched)}` }
  const watching = said ?? byLength(now, next)
  return { tone: watching === 'KEEP' ? 'info' : 'warn', title, text: describeLengthChange(now, next, watching) + describeStaying(watched) }
}

type Props = {
  media: Media
  /** Duration of the new one in seconds; null if it cannot be measured, undefined while unknown. */
  next: number | null | undefined
  said?: Watching | undefined
  onSay?: (said: Watching) => void
}

const choices = [
  { value: 'KEEP', label: 'The same, corrected: they go on' },
  { value: 'RESTART', label: 'Another recording: they start again' },
] as const satisfies readonly { value: Watching; label: string }[]

export function ReplaceVideoAlert({ media, next, said, onSay }: Props) {
  const { data } = useQuery({ ...viewersQuery({ params: { courseId: media.courseId, id: media.id } }), refetchOnMount: 'always' })
  const words = data && describeReplacement(data, media.durationSeconds, next, said)
  if (!words) return null
  const isAsked = onSay !== undefined && next !== undefined && data.started > 0
  return (
    <Stack gap={12}>
      <Alert role="status" tone={words.tone} title={words.title}>
        {words.text}
      </Alert>
      {isAsked && (
        <Radio.Group label="What is the new one?" value={said ?? byLength(media.durationSeconds, next)}>
          <Stack gap={8} mt={8}>
            {choices.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} onChange={() => onSay(value)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  )
}
