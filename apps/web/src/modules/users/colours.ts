/** Light, dark, or as the system has it: at once on this device, and then for the person. */
import type { Preferences } from '@lms/contract/users'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { api, sentenceOf } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'

type Theme = NonNullable<Preferences['theme']>

const themeOf: Record<MantineColorScheme, Theme> = { auto: 'SYSTEM', light: 'LIGHT', dark: 'DARK' }
export const schemeOf: Record<Theme, MantineColorScheme> = { SYSTEM: 'auto', LIGHT: 'light', DARK: 'dark' }

/** The choice, and how to make another. */
export function useColours(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: MantineColorScheme): void => {
    setColorScheme(scheme)
    const { user, setUser } = useSession.getState()
    if (!user) return
    const theme = themeOf[scheme]
    // Known before the answer: what an older answer says is then no news, and cannot turn a quick second choice back.
    setUser({ ...user, preferences: { ...user.preferences, theme } })
    api.users
      .updateMe({ body: { preferences: { theme } } })
      .catch((error: unknown) => notify.bad(`${sentenceOf(error)} The colours are kept on this device only.`))
  }
  return [colorScheme, choose]
}
