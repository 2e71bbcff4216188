/** The menu of an item of a week for staff, loaded when it is about to be opened. */

import { Menu } from '@mantine/core'
import { type ComponentType, type Ref, useState } from 'react'
import type { Week } from '@lms/contract/weeks'
import { IconArrowDown, IconArrowRight, IconArrowUp } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { type MovedItem, MoveToWeek } from './move-to-week.tsx'

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

type Props = { item: MovedItem; week: Week; steps: Steps; Button: ComponentType<{ name: string; ref: Ref<HTMLButtonElement> }> }

export function ItemMenu({ item, week, steps, Button }: Props) {
  const { menu, button } = useTakeOver()
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <Menu position="bottom-end" {...menu}>
        <Menu.Target>
          <Button name={item.title} ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight {...icon} />} onClick={() => setMoving(true)}>
            Move to week…
          </Menu.Item>
          <MoveItems {...steps} />
        </Menu.Dropdown>
      </Menu>
      {isMoving && <MoveToWeek item={item} week={week} onClose={() => setMoving(false)} />}
    </>
  )
}
