/** The menu of an item of a week for staff, loaded when it is about to be opened. */

import { Menu } from '@mantine/core'
import type { ComponentType, Ref } from 'react'
import { IconArrowDown, IconArrowUp } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export type Steps = { isFirst: boolean; isLast: boolean; onUp: () => void; onDown: () => void }

/** In the menu of anything that has a place in a list. */
export const MoveItems = ({ isFirst, isLast, onUp, onDown }: Steps) => (
  <>
    <Menu.Item disabled={isFirst} leftSection={<IconArrowUp {...icon} />} onClick={onUp}>
      Move up
    </Menu.Item>
    <Menu.Item disabled={isLast} leftSection={<IconArrowDown {...icon} />} onClick={onDown}>
      Move down
    </Menu.Item>
  </>
)

type Props = { name: string; steps: Steps; Button: ComponentType<{ name: string; ref: Ref<HTMLButtonElement> }> }

export function ItemMenu({ name, steps, Button }: Props) {
  const { menu, button } = useTakeOver()
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <Button name={name} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <MoveItems {...steps} />
      </Menu.Dropdown>
    </Menu>
  )
}
