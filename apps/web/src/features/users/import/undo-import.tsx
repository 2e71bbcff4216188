/** Undoes an import, after saying what becomes of the people. */

import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { ImportUndo } from '@lms/contract/users'
import { Dialog } from '#ui/dialog.tsx'
import { UndoButton } from '#ui/import/result-step.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { importUndoQuery, useUndoImport } from '../api.ts'
import { formatPeople, formatCount } from '../labels.ts'
import classes from './import.module.css'

const stayReasons = { SIGNED_IN: 'has chosen a password already', CHANGED: 'was changed since', WORK: 'has work or attendance' } as const

function Staying({ staying, stays }: Pick<ImportUndo, 'staying' | 'stays'>) {
  const words = `${formatPeople(staying)} ${staying === 1 ? 'stays' : 'stay'} as they are`
  return (
    <>
      <p>{words}:</p>
      {/* A box that scrolls must be reachable by keyboard. */}
      <ul className={classes.stays} aria-label={words} tabIndex={0}>
        {stays.map(({ id, name, email, reason }) => (
          <li key={id}>
            <b>{name}</b>, {email}, {stayReasons[reason]}
          </li>
        ))}
        {staying > stays.length && <li>and {formatCount(staying - stays.length)} more</li>}
      </ul>
    </>
  )
}

function Consequences({ undo, course }: { undo: ImportUndo; course: string }) {
  const { people, enrolments, staying } = undo
  return (
    <>
      {people + enrolments === 0 && <p>Nobody this import added can be removed any more.</p>}
      {people > 0 && (
        <p>
          {formatPeople(people)} whom it added {people === 1 ? 'is' : 'are'} deleted. Their invitations stop working, and their addresses
          are free again.
        </p>
      )}
      {enrolments > 0 && (
        <p>
          {formatPeople(enrolments)} who had an account before {enrolments === 1 ? 'leaves' : 'leave'} {isolate(course)}.
        </p>
      )}
      {staying > 0 && <Staying {...undo} />}
      {people + enrolments > 0 && <p>This cannot be undone. The file can be imported again.</p>}
    </>
  )
}

type UndoImportProps = { importId: string; course: string; onUndone: () => void }

function UndoDialog({ importId, course, onUndone, onClose }: UndoImportProps & { onClose: () => void }) {
  // Always fetched: people sign in in the meantime.
  const query = useQuery({ ...importUndoQuery({ params: { id: importId } }), gcTime: 0 })
  const client = useQueryClient()
  const undo = useUndoImport()
  // Checked first: after an undo it would say that nobody can be undone.
  const finish = (): void => {
    onClose()
    void client.invalidateQueries({ queryKey: ['users'] }).then(onUndone)
  }
  const confirm = (): void =>
    undo.mutate(
      { params: { id: importId } },
      {
        onSuccess: finish,
        // Undone in another tab: the page is outdated.
        onError: ({ problem }) => {
          if (problem === 'conflict') finish()
        },
      },
    )
  const { data } = query
  const isPossible = data !== undefined && data.people + data.enrolments > 0
  const foot = (
    <>
      <Button variant="default" onClick={onClose} data-autofocus>
        {data && !isPossible ? 'Close' : 'Keep import'}
      </Button>
      {isPossible && (
        <Button color="red" loading={undo.isPending} onClick={confirm}>
          Undo import
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Undo this import?" foot={foot}>
      <Stack c="dimmed" gap={12} aria-live="polite">
        <QueryPart query={query} what="The people of this import" loading={2}>
          {(found) => <Consequences undo={found} course={course} />}
        </QueryPart>
      </Stack>
    </Dialog>
  )
}

/** The button, and its confirmation. */
export function UndoImport(props: UndoImportProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <UndoButton onClick={() => setConfirming(true)} />
      {isConfirming && <UndoDialog {...props} onClose={() => setConfirming(false)} />}
    </>
  )
}
