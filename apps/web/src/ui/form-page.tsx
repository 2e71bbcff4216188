/** A form on a page of its own: its note of errors, its parts 28 px apart, and one button that says what it does. */
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ErrorSummary, type FieldError } from './error-summary.tsx'
import classes from './form-page.module.css'
import { FormActions } from './form-section.tsx'
import { DraftRestoredAlert } from './draft-restored-alert.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import { StickyFooter } from './sticky-footer.tsx'

type Props = {
  /** From `lib/form.ts`. */
  form: { summary: readonly FieldError[]; submitCount: number; restoredFrom: string | null; clear: () => void }
  onSubmit: (event?: FormEvent) => void
  /** The blue button: “Create course”. */
  submitLabel: string
  isPending: boolean
  /** Beside the blue button: “Cancel”, “Save draft”. */
  others?: ReactNode
  /** Shown at the left of the dock on phones, and after the buttons elsewhere: “3 changes”. */
  state?: ReactNode
  /** Off where there is nothing to save yet. */
  hasActions?: boolean
  /** Stays at the foot of the window, for forms that are longer than it. */
  isSticky?: boolean
  children: ReactNode
}

/** A field where Enter alone would submit the whole form. */
const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type !== 'file'

/** Ctrl S saves, wherever the focus is, and Ctrl Enter from within the form. Enter alone in a field does not: the form is long. */
function useKeys(save: () => void) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isModified = event.ctrlKey || event.metaKey
      const isEnter = event.key === 'Enter' && !event.defaultPrevented && form.current?.contains(event.target as Node) === true
      if (!(event.key === 's' && isModified) && !(isEnter && (isModified || isField(event.target)))) return
      event.preventDefault()
      if (isModified) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return form
}

export function FormPage({
  form,
  onSubmit,
  submitLabel: action,
  isPending,
  others,
  state,
  hasActions = true,
  isSticky = false,
  children,
}: Props) {
  const isPhone = useIsPhone()
  const element = useKeys(() => hasActions && !isPending && onSubmit())
  const save = (
    <Button type="submit" loading={isPending}>
      {action}
    </Button>
  )
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={onSubmit}>
      {form.summary.length > 0 && (
        <div className={classes.note}>
          <ErrorSummary key={form.submitCount} errors={form.summary} />
        </div>
      )}
      {form.restoredFrom !== null && (
        <div className={classes.note}>
          <DraftRestoredAlert from={form.restoredFrom} onDiscard={() => form.clear()} />
        </div>
      )}
      {children}
      {hasActions && (isSticky || isPhone) && (
        <StickyFooter state={state}>
          {isPhone && others}
          {save}
          {!isPhone && others}
        </StickyFooter>
      )}
      {hasActions && !isSticky && !isPhone && (
        <FormActions>
          {save}
          {others}
          {state && <span className={classes.state}>{state}</span>}
        </FormActions>
      )}
    </form>
  )
}
