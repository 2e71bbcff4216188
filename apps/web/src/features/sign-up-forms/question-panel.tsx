/** The middle of the form builder: one question with its type, texts and choices. */

import { Flex, Select, Switch, TextInput } from '@mantine/core'
import { formQuestionTypes, hasOptions } from '@lms/contract/rules/questions'
import type { Form } from '#lib/form.ts'
import frameClasses from '#features/questions/builder.module.css'
import { ChoiceEditor } from '#features/questions/choice-editor.tsx'
import { QuestionTools } from '#features/questions/question-tools.tsx'
import { toTypeChoices } from '#features/questions/question-types.ts'
import type { FormAction, FormQuestionValues, FormValues } from './use-form-builder.ts'
import classes from './sign-up-forms.module.css'

type Props = {
  question: FormQuestionValues
  index: number
  count: number
  error: Form<FormValues>['error']
  onAction: (action: FormAction) => void
}

export const panelTitleId = 'question-title'

export function QuestionPanel({ question, index, count, error, onAction }: Props) {
  const { key, label, help, type, required, options } = question
  const number = index + 1
  const at = `questions.${index}` as const
  const change = (to: Partial<FormQuestionValues>): void => onAction({ do: 'change', at: index, to })
  return (
    <section className={frameClasses.panel} aria-label={`Question ${number}`}>
      <Flex align="center" justify="space-between" wrap="wrap" gap={8}>
        <h2 id={panelTitleId} tabIndex={-1} className={classes.panelTitle}>
          Question {number}
        </h2>
        <QuestionTools index={index} count={count} onAction={onAction} />
      </Flex>
      <Select
        label="Kind of answer"
        data={toTypeChoices(formQuestionTypes)}
        value={type}
        allowDeselect={false}
        maxDropdownHeight={480}
        onChange={(value) => value && change({ type: value })}
      />
      <TextInput
        id={`${at}.label`}
        label="Question"
        required
        maxLength={500}
        value={label}
        error={error(`${at}.label`)}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label="Help (optional)"
        maxLength={1000}
        value={help}
        error={error(`${at}.help`)}
        onChange={(event) => change({ help: event.currentTarget.value })}
      />
      {hasOptions(type) && (
        <ChoiceEditor
          id={`${at}.options`}
          questionKey={key}
          noun="choice"
          options={options}
          maxLength={200}
          error={error(`${at}.options`)}
          onChange={change}
        />
      )}
      <Switch label="An answer is required" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
    </section>
  )
}
