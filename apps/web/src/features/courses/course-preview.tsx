/** A course before it is created: what its page will show, and what follows from the choices. */

import { Badge, Box, Flex, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameOffset } from '@lms/contract/rules/time-zones'
import { formatDay } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { formatZone, getToday, shortDate } from '#lib/zoned-date-time.ts'
import { Card } from '#ui/card.tsx'
import { IconCalendar, IconClock, IconUsers, IconWorld } from '#ui/icons.ts'
import { imageUrlsQuery } from '#features/files/api.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import { CourseCover } from './course-cover.tsx'
import { modeLabels } from './format.ts'
import { findLastDay, type NewCourse, readWeekCount } from './new-course.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function describeStart({ startsOn, timeZone }: NewCourse, hasDates: boolean): string {
  if (!hasDates) return 'Weeks without dates'
  const today = getToday(timeZone, serverNow())
  if (startsOn === today) return 'Week 1 is open from today'
  return `Week 1 ${startsOn < today ? 'started' : 'starts'} ${formatDay(startsOn, 'UTC')}`
}

const enrolments = {
  OPEN: 'Open: any student can enrol',
  FORM: 'Sign-up form: you approve people',
  INVITE: 'By invitation: staff add students',
} as const

/** “Lisbon time, GMT”. */
function describeZone(zone: string): string {
  const [words, offset] = [formatZone(zone), nameOffset(zone, serverNow())]
  return words === offset || zone === 'UTC' ? `Times in ${words}` : `Times in ${words}, ${offset}`
}

/** Its colour is that of an id that the server gives, so it may be another one. */
function Cover({ values, ...size }: { values: NewCourse; width: number; height: number }) {
  const { title, coverImage } = values
  const { data } = useQuery({ ...imageUrlsQuery({ body: { keys: [coverImage ?? ''] } }), enabled: coverImage !== null })
  const src = coverImage === null ? null : data?.items.find(({ key }) => key === coverImage)?.url
  return <CourseCover id="new" title={title || 'Course'} src={src} {...size} />
}

function useTrainers({ trainerIds }: NewCourse): string {
  const may = useCan()
  const name = useSession(({ user }) => user?.name ?? '')
  if (!may('user.list')) return name
  return trainerIds.length === 0 ? 'No trainer yet' : pluralize(trainerIds.length, 'trainer')
}

/** The line of weeks with the first and the last day below its ends. */
function Weeks({ values }: { values: NewCourse }) {
  const weeks = readWeekCount(values.weekCount)
  if (weeks === null) return null
  const lastDay = findLastDay(values)
  const words = pluralize(weeks, 'week')
  return (
    <Stack gap={8} mt={18}>
      <WeekProgress total={weeks} now={1} label={words} />
      <Flex justify="space-between" gap={8} c="dimmed" fz={12} lh="16px">
        {lastDay && <span>{formatDay(values.startsOn, 'UTC')}</span>}
        <span>{words}</span>
        {lastDay && <span>{formatDay(lastDay, 'UTC')}</span>}
      </Flex>
    </Stack>
  )
}

type Props = { values: NewCourse; button: ReactNode }

export function CoursePreview({ values, button }: Props) {
  const trainers = useTrainers(values)
  const { seats } = values
  const lines = [
    { text: describeStart(values, findLastDay(values) !== null), Icon: IconCalendar },
    { text: enrolments[values.enrolment], Icon: IconWorld },
    { text: seats.trim() ? `${seats.trim()} seats` : 'No limit of seats', Icon: IconUsers },
    { text: describeZone(values.timeZone), Icon: IconClock },
  ]
  return (
    <>
      <Card title="Preview">
        <Flex gap={16}>
          <Cover values={values} width={72} height={89} />
          <Box miw={0}>
            <Text variant="heading" lineClamp={3} {...(!values.title.trim() && { c: 'var(--c-ink3)' })}>
              <bdi>{values.title.trim() || 'Course title'}</bdi>
            </Text>
            <Text variant="meta">{trainers}</Text>
            <Flex wrap="wrap" gap={6} mt={6}>
              <Badge>{modeLabels[values.mode]}</Badge>
              <Badge>{values.status === 'DRAFT' ? 'Draft' : 'Published'}</Badge>
            </Flex>
          </Box>
        </Flex>
        <Weeks values={values} />
        <Stack component="ul" gap={8} m="16px 0 18px" pt={14} fz={13} lh="18px" style={{ borderTop: '1px solid var(--c-line)' }}>
          {lines.map(({ text, Icon }) => (
            <Flex component="li" key={text} gap={8}>
              <Icon {...icon} />
              {text}
            </Flex>
          ))}
        </Stack>
        {button}
        <Text variant="meta" ta="center" mt={10}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> creates it from any field
        </Text>
      </Card>
      <Text variant="meta" m="14px 20px 0">
        Next: add the first video, live session or assignment to week 1.
      </Text>
    </>
  )
}

/** The same in two lines, in the dock of phones. */
export function SmallPreview({ values }: { values: NewCourse }) {
  const weeks = readWeekCount(values.weekCount)
  const lastDay = findLastDay(values)
  const status = values.status === 'DRAFT' ? 'Draft' : 'Published'
  return (
    <Flex align="center" gap={10} fz={12} lh="16px">
      <Cover values={values} width={28} height={35} />
      <Box miw={0}>
        <b>{weeks === null ? status : `${pluralize(weeks, 'week')}, ${status}`}</b>
        {lastDay && <Text inherit c="dimmed">{`${shortDate(values.startsOn)} to ${shortDate(lastDay)}`}</Text>}
      </Box>
    </Flex>
  )
}
