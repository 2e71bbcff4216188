/** The last step: the result, and the failed rows, to be fixed here or in a file. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
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
import { failedRowsCsv, isFailed, type ReviewRow } from './import-rows.ts'
import { someRows } from './labels.ts'
import { RowTable } from './row-table.tsx'
import type { Reply } from './upload-import.ts'
import classes from './import.module.css'

const limit = 50
const doNothing = (): void => undefined

type Props = {
  importId: string
  result: Pick<Reply, 'summary' | 'rows'>
  /** Left out on purpose. */
  skipped: number
  fileName: string
  /** The list of the imported users. */
  link: { to: string; label: string }
  /** The list for inviting them, if no email was sent. */
  uninvited: string | null
  /** Retries the failed rows; absent if none can be fixed. */
  onFix: ((rows: readonly ReviewRow[]) => void) | undefined
  onAnother: () => void
  /** The button that undoes the import. */
  undo: ReactNode
}

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

export function UserResultStep({ importId, result, skipped, fileName, link, uninvited, onFix, onAnother, undo }: Props) {
  const sendsEmail = useSendsEmail()
  const failed = result.rows.filter(isFailed).map(shownAs)
  const { created, enrolled, unchanged } = result.summary
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
    <ResultStep title={formatTitle(result.summary)}>
      {created > 0 && (
        <p className={shared.quiet}>
          {!sendsEmail ? (
            'No email was sent. Copy the invitation links below and pass them on.'
          ) : uninvited === null ? (
            'New people get an email invitation and choose a password with its link.'
          ) : (
            <>
              No email was sent. You can send the invitations from the <Link to={uninvited}>list of invited people</Link>.
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
        link={link}
        onAnother={onAnother}
        undo={created + enrolled > 0 && undo}
      />
      {sendsEmail && created > 0 && uninvited === null && <RefusedInvitations importId={importId} />}
      {!sendsEmail && created > 0 && <InvitationLinks rows={result.rows.filter(({ outcome }) => outcome === 'CREATED')} />}
      {failed.length > 0 && <FailedRows rows={failed} fileName={fileName} />}
    </ResultStep>
  )
}
