/** One question in the builder: what is asked, how it is answered, what it is worth, and its place. */
import { ActionIcon, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { getError, type Faults, getFieldId, isChoice, questionTypes, type QuestionValues } from './assignment-form-values.ts'
import { OptionEditor } from './option-editor.tsx'
import classes from './question-editor.module.css'
import type { QuestionAction } from './question-actions.ts'

type Props = { question: QuestionValues; index: number; count: number; faults: Faults; onAction: (action: QuestionAction) => void }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The id of a question’s box, by which it is found again after it moved. */
export const questionIdOf = (key: string): string => `question-${key}`

/** At an end of the list the button stays, so that the focus does; it only does nothing. */
const endIf = (isEnd: boolean) => (isEnd ? { 'aria-disabled': true, className: classes.end ?? '' } : {})

function Tools({ index, count, onAction }: Pick<Props, 'index' | 'count' | 'onAction'>) {
  const number = index + 1
  return (
    <span className={classes.tools}>
      <ActionIcon
        {...endIf(index === 0)}
        aria-label={`Move question ${number} up`}
        title="Alt Up"
        onClick={() => onAction({ do: 'move', at: index, by: -1 })}
      >
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...endIf(index === count - 1)}
        aria-label={`Move question ${number} down`}
        title="Alt Down"
        onClick={() => onAction({ do: 'move', at: index, by: 1 })}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={`Duplicate question ${number}`} onClick={() => onAction({ do: 'duplicate', at: index })}>
        <IconCopy {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={`Remove question ${number}`} onClick={() => onAction({ do: 'remove', at: index })}>
        <IconTrash {...icon} />
      </ActionIcon>
    </span>
  )
}

export function QuestionEditor({ question, index, count, faults, onAction }: Props) {
  const { key, type, prompt, required, points } = question
  const at = `/questions/${index}`
  const number = index + 1
  const change = (to: Partial<QuestionValues>): void => onAction({ do: 'change', at: index, to })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onAction({ do: 'move', at: index, by: event.key === 'ArrowUp' ? -1 : 1 })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside come up to here
    <section id={questionIdOf(key)} className={classes.question} aria-label={`Question ${number}`} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h3 className={classes.title}>Question {number}</h3>
        <Tools index={index} count={count} onAction={onAction} />
      </div>
      <Textarea
        id={getFieldId(`${at}/prompt`)}
        label="Question"
        autosize
        minRows={1}
        maxRows={8}
        value={prompt}
        error={getError(faults, `${at}/prompt`)}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      <div className={classes.line}>
        <Select
          id={getFieldId(`${at}/type`)}
          label="Kind of answer"
          data={questionTypes}
          value={type}
          allowDeselect={false}
          onChange={(value) =>
            value && change({ type: value, right: value === 'SINGLE_CHOICE' ? question.right.slice(0, 1) : question.right })
          }
        />
        <TextInput
          id={getFieldId(`${at}/points`)}
          label="Marks"
          inputMode="decimal"
          autoComplete="off"
          value={points}
          error={getError(faults, `${at}/points`)}
          onChange={(event) => change({ points: event.currentTarget.value })}
        />
      </div>
      {isChoice(type) && (
        <OptionEditor
          question={question}
          number={number}
          pointer={`${at}/options`}
          error={getError(faults, `${at}/options`) ?? getError(faults, `${at}/answerKey`)}
          onChange={change}
        />
      )}
      <Switch label="An answer is required" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
    </section>
  )
}
