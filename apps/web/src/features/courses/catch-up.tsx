/** For a student at risk: the reasons that trainers see, as steps, and the items that they are about. */

import { Stack, Text } from '@mantine/core'
import type { Course, Progress } from '@lms/contract/courses'
import type { ProgressItem } from '@lms/contract/progress-items'
import { type AtRiskReason, formatStep } from '@lms/contract/rules/at-risk'
import { isClosed } from '@lms/contract/rules/owed-work'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import { useServerNow } from '#lib/server-clock.ts'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { itemPath } from './format.ts'

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const inWords = (count: number): string => words[count] ?? String(count)

/** The most items that are named; the others are in their weeks. */
const mostShown = 5

/** What is left of work that can still be submitted, and of recordings of weeks that have started. */
export function listCatchUp({ weeks = [] }: Pick<Course, 'weeks'>, own: readonly ProgressItem[], now: number) {
  const closed = new Set(weeks.flatMap(({ assignments }) => assignments.filter((one) => isClosed(one, now)).map(({ id }) => id)))
  const running = new Set(
    weeks.flatMap(({ media }) => media.filter((one) => one.type === 'LIVE' && getSessionEnd(one) > now).map(({ id }) => id)),
  )
  const started = new Set(weeks.filter(({ startsOn }) => startsOn === null || Date.parse(startsOn) <= now).map(({ id }) => id))
  const isLeft = ({ id, weekId, required, done }: ProgressItem): boolean => required && !done && started.has(weekId) && !running.has(id)
  return {
    toWatch: own.filter((item) => item.type !== 'ASSIGNMENT' && isLeft(item)),
    toSubmit: own.filter((item) => item.state === 'MISSING' && !closed.has(item.id)),
  }
}

/** “Watch two, submit one” */
export function formatCatchUp(toWatch: number, toSubmit: number): string {
  const parts = [toWatch > 0 && `watch ${inWords(toWatch)}`, toSubmit > 0 && `submit ${inWords(toSubmit)}`].filter(Boolean).join(', ')
  return parts === '' ? 'Catch up' : parts.charAt(0).toUpperCase() + parts.slice(1)
}

type Props = { course: Course; own: Progress['items']; reasons: readonly AtRiskReason[] }

export function CatchUp({ course, own, reasons }: Props) {
  const now = useServerNow(60_000)
  const { toWatch, toSubmit } = listCatchUp(course, own, now)
  const weekNumbers = new Map(course.weeks?.map(({ id, number }) => [id, number]))
  const shown = [...toSubmit, ...toWatch].slice(0, mostShown)
  return (
    <Section title={formatCatchUp(toWatch.length, toSubmit.length)}>
      <Stack gap={8} mb={24}>
        {reasons.map((reason) => (
          <Text key={reason.kind} variant="meta">
            {formatStep(reason)}.
          </Text>
        ))}
        {shown.length > 0 && (
          <Rows label="What to do next">
            {shown.map((item) => (
              <Row
                key={item.id}
                to={itemPath({ id: item.id, kind: item.type }, { courseId: course.id, weekId: item.weekId }, false)}
                glyph={<StatusIcon name={item.type === 'ASSIGNMENT' ? 'missing' : 'not-started'} />}
                name={item.title}
                meta={`Week ${weekNumbers.get(item.weekId)}`}
                fact={item.type === 'ASSIGNMENT' ? 'Missing' : 'To watch'}
                {...(item.type === 'ASSIGNMENT' && { factTone: 'bad' })}
              />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  )
}
