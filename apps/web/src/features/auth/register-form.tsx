/** The form for a new account, which is always a student's. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router'
import { paths } from '#lib/paths.ts'
import { isApiProblem } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { useAutoFocus } from '#lib/use-auto-focus.ts'
import { toFieldErrors, type FieldErrors as FormFaults, summaryOf } from '#lib/field-errors.ts'
import { validateLength } from '#lib/password-rules.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import classes from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'
import { useRegister } from './api.ts'

const fields = ['name', 'email', 'password'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>
type Faults = FormFaults<Field>

/** What the browser can know; the server knows the common passwords and the taken addresses. */
function ownFaults({ name, email, password }: Values): Faults {
  const length = validateLength(password)
  return {
    ...(!name.trim() && { name: 'Enter your name' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: 'Enter an email such as ana.li@harbour.example' }),
    ...(length && { password: length }),
  }
}

const taken = 'This address has an account already.'

const serverFaults = (error: Error): Faults =>
  isApiProblem(error) && error.problem === 'email-taken' ? { email: taken } : toFieldErrors(error, fields)

/** Name and address outlast a reload; a password is kept nowhere. An address that comes with a click on the way here is the newest. */
function useTyped() {
  const { state } = useLocation() as { state: { email?: string } | null }
  const brought = useNavigationType() === NavigationType.Pop ? undefined : state?.email
  const { value, setValue, clear } = useDraft('register', { name: '', email: '' })
  const [password, setPassword] = useState('')
  useEffect(() => {
    if (brought) setValue((now) => ({ ...now, email: brought }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the click that led here
  }, [])
  const set = (field: Field) => (text: string) =>
    field === 'password' ? setPassword(text) : setValue((now) => ({ ...now, [field]: text }))
  return { values: { ...value, password }, set, forget: () => clear() }
}

export function RegisterForm() {
  const { search } = useLocation()
  const { values, set, forget } = useTyped()
  const [faults, setFaults] = useState<Faults>({})
  const [turn, setTurn] = useState(0)
  const register = useRegister(forget)
  useAutoFocus('name')
  const show = (found: Faults): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (register.isPending) return
    const found = ownFaults(values)
    show(found)
    if (Object.keys(found).length > 0) return
    register.mutate({ ...values, name: values.name.trim(), email: values.email.trim() }, { onError: (error) => show(serverFaults(error)) })
  }

  const summary = summaryOf(faults)
  const signIn = (words: string) => (
    <Link to={{ pathname: paths.login.to(), search }} state={{ email: values.email }}>
      {words}
    </Link>
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {summary.length > 0 && <ErrorSummary key={turn} faults={summary} />}
      <TextInput
        id="name"
        name="name"
        label="Name"
        autoComplete="name"
        value={values.name}
        error={faults.name}
        onChange={(event) => set('name')(event.currentTarget.value)}
      />
      <TextInput
        id="email"
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.email}
        error={
          faults.email === taken ? (
            <span>
              {taken} {signIn('Sign in instead')}
            </span>
          ) : (
            faults.email
          )
        }
        onChange={(event) => set('email')(event.currentTarget.value)}
      />
      <PasswordField
        id="password"
        label="Password"
        autoComplete="new-password"
        value={values.password}
        error={faults.password}
        help={<NewPasswordHelp password={values.password} email={values.email} />}
        onChange={set('password')}
      />
      <Button type="submit" fullWidth loading={register.isPending}>
        Create account
      </Button>
      <p className={classes.other}>Have an account? {signIn('Sign in')}</p>
    </form>
  )
}
