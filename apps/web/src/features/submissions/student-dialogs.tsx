/** Dialogs about chosen students of an assignment: to excuse them, and to extend their time. */

import { Button, Checkbox, Flex, Text, TextInput } from '@mantine/core'
import type { Assignment } from '@lms/contract/assignments'
import { type ApiProblem } from '@lms/contract/client'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import { isVisible } from '@lms/contract/rules/post-content'
import type { RosterRow } from '@lms/contract/submissions'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { formatDueTime } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { daysLater } from '#lib/quick-picks.ts'
import { findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { DateTimeField, type DateTimeFieldProps } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useExcuseStudents, useExtendDueTime } from './api.ts'

type Props = {
  assignment: Pick<Assignment, 'id' | 'courseId'>
  rows: readonly RosterRow[]
  onClose: () => void
  onDone: (message: string) => void
}

const noReason = { reason: '' }
const checkReason = ({ reason }: typeof noReason) => (!isVisible(reason) ? { reason: 'Give a reason' } : {})

/** Excusing some students, with a reason that staff can read later. */
export function ExcuseDialog({ assignment, rows, onClose, onDone }: Props) {
  const ids = rows.map(({ student }) => student.id)
  const form = useForm({ draft: `excuse:${assignment.id}:${ids.toSorted().join()}`, initial: noReason, check: checkReason })
  const excuse = useExcuseStudents({ onSaved: () => void form.saved() })
  const who = rows.length === 1 ? isolate(rows[0]!.student.name) : pluralize(rows.length, 'student')
  const save = form.submit(({ reason }) =>
    excuse.mutate(
      {
        params: { courseId: assignment.courseId, assignmentId: assignment.id },
        body: { studentIds: ids, reason: reason.trim() },
      },
      { onSuccess: () => onDone(`${who} excused`), onError: (error) => form.setErrors({ reason: refusedText(error, rows) }) },
    ),
  )
  return (
    <Dialog isOpen title={`Excuse ${who}?`} onClose={onClose}>
      <Flex component="form" direction="column" gap={16} onSubmit={save} noValidate>
        <Text variant="caption">The assignment leaves the total, and is not shown as missing. You can remove the excuse later.</Text>
        <TextInput label="Reason" description="Only staff can see it." maxLength={500} data-autofocus {...form.inputProps('reason')} />
        <Flex justify="flex-end" wrap="wrap" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={excuse.isPending}>
            Excuse {pluralize(rows.length, 'student')}
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}

type ExtendDialogProps = {
  assignment: Pick<Assignment, 'id' | 'courseId' | 'dueAt' | 'latePolicy'>
  rows: readonly RosterRow[]
  /** The course's. */
  zone: string
  onClose: () => void
  onDone: (message: string) => void
}

type NewDueTimeProps = Pick<DateTimeFieldProps, 'value' | 'onChange' | 'error' | 'id' | 'isRequired' | 'zone'> & {
  dueAt: string
  /** What is offered counts from it. */
  from: string
}

const NewDueTime = ({ dueAt, from, ...field }: NewDueTimeProps) => (
  <DateTimeField
    label="New due time"
    help={`The assignment is due ${formatDueTime(dueAt, field.zone)}.`}
    hasZone
    usualTime="23:59"
    first={{ day: toLocalInput(dueAt, field.zone).slice(0, 10), reason: 'before the due time' }}
    picks={daysLater({ '+1 day': 1, '+2 days': 2, '+1 week': 7 }, from, '')}
    {...field}
  />
)

/** A later due time for some students. Of several, those who have more time already keep it; that of one can be shortened. */
export function ExtendDialog({ assignment, rows, zone, onClose, onDone }: ExtendDialogProps) {
  const { courseId, id: assignmentId } = assignment
  const dueAt = assignment.dueAt!
  const extended = rows.filter(({ extendedTo }) => extendedTo !== null)
  const hasMoreTime = (at: string | null): RosterRow[] =>
    rows.length === 1 || at === null || Date.parse(at) <= Date.parse(dueAt)
      ? []
      : extended.filter(({ extendedTo }) => Date.parse(extendedTo!) > Date.parse(at))
  const initial = { to: toLocalInput((rows.length === 1 && rows[0]!.extendedTo) || dueAt, zone), recheckLate: false }
  const form = useForm({
    draft: null,
    initial,
    check: ({ to }) => {
      if (findDateError(to)) return { to: findDateError(to) }
      const at = fromLocalInput(to, zone)
      if (at === null || Date.parse(at) <= Date.parse(dueAt)) return { to: `Choose a time after ${formatDueTime(dueAt, zone)}` }
      return hasMoreTime(at).length === rows.length ? { to: 'They all have more time already' } : {}
    },
  })
  const keeping = hasMoreTime(fromLocalInput(form.values.to, zone))
  const others = rows.filter((row) => !keeping.includes(row))
  const extend = useExtendDueTime()
  const isOnTimeByExtension =
    assignment.latePolicy.kind !== 'NONE' &&
    extended.some(({ late, effectiveSubmittedAt: at }) => !late && at !== null && isPast(dueAt, Date.parse(at)))
  const send = (to: string | null, some: readonly RosterRow[], message: string): void =>
    extend.mutate(
      {
        params: { courseId, assignmentId },
        body: { studentIds: some.map(({ student }) => student.id), dueAt: to, recheckLate: form.values.recheckLate },
      },
      { onSuccess: () => onDone(message), onError: (error) => form.setErrors({ to: refusedText(error, some) }) },
    )
  const save = form.submit(({ to }) =>
    send(
      fromLocalInput(to, zone, rows.length === 1 ? rows[0]!.extendedTo : null),
      others,
      `Due time extended for ${pluralize(others.length, 'student')}`,
    ),
  )
  return (
    <Dialog isOpen title="Extend due time" onClose={onClose}>
      <Flex component="form" direction="column" gap={16} onSubmit={save} noValidate>
        <NewDueTime dueAt={dueAt} zone={zone} from={initial.to} {...form.field('to')} />
        {keeping.length > 0 && (
          <Text variant="caption" role="status">
            {keeping.length === 1
              ? `${isolate(keeping[0]!.student.name)} has until ${formatDueTime(keeping[0]!.extendedTo!, zone)} already, and keeps it.`
              : `${pluralize(keeping.length, 'student')} have more time already, and keep it.`}
          </Text>
        )}
        <Text variant="caption">
          Lateness and deductions of submitted work are counted again. What was on time stays on time
          {isOnTimeByExtension ? ', unless you choose otherwise.' : '.'}
        </Text>
        {isOnTimeByExtension && (
          <Checkbox
            label="Count work as late again if it came after the new due time"
            description="For an extension that was given by mistake."
            checked={form.values.recheckLate}
            onChange={(event) => form.set('recheckLate', event.currentTarget.checked)}
          />
        )}
        <Flex justify="flex-end" wrap="wrap" gap={8}>
          {extended.length > 0 && (
            <Button
              variant="subtle"
              color="red"
              disabled={extend.isPending}
              onClick={() => send(null, extended, `Extension removed for ${pluralize(extended.length, 'student')}`)}
            >
              Remove {extended.length === 1 ? 'extension' : `${extended.length} extensions`}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={extend.isPending}>
            Extend for {pluralize(others.length, 'student')}
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}

/** At most so many names in a sentence. */
const maxNames = 3

/** Why an action was rejected, with the names of students who left the course. `rows` in the order in which their ids were sent. */
export function refusedText(error: ApiProblem, rows: readonly RosterRow[]): string {
  const names = error.errors.flatMap(({ pointer }) => {
    const index = /^\/studentIds\/(\d+)$/.exec(pointer)?.[1]
    return (index !== undefined && rows[Number(index)]?.student.name) || []
  })
  if (names.length === 0) return getErrorMessage(error)
  const rest = names.length - maxNames
  const all = rest > 0 ? [...names.slice(0, maxNames), pluralize(rest, 'other')] : names
  return `${new Intl.ListFormat('en-GB').format(all)} left the course. Nothing was changed.`
}
