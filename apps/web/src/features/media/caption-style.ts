/** How somebody wants captions to look: in the player, and on every device. */
import type { CaptionStyle } from '@lms/contract/preferences'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'

const defaultStyle: CaptionStyle = { size: 'NORMAL', background: 'SHADED' }

type Choices<T extends string> = readonly { value: T; label: string }[]

export const captionSizes: Choices<CaptionStyle['size']> = [
  { value: 'SMALL', label: 'Small' },
  { value: 'NORMAL', label: 'Normal' },
  { value: 'LARGE', label: 'Large' },
  { value: 'LARGEST', label: 'Very large' },
]

export const captionBackgrounds: Choices<CaptionStyle['background']> = [
  { value: 'NONE', label: 'None' },
  { value: 'SHADED', label: 'Shaded' },
  { value: 'SOLID', label: 'Solid' },
]

/** What was chosen, and how to choose a part of it. */
export function useCaptionStyle(): [CaptionStyle, (changes: Partial<CaptionStyle>) => void] {
  const style = useSession(({ user }) => user?.preferences?.captionStyle) ?? defaultStyle
  return [style, (changes) => choosePreferences({ captionStyle: { ...style, ...changes } })]
}
