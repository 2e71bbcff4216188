/** The form for a new account, which is always a student's. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#lib/paths.ts'
import { isApiProblem } from '#lib/api.ts'
import { useFirstFocus } from '#lib/first-focus.ts'
import { faultsOf, type Faults as FormFaults, summaryOf } from '#lib/faults.ts'
import { lengthFault } from '#lib/password-rules.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import classes from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'
import { useRegister } from './queries.ts'

const fields = ['name', 'email', 'password'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>
type Faults = FormFaults<Field>

/** What the browser can know; the server knows the common passwords and the taken addresses. */
function ownFaults({ name, email, password }: Values): Faults {
  const length = lengthFault(password)
  return {
    ...(!name.trim() && { name: 'Enter your name' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: 'Enter an email such as ana.li@harbour.example' }),
    ...(length && { password: length }),
  }
}

const serverFaults = (error: Error): Faults =>
  isApiProblem(error) && error.problem === 'email-taken'
    ? { email: 'This address has an account already. Sign in instead.' }
    : faultsOf(error, fields)

export function RegisterForm() {
  const { search } = useLocation()
  const [values, setValues] = useState<Values>({ name: '', email: '', password: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [turn, setTurn] = useState(0)
  const register = useRegister()
  useFirstFocus('name')
  const set = (field: Field) => (value: string) => setValues((current) => ({ ...current, [field]: value }))
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
        error={faults.email}
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
      <p className={classes.other}>
        Have an account? <Link to={{ pathname: paths.login.to(), search }}>Sign in</Link>
      </p>
    </form>
  )
}
