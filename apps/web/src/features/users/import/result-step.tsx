/** The last step: the result of the import just done or of an earlier one, and its failed rows, to be fixed here or in a file. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { StoredImport } from '@lms/contract/users'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import shared from '#ui/import/import.module.css'
import { ResultActions, ResultStep } from '#ui/import/result-step.tsx'
import { DownloadButton, RowSection } from '#ui/import/row-list.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Stat } from '#ui/stat.tsx'
import { importQuery } from '../api.ts'
import { formatCount, formatPeople } from '../labels.ts'
import { CopyInvitation, useSendsEmail } from '../mail-state.tsx'
import type { StoredImportResult } from './import-progress.tsx'
import { failedRowsCsv, isFailed, isFixableInFile, type ReviewRow } from './import-rows.ts'
import { someRows } from './labels.ts'
import { RowTable } from './row-table.tsx'
import { UndoImport } from './undo-import.tsx'
import type { ImportOptions, Reply } from './upload-import.ts'
import type { Import } from './use-import.ts'
import classes from './result-step.module.css'

const limit = 50
const doNothing = (): void => undefined

type Course = { id: string; title: string } | null | undefined

type DoneImport = Pick<StoredImport, 'id' | 'fileName' | 'role' | 'skipped' | 'invite'> &
  Pick<Reply, 'summary' | 'rows'> & { course: Course }

const getLink = (course: Course) =>
  course
    ? { to: paths.course.to({ courseId: course.id }), label: `Go to ${isolate(course.title)}` }
    : { to: paths.users.to({ page: 1, role: 'all', course: 'all' }), label: 'Show all users' }

/** The list of users that the import created without an email, newest first. */
const getUninvitedPath = ({ role, course }: DoneImport): string =>
  paths.users.to({ page: 1, role, course: course?.id ?? 'all', status: 'INVITED', sort: '-createdAt' })

const shownAs = (row: Reply['rows'][number]): ReviewRow => ({ ...row, tab: 'need', suggestion: null, isEdited: false, isPending: false })

function formatTitle({ created, enrolled, failed }: Reply['summary']): string {
  if (created > 0) return `${formatPeople(created)} added`
  if (enrolled > 0) return `${formatPeople(enrolled)} enrolled`
  return failed > 0 ? 'Nobody was added' : 'Everybody was here already'
}

/** The failed rows, in pages, and as a file. */
function FailedRows({ rows, fileName }: { rows: readonly ReviewRow[]; fileName: string }) {
  const [search] = useSearch()
  const page = Math.min(getPage(search), Math.max(1, Math.ceil(rows.length / limit)))
  const title = `${someRows(rows.length)} left out`
  return (
    <RowSection
      title={title}
      actions={<DownloadButton label="Download these rows" toFile={() => failedRowsCsv(rows, fileName)} />}
      help="Fix them here, or in the file: it has a reason beside each row and can be imported as it is."
    >
      <RowTable
        label={title}
        rows={rows.slice((page - 1) * limit, page * limit)}
        open={null}
        hasActions={false}
        onEdit={doNothing}
        onFix={doNothing}
        onSkip={doNothing}
      />
      {rows.length > limit && <Pagination page={page} limit={limit} total={rows.length} label="Rows" />}
    </RowSection>
  )
}

