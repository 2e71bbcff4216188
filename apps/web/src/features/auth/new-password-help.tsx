/** The rules for a new password, ticked while typing. A screen reader reads them with the field, and not on each key. */
import { type PasswordRule, passwordRules, useIsCommonPassword } from './password-rules.ts'
import classes from './new-password-help.module.css'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'

const stateIcons = { open: 'not-started', met: 'done', broken: 'missing' } satisfies Record<PasswordRule['state'], StatusName>
const spokenStates: Record<PasswordRule['state'], string> = { open: 'not yet', met: 'done', broken: 'not met' }

/** Used as the `description` of a field, which is a paragraph, so it cannot contain an HTML list. */
type Props = {
  password: string
  email: string
  /** Only the rules, side by side. */
  isBrief?: boolean
}

export function NewPasswordHelp({ password, email, isBrief = false }: Props) {
  const isCommon = useIsCommonPassword(password !== '')
  return (
    <>
      {!isBrief && 'A few words that only you would put together are safe and easy to remember.'}
      <span role="list" className={`${classes.rules} ${isBrief ? classes.brief : ''}`}>
        {passwordRules(password, email, isCommon).map(({ words, state }) => (
          <span key={words} role="listitem" className={classes.rule} data-state={state}>
            <StatusIcon name={stateIcons[state]} size={16} />
            {words}
            <span className={classes.spoken}>{`, ${spokenStates[state]}. `}</span>
          </span>
        ))}
      </span>
    </>
  )
}
