/** Changing one's own password. Nothing of it is stored on the device. */
import { Button, PasswordInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { api, type ApiProblem, isNetworkError, isWrongLogin } from '#lib/api.ts'
import { type FieldErrors, toFieldErrors, useForm } from '#lib/form.ts'
import { validateLength } from '#lib/password-rules.ts'
import { useSession } from '#lib/session.ts'
import { ErrorSummary, FormActions, FormSection } from '#ui/form-page.tsx'
import { NewPasswordHelp } from '#ui/new-password-help.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateMe } from './api.ts'
import classes from './users.module.css'

const initial = { currentPassword: '', newPassword: '' }
const fields = ['currentPassword', 'newPassword'] as const

function validate({ currentPassword, newPassword }: typeof initial): FieldErrors<keyof typeof initial> {
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
  const form = useForm({ draft: null, initial, check: validate })
  const { values } = form
  const update = useUpdateMe()
  const lost = useRef<string | null>(null)
  const send = (): void => {
    if (update.isPending) return
    update.mutate({ body: values }, { onSuccess: finish, onError: (error) => void refuse(error) })
  }
  const finish = (): void => {
    form.clear()
    notify.success('Your password is changed. Other devices are signed out.')
  }
  /** The answer to the same try may have been lost: then the password was changed, and signing in with the new one shows it. */
  const refuse = async (error: ApiProblem): Promise<void> => {
    const isRefused = toFieldErrors(error, fields).currentPassword !== undefined
    if (lost.current === values.newPassword && isRefused) {
      const isChanged = await isPassword(email, values.newPassword)
      if (isChanged) return finish()
      // It was not done. Asked once: each further try would count as a failed sign-in.
      if (isChanged === false) lost.current = null
    }
    if (isNetworkError(error)) lost.current = values.newPassword
    form.fail(error)
  }
  const field = (name: keyof typeof initial, label: string, autoComplete: string, help?: ReactNode) => (
    <PasswordInput
      {...form.inputProps(name)}
      name={name}
      label={label}
      description={help}
      autoComplete={autoComplete}
      aria-invalid={form.error(name) !== undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}`, tabIndex: 0 }}
    />
  )
  return (
    <form className={classes.form} onSubmit={(event) => form.submit(send)(event)} noValidate>
      <FormSection title="Password">
        {form.summary.length > 0 && <ErrorSummary key={form.submitCount} errors={form.summary} />}
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
