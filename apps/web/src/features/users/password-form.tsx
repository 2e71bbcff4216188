/** Changing one's own password. Nothing of it is kept on the device. */
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { api, type ApiProblem, isNetworkError, isWrongLogin } from '#lib/api.ts'
import { toFieldErrors, type FieldErrors, summaryOf } from '#lib/field-errors.ts'
import { validateLength } from '#lib/password-rules.ts'
import { useSession } from '#lib/session.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FormActions, FormSection } from '#ui/form-section.tsx'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateMe } from './api.ts'
import classes from './password-form.module.css'

const fields = ['currentPassword', 'newPassword'] as const
type Field = (typeof fields)[number]
const empty: Record<Field, string> = { currentPassword: '', newPassword: '' }

function ownFaults({ currentPassword, newPassword }: Record<Field, string>): FieldErrors<Field> {
  const length = validateLength(newPassword)
  return {
    ...(!currentPassword && { currentPassword: 'Enter the password that you use now' }),
    ...(length && { newPassword: length }),
  }
}

/** Asked by a sign-in, whose session is ended at once; undefined where it was not looked at. */
const isPassword = (email: string, password: string): Promise<boolean | undefined> =>
  api.auth.login({ body: { email, password } }).then(
    ({ token }) => {
      void api.auth.logout({}, { token }).catch(() => undefined)
      return true
    },
    (error: unknown) => (isWrongLogin(error) ? false : undefined),
  )

export function PasswordForm() {
  const email = useSession((session) => session.user?.email ?? '')
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<FieldErrors>({})
  const [turn, setTurn] = useState(0)
  const update = useUpdateMe()
  const lost = useRef<string | null>(null)
  const show = (found: FieldErrors): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = ownFaults(values)
    show(found)
    if (Object.keys(found).length > 0 || update.isPending) return
    update.mutate({ body: values }, { onSuccess: finish, onError: (error) => void refuse(error) })
  }
  const finish = (): void => {
    setValues(empty)
    notify.success('Your password is changed. Other devices are signed out.')
  }
  /** The answer to the same try may have been lost: then the password was changed, and signing in with the new one shows it. */
  const refuse = async (error: ApiProblem): Promise<void> => {
    const found = toFieldErrors(error, fields)
    if (lost.current === values.newPassword && found.currentPassword) {
      const isChanged = await isPassword(email, values.newPassword)
      if (isChanged) return finish()
      // It was not done. Asked once: each further try would count as a failed sign-in.
      if (isChanged === false) lost.current = null
    }
    if (isNetworkError(error)) lost.current = values.newPassword
    show(found)
  }
  const field = (name: Field, label: string, autoComplete: string, help?: ReactNode) => (
    <PasswordInput
      id={name}
      name={name}
      label={label}
      description={help}
      autoComplete={autoComplete}
      value={values[name]}
      error={faults[name]}
      aria-invalid={faults[name] !== undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}`, tabIndex: 0 }}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  )
  const summary = summaryOf(faults)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormSection title="Password">
        {summary.length > 0 && <ErrorSummary key={turn} faults={summary} />}
        {field('currentPassword', 'Current password', 'current-password')}
        {field('newPassword', 'New password', 'new-password', <NewPasswordHelp password={values.newPassword} email={email} />)}
      </FormSection>
      <FormActions>
        <Button type="submit" variant="default" loading={update.isPending}>
          Change password
        </Button>
      </FormActions>
    </form>
  )
}
