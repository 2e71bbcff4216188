/** The rules for a new password, as far as the browser knows them, and how they are shown; the server decides. */

import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { passwordLength } from '@lms/contract/rules/limits'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import classes from './new-password.module.css'

const { min: minLength, max: maxLength } = passwordLength

/** The error of the field, once it is submitted. */
export function validateLength({ length }: string): string | undefined {
  if (length < minLength) return `Choose a password of at least ${minLength} characters`
  return length > maxLength ? `Choose a password of at most ${maxLength} characters` : undefined
}

/** `open` while there is nothing to check yet: unfinished input is no error. */
type PasswordRule = { words: string; state: 'open' | 'met' | 'broken' }

type IsCommonPassword = (password: string) => boolean

/** `isCommon` is undefined while the list of common passwords is not loaded. */
export function passwordRules(password: string, email: string, isCommon: IsCommonPassword | undefined): PasswordRule[] {
  const isLong = password.length >= minLength
  const judge = (isBroken: boolean | undefined): PasswordRule['state'] =>
    !isLong || isBroken === undefined ? 'open' : isBroken ? 'broken' : 'met'
  return [
    { words: `${minLength} to ${maxLength} characters`, state: judge(password.length > maxLength) },
    { words: 'Not a common password', state: judge(isCommon?.(password)) },
    { words: 'Not your email', state: judge(password.toLowerCase() === email.trim().toLowerCase()) },
  ]
}

/** The list of common passwords is loaded with the first letter. If that fails, only the server checks it. */
function useIsCommonPassword(isWanted: boolean): IsCommonPassword | undefined {
  const [isCommon, setIsCommon] = useState<IsCommonPassword>()
  useEffect(() => {
    if (!isWanted) return
    import('@lms/contract/common-passwords').then(
      (found) => setIsCommon(() => found.isCommonPassword),
      () => undefined,
    )
  }, [isWanted])
  return isCommon
}

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
      {!isBrief && 'Use a few unrelated words.'}
      <span role="list" className={`${classes.rules} ${isBrief ? classes.brief : ''}`}>
        {passwordRules(password, email, isCommon).map(({ words, state }) => (
          <span key={words} role="listitem" className={classes.rule} data-state={state}>
            <StatusIcon name={stateIcons[state]} size={16} />
            {words}
            <VisuallyHidden>{`, ${spokenStates[state]}. `}</VisuallyHidden>
          </span>
        ))}
      </span>
    </>
  )
}
