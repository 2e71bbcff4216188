/** Light, dark, or as the system has it. */
import type { MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { RadioCards } from './radio-cards.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const schemes = [
  { value: 'auto', label: 'As the system', icon: <IconDeviceDesktop {...icon} /> },
  { value: 'light', label: 'Light', icon: <IconSun {...icon} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...icon} /> },
] as const

type Props = { value: MantineColorScheme; onChange: (scheme: MantineColorScheme) => void }

export const ColorSchemePicker = ({ value, onChange }: Props) => (
  <RadioCards label="Colours" help="On every device where you sign in." choices={schemes} value={value} onChange={onChange} columns={3} />
)
