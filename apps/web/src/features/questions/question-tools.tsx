/** The buttons of a question in its editor: move, duplicate, remove. */

import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '#ui/icons.ts'
import type { ListAction } from './question-actions.ts'
import classes from './questions.module.css'

type Props = {
  index: number
  count: number
  /** The question itself is moved by Alt and the arrow keys, which the buttons tell. */
  hasKeys?: boolean
  onAction: (action: ListAction) => void
}

export function QuestionTools({ index, count, hasKeys = false, onAction }: Props) {
  const number = index + 1
  const tools: { name: string; keys?: string; Icon: typeof IconCopy; isOff?: boolean; action: ListAction }[] = [
    {
      name: `Move question ${number} up`,
      keys: 'Alt Up',
      Icon: IconArrowUp,
      isOff: index === 0,
      action: { do: 'move', at: index, to: index - 1 },
    },
    {
      name: `Move question ${number} down`,
      keys: 'Alt Down',
      Icon: IconArrowDown,
      isOff: index === count - 1,
      action: { do: 'move', at: index, to: index + 1 },
    },
    { name: `Duplicate question ${number}`, Icon: IconCopy, action: { do: 'duplicate', at: index } },
    { name: `Remove question ${number}`, Icon: IconTrash, action: { do: 'remove', at: index } },
  ]
  return (
    <span className={classes.tools}>
      {tools.map(({ name, keys, Icon, isOff = false, action }) => (
        // At an end of the list the button is not disabled, because it would lose the focus.
        <ActionIcon
          key={name}
          aria-label={name}
          title={hasKeys ? keys : name}
          aria-disabled={isOff}
          {...(isOff && { 'data-disabled': true })}
          onClick={() => !isOff && onAction(action)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  )
}
