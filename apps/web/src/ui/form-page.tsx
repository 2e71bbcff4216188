/** A form on a page of its own: its note of faults, its parts 28 px apart, and one button that says what it does. */
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { ErrorSummary, type FieldFault } from './error-summary.tsx'
import classes from './form-page.module.css'
import { FormActions } from './form-section.tsx'
import { RestoredNote } from './restored-note.tsx'
import { useIsPhone } from './screen-size.ts'
import { StickyFoot } from './sticky-foot.tsx'

type Props = {
  /** From `lib/form.ts`. */
  form: { summary: readonly FieldFault[]; turn: number; restoredFrom: string | null; clear: () => void }
  onSubmit: (event?: FormEvent) => void
  /** The blue button: “Create course”. */
  deed: string
  isPending: boolean
  /** Beside the blue button: “Cancel”, “Save draft”. */
  others?: ReactNode
  /** What stands at the left of the dock on phones, and after the buttons elsewhere: “3 changes”. */
  state?: ReactNode
  /** Off where there is nothing to save yet. */
  hasActions?: boolean
  /** Stays at the foot of the window, for forms that are longer than it. */
  isSticky?: boolean
  children: ReactNode
}

/** Ctrl S saves, wherever the focus is. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

export function FormPage({ form, onSubmit, deed, isPending, others, state, hasActions = true, isSticky = false, children }: Props) {
  const isPhone = useIsPhone()
  useSaveKey(() => hasActions && !isPending && onSubmit())
  const save = (
    <Button type="submit" loading={isPending}>
      {deed}
    </Button>
  )
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      {form.summary.length > 0 && (
        <div className={classes.note}>
          <ErrorSummary key={form.turn} faults={form.summary} />
        </div>
      )}
      {form.restoredFrom !== null && (
        <div className={classes.note}>
          <RestoredNote from={form.restoredFrom} onDiscard={() => form.clear()} />
        </div>
      )}
      {children}
      {hasActions && (isSticky || isPhone) && (
        <StickyFoot state={state}>
          {isPhone && others}
          {save}
          {!isPhone && others}
        </StickyFoot>
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
