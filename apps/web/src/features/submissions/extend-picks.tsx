/** More time for the student whose work is being graded: a day, two, or a week. It can be undone. */

import { Menu, Text } from '@mantine/core'
import { whyNotExtended } from '@lms/contract/rules/assignment-exceptions'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { addDays, fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { IconChevronDown } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { useExtendDueTime } from './api.ts'
import { extendButtonProps } from './grading-keys.tsx'
import type { GradedAssignment } from './use-grading.ts'
import classes from './grading-facts.module.css'

const picks = [
  ['+1 day', 1],
  ['+2 days', 2],
  ['+1 week', 7],
] as const

/** From when it is due for this student; from today if that has passed and nothing was submitted. At the same time of day. */
function addTime({ attempt, dueAt }: Pick<Submission, 'attempt'> & { dueAt: string }, days: number, zone: string): string | null {
  const now = serverNow()
  const isOwed = attempt === 0 && isPast(dueAt, now)
  const from = toLocalInput(isOwed ? new Date(now).toISOString() : dueAt, zone).slice(0, 10)
  return fromLocalInput(`${addDays(from, days)}T${toLocalInput(dueAt, zone).slice(11)}`, zone)
}

type Props = { submission: Submission; assignment: GradedAssignment }

export function ExtendPicks({ submission, assignment }: Props) {
  const { student, dueAt, courseId, assignmentId, late } = submission
  const zone = assignment.timeZone
  const extend = useExtendDueTime({ onFailed: (error) => void notify.error(getErrorMessage(error)) })
  if (dueAt === null || whyNotExtended(assignment)) return null
  const former = dueAt === assignment.dueAt ? null : dueAt
  const send = (to: string | null, recheckLate: boolean) =>
    extend.mutateAsync({ params: { courseId, assignmentId }, body: { studentIds: [student.id], dueAt: to, recheckLate } })
  // What was late before is late again.
  const undo = (): void => void send(former, late).catch(() => undefined)
  // Also if the next student is shown by then.
  const pick = (to: string): void =>
    void send(to, false)
      .then(() => {
        const words = `${isolate(student.name)}: due ${formatDayAndTime(to, zone)}`
        notify.success(words, { id: 'extended', link: { label: 'Undo', onClick: undo } })
      })
      .catch(() => undefined)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.picker} {...extendButtonProps} disabled={extend.isPending}>
          Extend due time <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{`Due ${formatDayAndTime(dueAt, zone)}`}</Menu.Label>
        {picks.map(([label, days]) => {
          const to = addTime({ ...submission, dueAt }, days, zone)
          return (
            to !== null && (
              <Menu.Item key={label} onClick={() => pick(to)}>
                {label}{' '}
                <Text span inherit c="dimmed">
                  {formatDayAndTime(to, zone)}
                </Text>
              </Menu.Item>
            )
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
