/** Set up: names the school and creates the first administrator, with the code that the server has printed. */

import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { formatSetupCode, setupCodeLength } from '@lms/contract/rules/setup-code'
import { isApiProblem } from '#lib/api-errors.ts'
import { useForm, type FieldErrors } from '#lib/form.ts'
import { formatClock } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { ErrorSummary } from '#ui/form-page.tsx'
import { LoadingScreen, useAutoFocus } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { signInOptions } from './api.ts'
import { AuthPage } from './auth-page.tsx'
import { formatRateLimit } from './countdown.tsx'
import { NewPasswordHelp, validateLength } from './new-password.tsx'
import { PasswordField } from './password-field.tsx'
import { useSetUp } from './set-password.ts'
import classes from './auth.module.css'

export function SetupScreen() {
  const { data, isPending } = useQuery(signInOptions)
  // Also if it is unknown: the server decides.
  const isOpen = data?.needsSetup !== false
  return (
    <AuthPage
      title="Set up"
      isSetup
      {...(isOpen && {
        words: 'Name your school and create the first administrator.',
        below: (
          <Text variant="caption" mt={16} ta="center">
            No code? Restart the server. It prints a new one, and the old code stops working.
          </Text>
        ),
      })}
    >
      {isPending ? (
        <LoadingScreen />
      ) : isOpen ? (
        <SetupForm />
      ) : (
        <Alert title="Set-up is done. Sign in." role="status" action={<Link to={paths.login.to()}>Sign in</Link>} />
      )}
    </AuthPage>
  )
}

const initial = { schoolName: '', name: '', email: '', password: '', code: '' }
type Field = keyof typeof initial
const secrets = ['password', 'code'] as const

function validate({ schoolName, name, email, password, code }: typeof initial): FieldErrors<Field> {
  const length = validateLength(password)
  return {
    ...(!schoolName.trim() && { schoolName: 'Enter the school name' }),
    ...(!name.trim() && { name: 'Enter your name' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: 'Enter an email such as name@school.org' }),
    ...(length && { password: length }),
    ...(code.replace('-', '').length < setupCodeLength && { code: `Enter the set-up code: ${setupCodeLength} letters and digits` }),
  }
}

/** A time, because the summary of errors does not count down. */
const formatWait = (seconds: number): string => `at ${formatClock(Date.now() + seconds * 1000)}`

function SetupForm() {
  const form = useForm({ draft: 'setup', initial, secrets, check: validate })
  const { values } = form
  const setUp = useSetUp((schoolName) => {
    form.saved()
    notify.success(`${isolate(schoolName)} is set up`)
  })
  const isPhone = useIsPhone()
  useAutoFocus('schoolName')
  const send = (): void => {
    if (setUp.isPending) return
    const schoolName = values.schoolName.trim()
    setUp.mutate(
      { ...values, schoolName, name: values.name.trim(), email: values.email.trim() },
      {
        onError: (error) =>
          isApiProblem(error) && error.problem === 'rate-limited'
            ? form.setErrors({ form: formatRateLimit(error, formatWait) })
            : form.fail(error),
      },
    )
  }
  const text = (field: Field, label: string, description?: string) => ({ ...form.inputProps(field), name: field, label, description })
  return (
    <form className={classes.form} onSubmit={form.submit(send)} noValidate>
      {form.summary.length > 0 && <ErrorSummary key={form.submitCount} errors={form.summary} />}
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
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        help={<NewPasswordHelp password={values.password} email={values.email} isBrief />}
        isHelpBelow
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
        onChange={(event) => form.set('code', formatSetupCode(event.currentTarget.value))}
      />
      <Button type="submit" fullWidth loading={setUp.isPending}>
        Create administrator
      </Button>
    </form>
  )
}
