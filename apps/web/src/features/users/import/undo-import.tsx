/** Taking back an import of the wrong file: what goes and who stays is said first. */
import type { ImportUndo } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toLoadError } from '#lib/load-error.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { importUndoQuery, useUndoImport } from '../api.ts'
import { grouped, peopleText } from './labels.ts'
import classes from './undo-import.module.css'

const reasons = { SIGNED_IN: 'has chosen a password already', CHANGED: 'was changed since', WORK: 'has work or attendance' } as const

function Staying({ staying, stays }: Pick<ImportUndo, 'staying' | 'stays'>) {
  const words = `${peopleText(staying)} ${staying === 1 ? 'stays' : 'stay'} as they are`
  return (
    <>
      <p>{words}:</p>
      {/* A box that scrolls must be reachable by keyboard. */}
      <ul className={classes.stays} aria-label={words} tabIndex={0}>
        {stays.map(({ id, name, email, reason }) => (
          <li key={id}>
            <b>{name}</b>, {email}, {reasons[reason]}
          </li>
        ))}
        {staying > stays.length && <li>and {grouped(staying - stays.length)} more</li>}
      </ul>
    </>
  )
}

function Consequences({ undo, course }: { undo: ImportUndo; course: string }) {
  const { people, enrolments, staying } = undo
  return (
    <>
      {people + enrolments === 0 && <p>Nobody who came by this import can be taken back any more.</p>}
      {people > 0 && (
        <p>
          {peopleText(people)} whom it added {people === 1 ? 'is' : 'are'} deleted. Invitations that were sent lead nowhere then, and the
          addresses are free again.
        </p>
      )}
      {enrolments > 0 && (
        <p>
          {peopleText(enrolments)} who had an account before {enrolments === 1 ? 'leaves' : 'leave'} {course}.
        </p>
      )}
      {staying > 0 && <Staying {...undo} />}
      {people + enrolments > 0 && <p>This cannot be undone. The file can be imported again.</p>}
    </>
  )
}

type Props = { importId: string; course: string; onUndone: () => void }

function UndoDialog({ importId, course, onUndone, onClose }: Props & { onClose: () => void }) {
  // Of this very moment: people sign in meanwhile.
  const query = useQuery({ ...importUndoQuery({ params: { id: importId } }), gcTime: 0 })
  const client = useQueryClient()
  const undo = useUndoImport()
  // The question first: of what was taken back it would say that nobody can be.
  const finish = (): void => {
    onClose()
    void client.invalidateQueries({ queryKey: ['users'] }).then(onUndone)
  }
  const confirm = (): void =>
    undo.mutate(
      { params: { id: importId } },
      {
        onSuccess: finish,
        // Done in another tab: what is shown is old.
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
      <div className={classes.text} aria-live="polite">
        {data && <Consequences undo={data} course={course} />}
        {!data && query.isError && <LoadFailed title="Who came by this import did not load" {...toLoadError(query)} />}
        {query.isPending && <SkeletonRows count={2} />}
      </div>
    </Dialog>
  )
}

/** The button, and the question behind it. */
export function UndoImport(props: Props) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        Undo this import
      </Button>
      {isAsked && <UndoDialog {...props} onClose={() => setAsked(false)} />}
    </>
  )
}
