/** The two widths at which the layout changes: 768 and 1024 px (visual.md section 6). */
import { useMediaQuery } from '@mantine/hooks'

const now = { getInitialValueInEffect: false }

export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.9975em)', false, now)
export const useIsWide = (): boolean => useMediaQuery('(min-width: 64em)', true, now)
