/** A form on its own page: sections, read-only fields, the list of errors, restored and conflicting input, the buttons, the danger zone. */

import { Box, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { focusField, hasFocus } from '#lib/focus-field.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Alert } from './alert.tsx'
import { StickyFooter } from './sticky-footer.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import { useFormKeys } from './use-form-keys.ts'
import classes from './form-page.module.css'

type Props = {
  /** From `lib/form.ts`. */
  form: { summary: readonly FieldError[]; submitCount: number; restoredFrom: string | null; discard: () => void }
  onSubmit: (event?: FormEvent) => void
  /** The primary button: “Create course”. */
  submitLabel: string
  isPending: boolean
  /** Next to the primary button: “Cancel”, “Save draft”. */
  others?: ReactNode
  /** Shown at the left of the dock on phones, and after the buttons elsewhere: “3 changes”. */
  state?: ReactNode
  /** False if there is nothing to save yet. */
  hasActions?: boolean
  /** Stays at the bottom of the window, for forms that are longer than it. */
  isSticky?: boolean
  children: ReactNode
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
  const element = useFormKeys(() => hasActions && !isPending && onSubmit())
  const save = (
    <Button type="submit" loading={isPending}>
      {action}
    </Button>
  )
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={onSubmit}>
      <FormHead form={form} />
      {children}
      {hasActions && <Foot {...{ save, others, state, isSticky }} />}
    </form>
  )
}

type FootProps = Pick<Props, 'others' | 'state'> & { save: ReactNode; isSticky: boolean }

function Foot({ save, others, state, isSticky }: FootProps) {
  const isPhone = useIsPhone()
  if (isSticky || isPhone)
    return (
      <StickyFooter state={state}>
        {isPhone && others}
        {save}
        {!isPhone && others}
      </StickyFooter>
    )
  return (
    <FormActions>
      {save}
      {others}
      {state && (
        <Text span variant="meta">
          {state}
        </Text>
      )}
    </FormActions>
  )
}

/** What is wrong, and what was restored, above the fields. */
export const FormHead = ({ form }: Pick<Props, 'form'>) => (
  <>
    {form.summary.length > 0 && (
      <Box maw={480}>
        <ErrorSummary key={form.submitCount} errors={form.summary} />
      </Box>
    )}
    {form.restoredFrom !== null && (
      <Box maw={480}>
        <DraftRestoredAlert from={form.restoredFrom} onDiscard={() => form.discard()} />
      </Box>
    )}
    <RequiredNote />
  </>
)

/** What the mark at labels means: see components.css. */
export const RequiredNote = () => <p className="required-note">* Required</p>

type SectionProps = {
  title?: string
  /** At the end of the title's line: the zone of its times. */
  aside?: string
  help?: ReactNode
  children: ReactNode
}

/** Related fields, in one column. */
export function FormSection({ title, aside, help, children }: SectionProps) {
  const asideId = useId()
  const group = { role: 'group', 'aria-label': title, ...(aside && { 'aria-describedby': asideId }) }
  return (
    <div className={classes.section} {...(title !== undefined && group)}>
      {title !== undefined && (
        <div className={classes.title}>
          <Text component="h2" variant="section">
            {title}
          </Text>
          {aside && (
            <Text variant="meta" id={asideId}>
              {aside}
            </Text>
          )}
        </div>
      )}
      {help && (
        <Text variant="meta" mt={-12}>
          {help}
        </Text>
      )}
      {children}
    </div>
  )
}

export const FormActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>

type FieldError = {
  /** The id of the field's input; absent for an error without a field. */
  fieldId?: string | undefined
  message: string
}

/** Render it only while there are errors, with a new `key` on each submit: it gets the focus again, unless a wrong field has it. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!errors.some(({ fieldId }) => hasFocus(fieldId))) box.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only at its start: typing must not lose the focus
  }, [])

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
                  focusField(fieldId)
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

type FormErrorsProps = {
  form: Pick<Props['form'], 'summary' | 'submitCount'> & { failure: { message: string; requestId?: string | undefined } | null }
  /** “Not saved”. */
  title: string
}

/** The wrong fields, and apart from them why nothing was sent. */
export const FormErrors = ({ form: { summary, submitCount, failure }, title }: FormErrorsProps) => {
  const errors = summary.filter(({ fieldId }) => fieldId !== undefined)
  return (
    <>
      {errors.length > 0 && <ErrorSummary key={submitCount} errors={errors} />}
      {failure && (
        <Alert tone="bad" title={title} role="alert" requestId={failure.requestId}>
          {failure.message}
        </Alert>
      )}
    </>
  )
}

/** Actions such as deleting, at the end of an edit page and apart from its form. */
export function DangerZone({ title = 'Danger zone', children }: { title?: string; children: ReactNode }) {
  return (
    <Box component="section" maw={680} aria-label={title}>
      <Text component="h2" variant="section" mb={10}>
        {title}
      </Text>
      <ul className={classes.dangerZoneActions}>{children}</ul>
    </Box>
  )
}

type DangerActionProps = { title: string; text: ReactNode; action: ReactNode }

export const DangerAction = ({ title, text, action }: DangerActionProps) => (
  <li className={classes.action}>
    <Box flex="1 1 280px">
      <Text inherit fw={500}>
        {title}
      </Text>
      <Text variant="meta">{text}</Text>
    </Box>
    {action}
  </li>
)

type ReadOnlyFieldProps = { label: string; help?: ReactNode; children: ReactNode }

/** A read-only value among fields, labelled like them. */
export const ReadOnlyField = ({ label, help, children }: ReadOnlyFieldProps) => (
  <Text component="dl" inherit lh="md">
    <Text component="dt" variant="label" mb={2}>
      {label}
    </Text>
    <dd>{children}</dd>
    {help && (
      <Text component="dd" variant="meta">
        {help}
      </Text>
    )}
  </Text>
)

type ConflictAlertProps = {
  title: string
  children: ReactNode
  /** The label of the button that discards the input. */
  take?: string
  onTakeTheirs: () => void
  onKeepMine: () => void
  ref?: Ref<HTMLDivElement>
}

/** Another user saved first: their version, and the choice between it and the local input. */
export function ConflictAlert({ title, children, take = 'Use these', onTakeTheirs, onKeepMine, ref }: ConflictAlertProps) {
  const action = (
    <Box display="flex" style={{ flexWrap: 'wrap', gap: 8 }}>
      <Button variant="default" size="sm" onClick={onTakeTheirs}>
        {take}
      </Button>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
    </Box>
  )
  return (
    <Alert tone="warn" role="alert" title={title} action={action} {...(ref && { ref })}>
      {children}
    </Alert>
  )
}

type DraftRestoredAlertProps = { from: string | null; onDiscard: () => void }

/** The form was restored from an earlier visit: when it was saved, and a way to discard it. */
export function DraftRestoredAlert({ from, onDiscard }: DraftRestoredAlertProps) {
  if (from === null) return null
  return (
    <Alert
      role="status"
      title="Your unsaved changes are back"
      action={
        <Button variant="default" size="sm" onClick={onDiscard}>
          Discard them
        </Button>
      }
    >
      Typed on {formatDayAndTime(from)} and kept on this device. Nobody else sees them until you save.
    </Alert>
  )
}
