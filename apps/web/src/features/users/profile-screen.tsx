/** Your profile: photo, name, time zone, colours, captions, keys, password, signed-in devices. */
import { useSession } from '#lib/session.ts'
import { CalendarFeed } from '#features/calendar/index.ts'
import { ImageField } from '#features/files/index.ts'
import { CaptionStyleFields } from '#features/media/index.ts'
import { useColorScheme } from './color-scheme.ts'
import { ShortcutsToggle } from './shortcuts-toggle.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useUpdateMe } from './api.ts'
import { SessionList } from './session-list.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { ColorSchemePicker } from '#ui/color-scheme-picker.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { getErrorMessage } from '#lib/api.ts'

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
      <PasswordForm />
      <SessionList />
      <CalendarFeed />
    </Page>
  )
}
