/** One of a few, each with a line that says what it means: cards with an ink edge when chosen. */
import { type ReactNode, useId } from 'react'
import classes from './radio-cards.module.css'

type Choice<T extends string> = { value: T; label: string; help?: ReactNode; icon?: ReactNode }

type Props<T extends string> = {
  label: string
  choices: readonly Choice<T>[]
  value: T | null
  onChange: (value: T) => void
  help?: ReactNode
  error?: string | undefined
  /** Id of the first choice, for the line of an ErrorSummary. */
  id?: string
  /** Side by side where there is room. */
  columns?: 1 | 2 | 3
}

export function RadioCards<T extends string>({ label, choices, value, onChange, help, error, id, columns = 1 }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {help && <p className={classes.groupHelp}>{help}</p>}
      <div className={classes.cards} style={{ '--columns': columns }}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={classes.card}>
            <input
              type="radio"
              name={name}
              {...(index === 0 && id !== undefined && { id })}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${name}-${choice.value}-label`}
              aria-describedby={choice.help ? `${name}-${choice.value}` : undefined}
            />
            {choice.icon && <span className={classes.icon}>{choice.icon}</span>}
            <span className={classes.words}>
              <span id={`${name}-${choice.value}-label`} className={classes.label}>
                {choice.label}
              </span>
              {choice.help && (
                <span id={`${name}-${choice.value}`} className={classes.help}>
                  {choice.help}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mantine-InputWrapper-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
