/** The form of the first administrator: it names the school, and takes the code that the server has printed. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatSetupCode, setupCodeLength } from '@lms/contract/rules/setup-code'
import { isApiProblem } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { toFieldErrors, type FieldErrors as FormFaults, summaryOf } from '#lib/field-errors.ts'
import { useAutoFocus } from '#lib/use-auto-focus.ts'
import { validateLength } from '#lib/password-rules.ts'
import { clock } from '#lib/format-date.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { notify } from '#ui/toasts.tsx'
import classes from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'
import { useSetUp } from './api.ts'

const fields = ['schoolName', 'name', 'email', 'password', 'code'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>
type Faults = FormFaults<Field>

function ownFaults({ schoolName, name, email, password, code }: Values): Faults {
  const length = validateLength(password)
  return {
    ...(!schoolName.trim() && { schoolName: 'Enter the school name' }),
    ...(!name.trim() && { name: 'Enter your name' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: 'Enter an email such as name@school.org' }),
    ...(length && { password: length }),
    ...(code.replace('-', '').length < setupCodeLength && { code: `Enter the set-up code: ${setupCodeLength} letters and digits` }),
  }
}

function serverFaults(error: Error): Faults {
  if (!isApiProblem(error) || error.problem !== 'rate-limited') return toFieldErrors(error, fields)
  const wait = error.retryAfter
  return { form: wait ? `Too many tries. Try again at ${clock(Date.now() + wait * 1000)}.` : 'Too many tries. Try again later.' }
}

/** Names and address outlast a reload; password and code are kept nowhere. */
function useTyped() {
  const { value, setValue, clear } = useDraft('setup', { schoolName: '', name: '', email: '' })
  const [secret, setSecret] = useState({ password: '', code: '' })
  const set = (field: Field, text: string): void =>
    field === 'password' || field === 'code'
      ? setSecret((now) => ({ ...now, [field]: text }))
      : setValue((now) => ({ ...now, [field]: text }))
  return { values: { ...value, ...secret }, set, forget: () => clear() }
}

export function SetupForm() {
  const { values, set, forget } = useTyped()
  const [faults, setFaults] = useState<Faults>({})
  const [turn, setTurn] = useState(0)
  const setUp = useSetUp((schoolName) => {
    forget()
    notify.success(`${schoolName} is set up`)
  })
  const isPhone = useIsPhone()
  useAutoFocus('schoolName')
  const show = (found: Faults): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (setUp.isPending) return
    const found = ownFaults(values)
    show(found)
    if (Object.keys(found).length > 0) return
    const schoolName = values.schoolName.trim()
    setUp.mutate(
      { ...values, schoolName, name: values.name.trim(), email: values.email.trim() },
      { onError: (error) => show(serverFaults(error)) },
    )
  }

  const text = (field: Field, label: string, description?: string) => ({
    id: field,
    name: field,
    label,
    description,
    value: values[field],
    error: faults[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(field, event.currentTarget.value),
  })
  const summary = summaryOf(faults)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {summary.length > 0 && <ErrorSummary key={turn} faults={summary} />}
      <TextInput {...text('schoolName', 'School name', 'Shown in the menu and in emails.')} autoComplete="organization" maxLength={120} />
      <TextInput {...text('name', 'Your name')} autoComplete="name" maxLength={120} />
      <TextInput
        {...text('email', 'Email', 'Used to sign in.')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        id="password"
        label="Password"
        autoComplete="new-password"
        value={values.password}
        error={faults.password}
        help={<NewPasswordHelp password={values.password} email={values.email} isBrief />}
        isHelpBelow
        onChange={(password) => set('password', password)}
      />
      <TextInput
        {...text(
          'code',
          'Set-up code',
          isPhone ? 'The server printed it when it started.' : 'The server printed it when it started, in its terminal or log.',
        )}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => set('code', formatSetupCode(event.currentTarget.value))}
      />
      <Button type="submit" fullWidth loading={setUp.isPending}>
        Create administrator
      </Button>
    </form>
  )
}
