/** The breakpoints of the layout: 768 and 1024 px, and 1100 px for a table with a side column. */

import { useMediaQuery } from '@mantine/hooks'

const now = { getInitialValueInEffect: false }

export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.9975em)', false, now)
export const useIsWide = (): boolean => useMediaQuery('(min-width: 64em)', true, now)
export const useHasSideColumn = (): boolean => useMediaQuery('(min-width: 68.75em)', true, now)
