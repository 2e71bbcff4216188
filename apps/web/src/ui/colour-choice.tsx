/** Light, dark, or as the system has it. */
import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { ChoiceCards } from './choice-cards.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const schemes = [
  { value: 'auto', label: 'As the system', icon: <IconDeviceDesktop {...icon} /> },
  { value: 'light', label: 'Light', icon: <IconSun {...icon} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...icon} /> },
] as const

export function ColourChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <ChoiceCards label="Colours" help="On this device." choices={schemes} value={colorScheme} onChange={setColorScheme} columns={3} />
}
