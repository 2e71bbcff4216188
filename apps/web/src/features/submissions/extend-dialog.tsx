/** A later due time for some students. */
import type { Assignment } from '@lms/contract/assignments'
import { isPast } from '@lms/contract/rules/late-policy'
import type { RosterRow } from '@lms/contract/submissions'
import { Button, Checkbox } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { pluralize } from '#lib/pluralize.ts'
import { dueTime, viewerZone } from '#lib/format-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useExtendDueTime } from './api.ts'
import { refusedText } from './refused-students.ts'
import classes from './submissions.module.css'

type Props = {
  assignment: Pick<Assignment, 'id' | 'courseId' | 'dueAt'>
  rows: readonly RosterRow[]
  /** The course's; the viewer's where it is not known. */
  zone: string | undefined
  onClose: () => void
  onDone: (message: string) => void
}

export function ExtendDialog({ assignment, rows, zone = viewerZone(), onClose, onDone }: Props) {
  const { courseId, id: assignmentId } = assignment
  const dueAt = assignment.dueAt!
  const extended = rows.filter(({ extendedTo }) => extendedTo !== null)
  const [value, setValue] = useState(toLocalInput((rows.length === 1 && rows[0]!.extendedTo) || dueAt, zone))
  const [error, setError] = useState<string | null>(null)
  const [recheckLate, setRecheckLate] = useState(false)
  const extend = useExtendDueTime()
  const isOnTimeByExtension = extended.some(({ late, effectiveSubmittedAt: at }) => !late && at !== null && isPast(dueAt, Date.parse(at)))
  const send = (to: string | null, some: readonly RosterRow[], message: string): void =>
    extend.mutate(
      { params: { courseId, assignmentId }, body: { studentIds: some.map(({ student }) => student.id), dueAt: to, recheckLate } },
      { onSuccess: () => onDone(message), onError: (cause) => setError(refusedText(cause, some)) },
    )
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const to = fromLocalInput(value, zone)
    if (to === null || Date.parse(to) <= Date.parse(dueAt)) return setError(`Choose a time after ${dueTime(dueAt, zone)}`)
    setError(null)
    return send(to, rows, `Due time extended for ${pluralize(rows.length, 'student')}`)
  }
  return (
    <Dialog isOpen title="Extend due time" onClose={onClose}>
      <form className={classes.ask} onSubmit={save} noValidate>
        <DateTimeField
          label="New due time"
          help={`In the course’s time zone, ${zone.split('/').at(-1)!.replaceAll('_', ' ')}. The assignment is due ${dueTime(dueAt, zone)}.`}
          value={value}
          error={error}
          isRequired
          onChange={setValue}
        />
        <p className={classes.rules}>
          Lateness and deductions of submitted work are counted again. What was on time stays on time
          {isOnTimeByExtension ? ', unless you choose otherwise.' : '.'}
        </p>
        {isOnTimeByExtension && (
          <Checkbox
            label="Count work as late again if it came after the new due time"
            description="For an extension that was given by mistake."
            checked={recheckLate}
            onChange={(event) => setRecheckLate(event.currentTarget.checked)}
          />
        )}
        <div className={classes.foot}>
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
            Extend for {pluralize(rows.length, 'student')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
