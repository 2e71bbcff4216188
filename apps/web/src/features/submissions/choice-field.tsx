/** Choices as cards: one of them holds, or several. */
import { Button, Input } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import type { AnswerValue } from './answers.ts'
import classes from './choice-field.module.css'

type Props = {
  question: Question
  id: string
  labelledBy: string
  value: AnswerValue | undefined
  error?: string | undefined
  onChange: (value: AnswerValue) => void
}

export function ChoiceField({ question, id, labelledBy, value, error, onChange }: Props) {
  const isMany = question.type === 'MULTIPLE_CHOICE'
  const chosen = [value ?? []].flat()
  const toggle = (option: string): void => {
    if (!isMany) return onChange(option)
    const next = chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]
    onChange(question.options.filter((known) => next.includes(known)))
  }
  const errorId = `${id}-error`
  return (
    <div
      id={id}
      tabIndex={-1}
      role={isMany ? 'group' : 'radiogroup'}
      aria-labelledby={labelledBy}
      {...(error && { 'aria-describedby': errorId })}
      className={classes.choices}
    >
      {isMany && <p className={classes.hint}>Choose one or more.</p>}
      {question.options.map((option) => (
        <label key={option} className={classes.card}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={id}
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
            className={isMany ? classes.box : classes.dot}
          />
          <span>{option}</span>
        </label>
      ))}
      {!question.required && !isMany && chosen.some(Boolean) && (
        <Button variant="subtle" size="sm" className={classes.clear ?? ''} onClick={() => onChange('')}>
          Clear the choice
        </Button>
      )}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </div>
  )
}
