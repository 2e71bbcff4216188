/** Light, dark, or the system's: applied at once on this device, then saved for the user. */

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { Preferences } from '@lms/contract/preferences'
import { choosePreferences } from '#lib/preferences.ts'

type Theme = NonNullable<Preferences['theme']>

const themes: Record<MantineColorScheme, Theme> = { auto: 'SYSTEM', light: 'LIGHT', dark: 'DARK' }
export const colorSchemes: Record<Theme, MantineColorScheme> = { SYSTEM: 'auto', LIGHT: 'light', DARK: 'dark' }

/** The choice, and how to make another. */
export function useColorScheme(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: MantineColorScheme): void => {
    setColorScheme(scheme)
    choosePreferences({ theme: themes[scheme] })
  }
  return [colorScheme, choose]
}
