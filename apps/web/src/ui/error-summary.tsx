/** All errors of a form in one note that takes the focus; each line leads to its field, in the same words as there. */
import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'

export type FieldError = {
  /** The id of the field's input; absent for an error that belongs to no field. */
  fieldId?: string | undefined
  message: string
}

/** Render it only while there are errors, and give it a new `key` on each submit so that it takes the focus again. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])

  const goTo = (fieldId: string): void => {
    const field = document.getElementById(fieldId)
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  }

  return (
    <Alert tone="bad" title="There is a problem" role="alert" ref={box}>
      <Stack component="ul" gap={4} c="var(--c-bad)" fz={14} lh="20px">
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId ?? ''}${message}`}>
            {fieldId === undefined ? (
              message
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(fieldId)
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}
