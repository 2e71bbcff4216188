/** Marks that are held back from students: the banner that says so, and the dialog that releases them. */

import { Button, Menu, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import { getErrorMessage } from '#lib/api-errors.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useUpdateAssignment } from '#features/assignments/use-update-assignment.ts'
import { useReleaseMarks } from './api.ts'
import classes from './held-marks.module.css'

type Props = { assignment: Assignment; held: number; /** Submissions that wait for a mark. */ toGrade: number }

/** Above the list of submissions while marks are held, or new ones will be. */
export function HeldBanner({ assignment, held, toGrade }: Props) {
  const { id, courseId, holdMarks = false } = assignment
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateAssignment()
  if (held === 0 && !holdMarks && !update.isPending) return null
  const hidden = pluralize(held, 'mark')
  return (
    <section className={classes.banner} aria-label="Held marks">
      <StatusIcon name="held" />
      <p className={classes.words}>
        <strong>{held > 0 ? 'Marks are held.' : 'New marks are held.'}</strong> {describeHeld(held, isPhone)}
      </p>
      {/* Only one of the two fits on phones. */}
      {(!isPhone || held === 0) && (
        <Switch
          size="sm"
          label={<span className={classes.label}>Hold new marks</span>}
          checked={update.isPending ? update.variables.body?.holdMarks === true : holdMarks}
          onChange={(event) => update.mutate({ params: { id }, body: { holdMarks: event.currentTarget.checked } })}
        />
      )}
      {held > 0 && (
        <Button variant="default" size="sm" onClick={() => setAsking(true)}>
          Release {isPhone ? held : hidden}
        </Button>
      )}
      {isAsking && <ReleaseDialog place={{ courseId, assignmentId: id }} count={held} toGrade={toGrade} onClose={() => setAsking(false)} />}
    </section>
  )
}

function describeHeld(held: number, isPhone: boolean): string {
  if (held === 0) return 'Students do not see them until you release them.'
  const [hidden, isOne] = [pluralize(held, 'mark'), held === 1]
  return isPhone
    ? `${hidden} ${isOne ? 'is' : 'are'} hidden.`
    : `${hidden} and ${isOne ? 'its' : 'their'} feedback are hidden from students.`
}

/** In export menus: the file contains marks that students do not see yet. */
export function HeldInFile({ held }: { held: number }) {
  // On one line it would be wider than a small phone.
  return (
    held > 0 && (
      <Menu.Label maw={240} fw={400}>
        Held marks are included. Students do not see them yet.
      </Menu.Label>
    )
  )
}

type ReleaseDialogProps = {
  place: { courseId: string; assignmentId: string }
  count: number
  /** Submissions of the assignment that wait for a mark. */
  toGrade?: number | undefined
  /** If absent, all held marks are released. */
  studentIds?: string[]
  onClose: () => void
  onReleased?: () => void
}

/** Asks before held marks are shown to students: there is no undo. */
export function ReleaseDialog({
  place: { courseId, assignmentId },
  count,
  toGrade = 0,
  studentIds,
  onClose,
  onReleased,
}: ReleaseDialogProps) {
  const release = useReleaseMarks()
  const what = `Release ${pluralize(count, 'mark')}`
  const send = (): void =>
    release.mutate(
      { params: { courseId, assignmentId }, body: studentIds ? { studentIds } : {} },
      {
        onSuccess: ({ released }) => {
          onClose()
          onReleased?.()
          notify.success(`${pluralize(released, 'mark')} released`)
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={send}
      title={`${what}?`}
      cancelLabel="Keep hidden"
      confirmLabel={what}
      isDestructive={false}
      isPending={release.isPending}
      more={
        release.error && (
          <Alert tone="bad" role="alert" title="Not released" requestId={release.error.instance}>
            {getErrorMessage(release.error)}
          </Alert>
        )
      }
    >
      {pluralize(count, 'student sees their mark and feedback, and gets', 'students see their mark and feedback, and get')} one email.
      {toGrade > 0 &&
        ` ${pluralize(toGrade, 'submission')} in To grade ${toGrade === 1 ? 'is' : 'are'} not included. Work submitted again after grading is there, too.`}
    </ConfirmDialog>
  )
}
