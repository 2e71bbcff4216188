/** Choices as cards with a dark border when selected: RadioCards for a setting, each with help text, and ChoiceCards for a question. */

import { Button, Flex, Input, Text } from '@mantine/core'
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
  /** Side by side if there is space. */
  columns?: 1 | 2 | 3
}

export function RadioCards<T extends string>({ label, choices, value, onChange, help, error, id, columns = 1 }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {help && (
        <Text variant="meta" mb={6}>
          {help}
        </Text>
      )}
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
            <Flex component="span" direction="column" gap={0} miw={0}>
              <span id={`${name}-${choice.value}-label`} className={classes.label}>
                {choice.label}
              </span>
              {choice.help && (
                <Text span id={`${name}-${choice.value}`} variant="meta">
                  {choice.help}
                </Text>
              )}
            </Flex>
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

type ChoiceCardsProps = {
  id: string
  /** The id of the heading with the question. */
  labelledBy: string
  options: readonly string[]
  isMany: boolean
  /** A single choice cannot be cleared then; multiple choices always can. */
  isRequired: boolean
  /** Side by side if there is space: for short choices. */
  hasColumns?: boolean
  value: string | string[] | undefined
  error?: string | undefined
  onChange: (value: string | string[]) => void
}

/** The choices of a question as cards: single or multiple. */
export function ChoiceCards({ id, labelledBy, options, isMany, isRequired, hasColumns = false, value, error, onChange }: ChoiceCardsProps) {
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
      // A group has none.
      {...(!isMany && { 'aria-required': isRequired })}
      aria-labelledby={labelledBy}
      {...(error && { 'aria-describedby': errorId })}
      className={`${classes.choices} ${hasColumns ? classes.columns : ''}`}
    >
      {isMany && !hasColumns && <Text variant="meta">Choose one or more.</Text>}
      {options.map((option) => (
        <label key={option} className={classes.choiceCardsCard}>
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
      {!isRequired && !isMany && chosen.some(Boolean) && (
        <Button variant="subtle" size="sm" className={classes.clear ?? ''} onClick={() => onChange('')}>
          Clear selection
        </Button>
      )}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </div>
  )
}
