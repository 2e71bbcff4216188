/** Of several people, who could not be done and why. They stay chosen: the same button goes on with them. */
import { Alert } from '#ui/alert.tsx'
import classes from './users.module.css'
import { formatPeople } from './labels.ts'
import type { Outcome } from './use-bulk-action.ts'

const formatTitle = ({ done, word, failures, left }: Outcome): string =>
  done > 0 ? `${formatPeople(done)} ${word}, ${formatPeople(failures.length + left)} not` : `Nobody was ${word}`

export function BulkResultAlert({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null
  const { failures, left } = outcome
  return (
    <div className={classes.note}>
      <Alert tone={failures.length > 0 ? 'bad' : 'warn'} role="alert" title={formatTitle(outcome)}>
        {failures.length > 0 && (
          // A box that scrolls must be reachable by keyboard.
          <ul className={classes.list} tabIndex={0} aria-label="Who was refused">
            {failures.map(({ id, name, reason }) => (
              <li key={id}>
                <b>{name}</b>: {reason}
              </li>
            ))}
          </ul>
        )}
        {left > 0 && <p>{`${formatPeople(left)} ${left === 1 ? 'was' : 'were'} not tried.`}</p>}
        <p>They stay chosen, so that you can go on with them.</p>
      </Alert>
    </div>
  )
}
