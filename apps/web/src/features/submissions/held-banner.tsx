/** Above the list of submissions while marks are held, or new ones will be. */
import type { Assignment } from '@lms/contract/assignments'
import { Button, Menu, Switch } from '@mantine/core'
import { useState } from 'react'
import { useUpdateAssignment } from '#features/assignments/api.ts'
import { pluralize } from '#lib/pluralize.ts'
import { StatusIcon } from '#ui/status.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import classes from './held-banner.module.css'
import { ReleaseDialog } from './release-dialog.tsx'

type Props = { assignment: Assignment; held: number; /** Submissions that wait for a mark. */ toGrade: number }

export function HeldBanner({ assignment, held, toGrade }: Props) {
  const { id, courseId, holdMarks = false } = assignment
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateAssignment()
  if (held === 0 && !holdMarks && !update.isPending) return null
  const hidden = pluralize(held, 'mark')
  const isOne = held === 1
  return (
    <section className={classes.banner} aria-label="Held marks">
      <StatusIcon name="held" />
      <p className={classes.words}>
        <strong>{held > 0 ? 'Marks are held.' : 'New marks are held.'}</strong>{' '}
        {held === 0
          ? 'Students do not see them until you release them.'
          : isPhone
            ? `${hidden} ${isOne ? 'is' : 'are'} hidden.`
            : `${hidden} and ${isOne ? 'its' : 'their'} feedback are hidden from students.`}
      </p>
      {/* Phones have room for one of the two. */}
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

/** In the menu of a file: the marks in it may go further than their students know. */
export function HeldInFile({ held }: { held: number }) {
  // In one line it is wider than a small phone.
  return (
    held > 0 && (
      <Menu.Label maw={240} fw={400}>
        Held marks are included. Students do not see them yet.
      </Menu.Label>
    )
  )
}