/** The added users, each with a link to copy. */
function InvitationLinks({ rows }: { rows: Reply['rows'] }) {
  const [count, setCount] = useState(limit)
  return (
    <RowSection
      title="Invitation links"
      help="Each link works once, for seven days. Copying creates a new link. Earlier links stop working."
    >
      <ul className={classes.links}>
        {rows.slice(0, count).map(({ row, name, email }) => (
          <li key={row}>
            <span className={classes.person}>
              <b>{name}</b> {email}
            </span>
            <CopyInvitation person={{ name, email }} />
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <Button variant="default" mt={12} onClick={() => setCount(count + limit)}>
          Show {Math.min(limit, rows.length - count)} more
        </Button>
      )}
    </RowSection>
  )
}

/** Milliseconds between two looks, while invitations are on their way. */
const lookMs = 5000

/** The invitations that the recipients' servers refused. They leave after the import, so this is known later. */
function RefusedInvitations({ importId }: { importId: string }) {
  const { data } = useQuery({
    ...importQuery({ params: { id: importId } }),
    refetchInterval: ({ state }) => (state.data?.invitations.waiting ? lookMs : false),
  })
  const { refused = 0, people = [] } = data?.invitations ?? {}
  const title = `${refused === 1 ? '1 invitation' : `${formatCount(refused)} invitations`} could not be delivered`
  return (
    <div aria-live="polite">
      {refused > 0 && (
        <RowSection title={title} help="Open the person to send it again, or copy a link and pass it on.">
          <ul className={classes.links}>
            {people.map((person) => (
              <li key={person.id}>
                <span className={classes.person}>
                  <Link to={paths.userDetails.to({ userId: person.id })}>{person.name}</Link> {person.email}
                  <br />
                  The mail server says: “{person.invitationError}”
                </span>
                <CopyInvitation person={person} />
              </li>
            ))}
          </ul>
          {refused > people.length && <p className={shared.quiet}>And {formatCount(refused - people.length)} more.</p>}
        </RowSection>
      )}
    </div>
  )
}

type Props = {
  done: DoneImport
  /** Retries the failed rows; absent if none can be fixed. */
  onFix: ((rows: readonly ReviewRow[]) => void) | undefined
  onAnother: () => void
  onUndone: () => void
}

function UserResult({ done, onFix, onAnother, onUndone }: Props) {
  const { id, fileName, course, skipped, invite, summary, rows } = done
  const sendsEmail = useSendsEmail()
  const failed = rows.filter(isFailed).map(shownAs)
  const { created, enrolled, unchanged } = summary
  const figures = (
    [
      // Not repeated if the title says it.
      [created > 0 ? enrolled : 0, 'enrolled who were here already'],
      [unchanged, 'unchanged'],
      [failed.length, 'left out'],
      [skipped, 'skipped'],
    ] as const
  ).filter(([count]) => count > 0)
  return (
    <ResultStep title={formatTitle(summary)}>
      {created > 0 && (
        <p className={shared.quiet}>
          {!sendsEmail ? (
            'No email was sent. Copy the invitation links below and pass them on.'
          ) : invite ? (
            'New people get an email invitation and choose a password with its link.'
          ) : (
            <>
              No email was sent. You can send the invitations from the <Link to={getUninvitedPath(done)}>list of invited people</Link>.
            </>
          )}
        </p>
      )}
      {figures.length > 0 && (
        <ul className={`${shared.quiet} ${classes.figures}`}>
          {figures.map(([count, words]) => (
            <li key={words}>
              <Stat>{count.toLocaleString('en-GB')}</Stat> <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
      <ResultActions
        main={
          failed.length > 0 && onFix && <Button onClick={() => onFix(failed)}>Fix {failed.length === 1 ? 'this row' : 'these rows'}</Button>
        }
        link={getLink(course)}
        onAnother={onAnother}
        undo={created + enrolled > 0 && <UndoImport importId={id} course={course?.title ?? 'the course'} onUndone={onUndone} />}
      />
      {sendsEmail && created > 0 && invite && <RefusedInvitations importId={id} />}
      {!sendsEmail && created > 0 && <InvitationLinks rows={rows.filter(({ outcome }) => outcome === 'CREATED')} />}
      {failed.length > 0 && <FailedRows rows={failed} fileName={fileName} />}
    </ResultStep>
  )
}

type OwnProps = { run: Import; role: Role; course: Course; onFix: () => void; onAnother: () => void }

/** Of the import that this page did. */
export function OwnResult({ run, role, course, onFix, onAnother }: OwnProps) {
  if (!run.result) return null
  const { importId: id, reply, skipped, invite, fileName } = run.result
  return (
    <UserResult
      done={{ ...reply, id, fileName, role, course, skipped, invite }}
      onFix={() => {
        run.reopen()
        onFix()
      }}
      onAnother={() => {
        run.startOver()
        onAnother()
      }}
      // After that, the server's result is shown instead of this page's own.
      onUndone={run.startOver}
    />
  )
}

type EarlierProps = {
  result: StoredImportResult
  /** Checks a file of the failed rows, with the options of that import. */
  onFix: (file: File, terms: ImportOptions) => void
  onAnother: () => void
}

/** Of an earlier import. The original file may be deleted, or on another device, so the failed rows become a new file. */
export function EarlierResult({ result, onFix, onAnother }: EarlierProps) {
  const { fileName, role, course, invite, undone } = result
  const fix = (rows: readonly ReviewRow[]): void => onFix(failedRowsCsv(rows, fileName), { role, courseId: course?.id ?? null, invite })
  if (undone) return <UndoneResult undone={undone} summary={result.summary} course={course} onAnother={onAnother} />
  return (
    <UserResult
      done={result}
      onFix={result.rows.some(isFixableInFile) ? fix : undefined}
      onAnother={onAnother}
      onUndone={() => undefined}
    />
  )
}

type UndoneProps = {
  undone: NonNullable<StoredImport['undone']>
  summary: Pick<StoredImport['summary'], 'created' | 'enrolled'>
  course: Course
  onAnother: () => void
}

/** Shown in place of a result that was undone. */
function UndoneResult({ undone: { at, people, enrolments }, summary, course, onAnother }: UndoneProps) {
  const parts = [
    people > 0 && `${formatPeople(people)} deleted`,
    enrolments > 0 && `${formatPeople(enrolments)} removed from ${course?.title ?? 'a deleted course'}`,
  ].filter(Boolean)
  const isWhole = people + enrolments === summary.created + summary.enrolled
  return (
    <ResultStep title="This import was undone">
      <p className={shared.quiet}>
        {formatDayAndTime(at)}
        {parts.length > 0 && `: ${parts.join(', ')}`}.
        {!isWhole && ' People who had signed in, had been changed or had work were left unchanged.'}
      </p>
      <ResultActions onAnother={onAnother} />
    </ResultStep>
  )
}
