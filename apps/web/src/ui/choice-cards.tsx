/** The choices of a question as cards: one of them holds, or several. */
import { Button, Input } from '@mantine/core'
import classes from './choice-cards.module.css'

type Props = {
  id: string
  /** The id of the heading that names the question. */
  labelledBy: string
  options: readonly string[]
  isMany: boolean
  /** Whether one choice can be taken back; of several each can. */
  canClear?: boolean
  /** Side by side where there is room: for short choices. */
  hasColumns?: boolean
  value: string | string[] | undefined
  error?: string | undefined
  onChange: (value: string | string[]) => void
}

export function ChoiceCards({ id, labelledBy, options, isMany, canClear = false, hasColumns = false, value, error, onChange }: Props) {
  const chosen = [value ?? []].flat()
  const toggle = (option: string): void => {
    if (!isMany) return onChange(option)
    const next = chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]
    onChange(options.filter((known) => next.includes(known)))
  }
  const errorId = `${id}-error`
  return (
    <div
      id={id}
      tabIndex={-1}
      role={isMany ? 'group' : 'radiogroup'}
      aria-labelledby={labelledBy}
      {...(error && { 'aria-describedby': errorId })}
      className={`${classes.choices} ${hasColumns ? classes.columns : ''}`}
    >
      {isMany && !hasColumns && <p className={classes.hint}>Choose one or more.</p>}
      {options.map((option) => (
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
      {canClear && !isMany && chosen.some(Boolean) && (
        <Button variant="subtle" size="sm" className={classes.clear ?? ''} onClick={() => onChange('')}>
          Clear the choice
        </Button>
      )}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </div>
  )
}
