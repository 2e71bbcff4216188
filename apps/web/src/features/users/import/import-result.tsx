/** The result of an import: of the one just done, or of an earlier one that the server has stored. */

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { StoredImport, ImportUndo } from '@lms/contract/users'
import { dayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import shared from '#ui/import/import.module.css'
import { ResultActions, ResultStep, UndoButton } from '#ui/import/result-step.tsx'
import { toLoadError, LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { importUndoQuery, useUndoImport } from '../api.ts'
import { formatPeople, formatCount } from '../labels.ts'
import type { StoredImportResult } from './import-progress.tsx'
import { failedRowsCsv, isFixableInFile, type ReviewRow } from './import-rows.ts'
import { UserResultStep } from './result-step.tsx'
import type { ImportOptions } from './upload-import.ts'
import type { Import } from './use-import.ts'
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
          {formatPeople(enrolments)} who had an account before {enrolments === 1 ? 'leaves' : 'leave'} {course}.
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
      <div className={classes.text} aria-live="polite">
        {data && <Consequences undo={data} course={course} />}
        {!data && query.isError && <LoadFailed title="The people of this import could not be loaded" {...toLoadError(query)} />}
        {query.isPending && <SkeletonRows count={2} />}
      </div>
    </Dialog>
  )
}

/** The button, and its confirmation. */
function UndoImport(props: UndoImportProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <UndoButton onClick={() => setConfirming(true)} />
      {isConfirming && <UndoDialog {...props} onClose={() => setConfirming(false)} />}
    </>
  )
}

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

type Course = { id: string; title: string } | null | undefined

const getLink = (course: Course) =>
  course
    ? { to: paths.course.to({ courseId: course.id }), label: `Go to ${isolate(course.title)}` }
    : { to: users, label: 'Show all users' }

/** The list of users that the import created without an email, newest first. */
const uninvitedAt = (role: Role, course: Course): string =>
  paths.users.to({ page: 1, role, course: course?.id ?? 'all', status: 'INVITED', sort: '-createdAt' })

type Props = { run: Import; role: Role; course: Course; onFix: () => void; onAnother: () => void }

const nameOf = (course: Course): string => course?.title ?? 'the course'

export function OwnResult({ run, role, course, onFix, onAnother }: Props) {
  if (!run.result) return null
  const { importId, reply, skipped, invite, fileName } = run.result
  const fix = (): void => {
    run.reopen()
    onFix()
  }
  const another = (): void => {
    run.startOver()
    onAnother()
  }
  return (
    <UserResultStep
      importId={importId}
      result={reply}
      skipped={skipped}
      fileName={fileName}
      link={getLink(course)}
      uninvited={invite ? null : uninvitedAt(role, course)}
      onFix={fix}
      onAnother={another}
      // After that, the server's result is shown instead of this page's own.
      undo={<UndoImport importId={importId} course={nameOf(course)} onUndone={run.startOver} />}
    />
  )
}

type KeptProps = {
  result: StoredImportResult
  /** Checks a file of the failed rows, with the options of that import. */
  onFix: (file: File, terms: ImportOptions) => void
  onAnother: () => void
}

/** The original file may be deleted, or on another device, so the failed rows become a new file. */
export function EarlierResult({ result, onFix, onAnother }: KeptProps) {
  const { id, fileName, skipped, role, course, invite, undone } = result
  const fix = (rows: readonly ReviewRow[]): void => onFix(failedRowsCsv(rows, fileName), { role, courseId: course?.id ?? null, invite })
  if (undone) return <UndoneStep undone={undone} summary={result.summary} course={course?.title ?? null} onAnother={onAnother} />
  return (
    <UserResultStep
      importId={id}
      result={result}
      skipped={skipped}
      fileName={fileName}
      link={getLink(course)}
      uninvited={invite ? null : uninvitedAt(role, course)}
      onFix={result.rows.some(isFixableInFile) ? fix : undefined}
      onAnother={onAnother}
      undo={<UndoImport importId={id} course={nameOf(course)} onUndone={() => undefined} />}
    />
  )
}

type UndoneStepProps = {
  undone: NonNullable<StoredImport['undone']>
  summary: Pick<StoredImport['summary'], 'created' | 'enrolled'>
  course: string | null
  onAnother: () => void
}

/** Shown in place of a result that was undone. */
function UndoneStep({ undone: { at, people, enrolments }, summary, course, onAnother }: UndoneStepProps) {
  const parts = [
    people > 0 && `${formatPeople(people)} deleted`,
    enrolments > 0 && `${formatPeople(enrolments)} removed from ${course ?? 'a deleted course'}`,
  ].filter(Boolean)
  const isWhole = people + enrolments === summary.created + summary.enrolled
  return (
    <ResultStep title="This import was undone">
      <p className={shared.quiet}>
        {dayAndTime(at)}
        {parts.length > 0 && `: ${parts.join(', ')}`}.
        {!isWhole && ' People who had signed in, had been changed or had work were left unchanged.'}
      </p>
      <ResultActions onAnother={onAnother} />
    </ResultStep>
  )
}
