/** A new password: for a reset, and for an invitation. Nothing of it is stored on the device. */
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { validateLength } from '#lib/password-rules.ts'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import classes from './auth.module.css'
import { PasswordField } from './password-field.tsx'

type Props = {
  email: string
  action: string
  isPending: boolean
  /** What the server says about the password. */
  error: string | undefined
  /** What it says about anything else, and what to know before. */
  note?: ReactNode
  onSubmit: (password: string) => void
  below?: ReactNode
}

export function NewPasswordForm({ email, action, isPending, error, note, onSubmit, below }: Props) {
  const [password, setPassword] = useState('')
  const [own, setOwn] = useState<string>()
  const [isTouched, setTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [error])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending) return
    const length = validateLength(password)
    setOwn(length)
    setTouched(false)
    if (length) field.current?.focus()
    else onSubmit(password)
  }
  const words = own ?? (isTouched ? undefined : error)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {note}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {email && (
        <p className={classes.sent}>
          For <b>{email}</b>
        </p>
      )}
      <PasswordField
        ref={field}
        id="password"
        label="New password"
        autoComplete="new-password"
        value={password}
        error={words}
        help={<NewPasswordHelp password={password} email={email} />}
        onChange={(value) => {
          setPassword(value)
          setOwn(undefined)
          setTouched(true)
        }}
      />
      <div role="status" className={classes.hidden}>
        {words}
      </div>
      <Button type="submit" fullWidth loading={isPending}>
        {action}
      </Button>
      {below}
    </form>
  )
}
