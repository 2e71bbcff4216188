/** Your profile: photo, name, time zone, colours, captions, keys, emails about notices, password, signed-in devices. */

import { Button, Flex, type MantineColorScheme, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { type ApiProblem } from '@lms/contract/client'
import { isAdminRole } from '@lms/contract/policy'
import type { User } from '@lms/contract/users'
import { getErrorMessage, isNetworkError, isWrongLogin } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { useForm, toFieldErrors, type FieldErrors } from '#lib/form.ts'
import { getViewerZone } from '#lib/format-date.ts'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession, type SessionUser } from '#lib/session.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FormSection, FormActions, ReadOnlyField, FormPage, ErrorSummary } from '#ui/form-page.tsx'
import { IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { validateLength, NewPasswordHelp } from '#features/auth/new-password.tsx'
import { CalendarFeed } from '#features/calendar/calendar-feed.tsx'
import { CourseEmailsSection } from '#features/emails/course-emails-section.tsx'
import { ImageField } from '#features/files/image-field.tsx'
import { CaptionStyleFields } from '#features/media/caption-style.tsx'
import { NoticeSettings } from '#features/notices/notice-settings.tsx'
import { useUpdateMe } from './api.ts'
import { useColorScheme } from './color-scheme.ts'
import { EmailChangeSection } from './email-change.tsx'
import { roleLabels } from './role-labels.ts'
import { SessionList } from './session-list.tsx'

function PhotoField() {
  const me = useSession((session) => session.user)
  const update = useUpdateMe({ onSaved: (saved) => useSession.getState().setUser(saved) })
  if (!me) return null
  const save = (profileImage: string | null): void =>
    update.mutate(
      { body: { profileImage } },
      {
        onSuccess: () => void notify.success(profileImage ? 'Your photo is saved' : 'Your photo is removed'),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  return (
    <ImageField
      label="Photo"
      help="Shown beside your name. You choose which part of the picture is used."
      hasImage={me.profileImage !== null}
      longest={512}
      isRound
      renderPreview={() => <Avatar id={me.id} name={me.name} src={me.profileImageUrl} size={72} />}
      onChange={save}
    />
  )
}

function Colours() {
  const [scheme, choose] = useColorScheme()
  return <ColorSchemePicker value={scheme} onChange={choose} />
}

export function ProfileScreen() {
  const me = useSession((session) => session.user)
  if (!me) return null
  return (
    <Page title="Your profile" kind="reading">
      <FormSection>
        <PhotoField />
      </FormSection>
      <ProfileForm me={me} />
      <EmailChangeSection person={me} isOwn />
      <FormSection title="Appearance">
        <Colours />
      </FormSection>
      <FormSection title="Captions" help="In every video, on every device where you sign in.">
        <CaptionStyleFields />
      </FormSection>
      <FormSection title="Keyboard">
        <ShortcutsToggle />
      </FormSection>
      <NoticeSettings me={me} />
      <CourseEmailsSection />
      <PasswordForm />
      <SessionList />
      <CalendarFeed />
    </Page>
  )
}

/** Single-key shortcuts, on or off, for the user on every device. */
function ShortcutsToggle() {
  const isOn = useShortcutsEnabled()
  return (
    <Switch
      label="Single-key shortcuts"
      description="For example J and K to move in lists and / to search. Turn them off if you dictate, or press keys by accident. Keys of the player stay: they work only while it has the focus."
      checked={isOn}
      onChange={(event) => choosePreferences({ letterKeys: event.currentTarget.checked })}
    />
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const schemes = [
  { value: 'auto', label: 'System', icon: <IconDeviceDesktop {...icon} /> },
  { value: 'light', label: 'Light', icon: <IconSun {...icon} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...icon} /> },
] as const

type Props = { value: MantineColorScheme; onChange: (scheme: MantineColorScheme) => void }

/** Light, dark, or as the system. */
const ColorSchemePicker = ({ value, onChange }: Props) => (
  <RadioCards label="Colours" help="On every device where you sign in." choices={schemes} value={value} onChange={onChange} columns={3} />
)

type Values = { name: string; timeZone: string | null }

const toValues = ({ name, timeZone }: SessionUser | User): Values => ({ name, timeZone: timeZone ?? null })

function useProfileForm(me: SessionUser) {
  const initial = toValues(me)
  const form = useForm<Values>({ draft: 'profile', initial, check: ({ name }) => (name.trim() ? {} : { name: 'Enter your name' }) })
  const { mutate, isPending } = useUpdateMe({
    // Also if the page was left before the response.
    onSaved: (saved) => {
      useSession.getState().setUser(saved)
      form.saved(toValues(saved))
    },
  })
  const send = (sent: Values): void => {
    mutate(
      { body: { name: sent.name.trim(), timeZone: sent.timeZone } },
      { onSuccess: () => void notify.success('Your profile is saved'), onError: form.fail },
    )
  }
  return { form, send, isPending }
}

export function ProfileForm({ me }: { me: SessionUser }) {
  const { form, send, isPending } = useProfileForm(me)
  return (
    <FormPage
      form={form}
      onSubmit={form.submit(send)}
      submitLabel="Save changes"
      isPending={isPending}
      hasActions={form.isChanged}
      isSticky
    >
      <FormSection>
        <TextInput name="name" label="Name" autoComplete="name" {...form.inputProps('name')} />
        <ReadOnlyField label="Role" help={isAdminRole(me.role) ? 'Only a super admin can change it.' : 'Only an admin can change it.'}>
          {roleLabels[me.role]}
        </ReadOnlyField>
        <TimeZoneField
          help={`Used for times in your emails. This device uses ${formatZone(getViewerZone())}.`}
          {...form.field('timeZone')}
        />
      </FormSection>
    </FormPage>
  )
}

const noPasswords = { currentPassword: '', newPassword: '' }
const passwordFields = ['currentPassword', 'newPassword'] as const

function validatePasswords({ currentPassword, newPassword }: typeof noPasswords): FieldErrors<keyof typeof noPasswords> {
  const length = validateLength(newPassword)
  return {
    ...(!currentPassword && { currentPassword: 'Enter the password that you use now' }),
    ...(length && { newPassword: length }),
  }
}

/** Checked by a sign-in whose session is ended at once; undefined if it was not checked. */
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
  const form = useForm({ draft: null, initial: noPasswords, check: validatePasswords })
  const { values } = form
  const update = useUpdateMe()
  const lost = useRef<string | null>(null)
  const send = (): void => {
    if (update.isPending) return
    update.mutate({ body: values }, { onSuccess: finish, onError: (error) => void refuse(error) })
  }
  const finish = (): void => {
    form.saved()
    notify.success('Your password is changed. Other devices are signed out.')
  }
  /** The response to an earlier attempt may have been lost: if the password was changed by it, signing in with the new one works. */
  const refuse = async (error: ApiProblem): Promise<void> => {
    const isRefused = toFieldErrors(error, passwordFields).currentPassword !== undefined
    if (lost.current === values.newPassword && isRefused) {
      const isChanged = await isPassword(email, values.newPassword)
      if (isChanged) return finish()
      // The password was not changed. Checked only once: each further check would count as a failed sign-in.
      if (isChanged === false) lost.current = null
    }
    if (isNetworkError(error)) lost.current = values.newPassword
    form.fail(error)
  }
  const field = (name: keyof typeof noPasswords, label: string, autoComplete: string, help?: ReactNode) => (
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
    <Flex component="form" direction="column" gap={16} onSubmit={(event) => form.submit(send)(event)} noValidate>
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
    </Flex>
  )
}
