/** Your profile: photo, name, time zone, colours, captions, keys, emails about notices, password, signed-in devices. */
import { useSession } from '#lib/session.ts'
import { CalendarFeed } from '#features/calendar/index.ts'
import { CourseEmailsSection } from '#features/emails/index.ts'
import { ImageField } from '#features/files/index.ts'
import { CaptionStyleFields } from '#features/media/index.ts'
import { NoticeSettings } from '#features/notices/index.ts'
import { useColorScheme } from './color-scheme.ts'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useUpdateMe } from './api.ts'
import { SessionList } from './session-list.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { getErrorMessage } from '#lib/api.ts'
import { Switch, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { RadioCards } from '#ui/radio-cards.tsx'

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

/** Single-key shortcuts, on or off, for the person on every device. */
function ShortcutsToggle() {
  const isOn = useShortcutsEnabled()
  return (
    <Switch
      label="Single-key shortcuts"
      description="Such as J and K, which go through a list, and /, which goes to the search. Turn them off if you dictate, or press keys by accident. Keys of the player stay: they work only while it has the focus."
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

/** Light, dark, or as the system has it. */
const ColorSchemePicker = ({ value, onChange }: Props) => (
  <RadioCards label="Colours" help="On every device where you sign in." choices={schemes} value={value} onChange={onChange} columns={3} />
)
