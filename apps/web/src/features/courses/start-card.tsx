/** The steps from a new course to one that runs, for its staff: what is done, and a link to each of the others. */

import { ActionIcon, Flex, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import { localStore } from '#lib/local-store.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { addDays, getToday } from '#lib/zoned-date-time.ts'
import { Card } from '#ui/card.tsx'
import { IconCircleDashed, IconX } from '#ui/icons.ts'
import { Row, Rows } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { notify } from '#ui/toasts.tsx'
import type { CoursePlan } from '#features/weeks/week-plan.ts'

/** `fact`: what is missing; `to`: where the step is taken, if that is another page. */
type Step = { name: string; isDone: boolean; fact: string; to?: string }

function listSteps(course: Course, { weeks, nowNumber }: CoursePlan): Step[] {
  const now = weeks.find(({ week }) => week.number === nowNumber) ?? weeks[0]
  if (!now) return []
  const at = { courseId: course.id, weekId: now.week.id }
  const inWeek = `Week ${now.week.number}`
  const has = (kind: 'media' | 'assignments'): boolean => weeks.some(({ week }) => week[kind].length > 0)
  return [
    { name: 'Create the course', isDone: true, fact: '' },
    { name: 'Add a video or live session', isDone: has('media'), fact: inWeek, to: paths.mediaNew.to(at) },
    { name: 'Add an assignment', isDone: has('assignments'), fact: inWeek, to: paths.assignmentNew.to(at) },
    { name: 'Add people', isDone: course.studentCount > 0, fact: '0 enrolled', to: paths.people.to({ courseId: course.id }) },
    { name: 'Publish', isDone: course.status !== 'DRAFT', fact: 'Draft' },
  ]
}

/** Until it has run for a week. */
const isNew = ({ startsOn, timeZone }: Course): boolean => startsOn === null || getToday(timeZone, serverNow()) < addDays(startsOn, 7)

/** Null if there is nothing left to do, or the course is no longer new. Whether they are hidden is remembered on this device. */
export function useStartSteps(course: Course, plan: CoursePlan, mayAdd: boolean) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const name = `start-steps:${userId}:${course.id}`
  const [isHidden, setHidden] = useState(() => localStore.getItem(name) !== null)
  const hide = (hides: boolean): void => {
    if (hides) localStore.setItem(name, 'hidden')
    else localStore.removeItem(name)
    setHidden(hides)
  }
  const steps = listSteps(course, plan)
  const isWanted = mayAdd && course.status !== 'ARCHIVED' && isNew(course) && steps.some(({ isDone }) => !isDone)
  return isWanted ? { steps, isHidden, hide } : null
}

export type StartSteps = NonNullable<ReturnType<typeof useStartSteps>>

export const StartCard = ({ start }: { start: StartSteps | null }) => start && !start.isHidden && <Steps {...start} />

function Steps({ steps, hide }: StartSteps) {
  const id = useId()
  const done = steps.filter(({ isDone }) => isDone).length
  const close = (): void => {
    hide(true)
    notify.success('Steps hidden. Find them in the course menu.', { link: { label: 'Undo', onClick: () => hide(false) } })
  }
  return (
    <Card as="div">
      <section aria-labelledby={id}>
        <Flex align="center" justify="space-between" mt={-6} mb={4}>
          <Text component="h2" variant="section" id={id}>
            Get this course ready <Text span inherit fw={400} c="dimmed">{`${done} of ${steps.length}`}</Text>
          </Text>
          <ActionIcon size={36} mr={-9} aria-label="Hide these steps" onClick={close}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Flex>
        <Rows label="Steps">
          {steps.map(({ name, isDone, fact, to }) => (
            <Row
              key={name}
              glyph={isDone ? <StatusIcon name="done" /> : <IconCircleDashed size={18} stroke={1.75} aria-hidden />}
              name={
                isDone ? (
                  <Text span inherit fw={400} c="dimmed">
                    {name}
                  </Text>
                ) : (
                  name
                )
              }
              to={isDone ? undefined : to}
              fact={isDone ? 'Done' : fact}
            />
          ))}
        </Rows>
      </section>
    </Card>
  )
}
