/** One question in the form: its text, kind of answer, points and position. */

import { Flex, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { assignmentQuestionTypes, getRightWith, hasOptions, type QuestionType } from '@lms/contract/rules/questions'
import type { Form } from '#lib/form.ts'
import { ChoiceEditor } from '#features/questions/choice-editor.tsx'
import { QuestionTools } from '#features/questions/question-tools.tsx'
import { toTypeChoices } from '#features/questions/question-types.ts'
import type { AssignmentFormValues, QuestionAction, QuestionValues } from './assignment-form-values.ts'
import classes from './question-editor.module.css'

/** Existing answers, because of which the kind can no longer be changed. */
export type QuestionUse = { answers: number; choices: readonly { option: string; count: number }[] }

const countOf = ({ choices }: QuestionUse, option: string): number => choices.find((one) => one.option === option)?.count ?? 0

const describeKey = (type: QuestionType): string =>
  [
    'Tick each correct answer, and the question is graded automatically.',
    getRightWith(type) === 'any' && 'With two ticks, either one counts.',
    'Without one you mark it yourself.',
  ]
    .filter(Boolean)
    .join(' ')

type Props = {
  question: QuestionValues
  index: number
  count: number
  error: Form<AssignmentFormValues>['error']
  isPromptRequired: boolean
  /** Set if the question has answers. */
  use?: QuestionUse | undefined
  /** The caller already draws a frame. */
  isFramed?: boolean
  onAction: (action: QuestionAction) => void
}

/** The id of a question’s element, to find it again after a move. */
export const getQuestionElementId = (key: string): string => `question-${key}`

export function QuestionEditor({ question, index, count, error, isPromptRequired, use, isFramed = false, onAction }: Props) {
  const { key, type, prompt, required, points, options, right, shuffle } = question
  const at = `questions.${index}` as const
  const number = index + 1
  const change = (to: Partial<QuestionValues>): void => onAction({ do: 'change', at: index, to })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onAction({ do: 'move', at: index, to: index + (event.key === 'ArrowUp' ? -1 : 1) })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the fields inside
    <section
      id={getQuestionElementId(key)}
      className={isFramed ? classes.fields : `${classes.fields} ${classes.question}`}
      aria-label={`Question ${number}`}
      onKeyDown={onKeyDown}
    >
      <Flex align="center" justify="space-between" wrap="wrap" gap={12} mb={-4}>
        <Text component="h2" variant="heading">
          Question {number}
        </Text>
        <QuestionTools index={index} count={count} hasKeys onAction={onAction} />
      </Flex>
      <Textarea
        id={`${at}.prompt`}
        label="Question"
        required={isPromptRequired}
        autosize
        minRows={1}
        maxRows={8}
        value={prompt}
        error={error(`${at}.prompt`)}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      <div className={classes.line}>
        <Select
          id={`${at}.type`}
          label="Kind of answer"
          data={toTypeChoices(assignmentQuestionTypes)}
          value={type}
          allowDeselect={false}
          disabled={use !== undefined}
          error={error(`${at}.type`)}
          onChange={(value) => value && change({ type: value })}
        />
        <TextInput
          id={`${at}.points`}
          label="Marks"
          inputMode="decimal"
          autoComplete="off"
          value={points}
          error={error(`${at}.points`)}
          onChange={(event) => change({ points: event.currentTarget.value })}
        />
      </div>
      {use && <KindIsFixed answers={use.answers} onReplace={() => onAction({ do: 'replace', at: index })} />}
      {hasOptions(type) && (
        <>
          <ChoiceEditor
            id={`${at}.options`}
            questionKey={key}
            noun="option"
            of={` of question ${number}`}
            options={options}
            error={error(`${at}.options`) ?? error(`${at}.answerKey`)}
            answerKey={{ right, help: describeKey(type), countOf: use && ((option) => countOf(use, option)) }}
            onChange={change}
          />
          <Switch label="Shuffle choices" checked={shuffle} onChange={(event) => change({ shuffle: event.currentTarget.checked })} />
        </>
      )}
      <Switch label="An answer is required" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
    </section>
  )
}

/** Why the kind cannot be changed, and what can be done instead. */
function KindIsFixed({ answers, onReplace }: { answers: number; onReplace: () => void }) {
  return (
    <Text variant="meta">
      {answers === 1 ? '1 answer' : `${answers} answers`}. To use another kind,{' '}
      <button type="button" className={classes.replace} onClick={onReplace}>
        replace this question
      </button>
      .
    </Text>
  )
}
