/** Excusing some students, with a reason that staff can read later. */
import type { Assignment } from '@lms/contract/assignments'
import type { RosterRow } from '@lms/contract/submissions'
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { pluralize } from '#lib/pluralize.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useExcuseStudents } from './api.ts'
import { refusedText } from './refused-students.ts'
import classes from './submissions.module.css'

type Props = {
  assignment: Pick<Assignment, 'id' | 'courseId'>
  rows: readonly RosterRow[]
  onClose: () => void
  onDone: (message: string) => void
}

export function ExcuseDialog({ assignment, rows, onClose, onDone }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const excuse = useExcuseStudents()
  const who = rows.length === 1 ? rows[0]!.student.name : pluralize(rows.length, 'student')
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') return setError('Give a reason')
    setError(null)
    return excuse.mutate(
      {
        params: { courseId: assignment.courseId, assignmentId: assignment.id },
        body: { studentIds: rows.map(({ student }) => student.id), reason: reason.trim() },
      },
      { onSuccess: () => onDone(`${who} excused`), onError: (cause) => setError(refusedText(cause, rows)) },
    )
  }
  return (
    <Dialog isOpen title={`Excuse ${who}?`} onClose={onClose}>
      <form className={classes.ask} onSubmit={save} noValidate>
        <p className={classes.rules}>The assignment leaves the total, and is not shown as missing. You can remove the excuse later.</p>
        <TextInput
          label="Reason"
          description="Only staff can see it."
          maxLength={500}
          required
          data-autofocus
          value={reason}
          error={error}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={excuse.isPending}>
            Excuse {pluralize(rows.length, 'student')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
