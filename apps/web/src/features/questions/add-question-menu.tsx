/** A menu of types that adds a question. */

import { Button, Menu } from '@mantine/core'
import type { ComponentType } from 'react'
import type { QuestionType } from '@lms/contract/rules/questions'
import { IconPlus } from '#ui/icons.ts'
import { typeLabels } from './question-types.ts'
import classes from './questions.module.css'

type Props<T extends QuestionType> = {
  types: readonly T[]
  /** With icons the menu is that of a list, and as wide. */
  Icon?: ComponentType<{ type: T }>
  onAdd: (type: T) => void
}

export function AddQuestionMenu<T extends QuestionType>({ types, Icon, onAdd }: Props<T>) {
  return (
    <Menu position="bottom-start" {...(Icon && { width: 240 })}>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth={Icon !== undefined}
          className={classes.add ?? ''}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        >
          Add question
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} leftSection={Icon && <Icon type={type} />} onClick={() => onAdd(type)}>
            {typeLabels[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
