/** Fields of an assignment: opening, due and closing time, late policy, attempts, and when marks are shown. */

import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { Form } from '#lib/form.ts'
import { formatDueTime } from '#lib/format-date.ts'
import { fromLocalInput, isInDstGap } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { type AssignmentFormValues } from './assignment-form-values.ts'
import { getCity, sameClock } from './format.ts'
import classes from './assignments.module.css'

type Props = { form: Form<AssignmentFormValues> }

const kinds = [
  { value: 'FLAG', label: 'Show that it is late, take no marks off' },
  { value: 'PERCENT_PER_DAY', label: 'Take marks off for each day' },
  { value: 'NONE', label: 'Ignore lateness' },
] as const

export function RuleFields({ form }: Props) {
  const { latePolicy, holdMarks } = form.values
  const share = (part: 'percent' | 'floor') => ({
    id: `latePolicy.${part}`,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: latePolicy[part],
    error: form.error(`latePolicy.${part}`),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      form.change('latePolicy', (now) => ({ ...now, [part]: value }), `latePolicy.${part}`),
  })
  return (
    <FormSection title="Late work, attempts and marks">
      <Stack role="radiogroup" aria-label="Late work" gap={4}>
        {kinds.map(({ value, label }) => (
          <Radio
            key={value}
            name="late"
            className={classes.kind ?? ''}
            label={label}
            checked={latePolicy.kind === value}
            onChange={() => form.set('latePolicy', { ...latePolicy, kind: value })}
          />
        ))}
      </Stack>
      {latePolicy.kind === 'PERCENT_PER_DAY' && (
        <div className={classes.line}>
          <TextInput label="Deduct per day (%)" required {...share('percent')} />
          <TextInput label="Minimum (%)" {...share('floor')} />
        </div>
      )}
      <TextInput
        label="Attempts"
        description="Leave empty for 20. No more once a trainer has graded it."
        inputMode="numeric"
        autoComplete="off"
        {...form.inputProps('maxAttempts')}
      />
      <Switch
        label="Hold new marks"
        description="Students see their mark and feedback once you release them. Before that, they can submit again until it closes or their attempts are used up."
        checked={holdMarks}
        onChange={(event) => form.set('holdMarks', event.currentTarget.checked)}
      />
    </FormSection>
  )
}

const fields = [
  { field: 'availableFrom', label: 'Opens', help: 'Leave empty to open when published' },
  { field: 'dueAt', label: 'Due', help: 'Submissions after this are late' },
  { field: 'closesAt', label: 'Closes', help: 'Leave empty to accept late submissions at any time' },
] as const

/** The time in the viewer's zone, and a warning if the clocks skip it. */
function ViewerTime({ value, zone }: { value: string; zone: string }) {
  const at = fromLocalInput(value, zone)
  if (at === null) return null
  if (isInDstGap(value, zone))
    return (
      <p className={classes.warn}>
        The clocks in {getCity(zone)} skip this hour. It becomes {formatDueTime(at, zone)}.
      </p>
    )
  return sameClock(at, zone) ? null : <p className={classes.also}>{formatDueTime(at)} for you</p>
}

/** When an assignment opens, is due and closes: entered in the course’s time zone, with the viewer’s time below. */
export function ScheduleFields({ form, zone }: Props & { zone: string }) {
  return (
    <FormSection title="Dates" help={`In the course’s time zone, ${getCity(zone)}`}>
      {fields.map(({ field, label, help }) => (
        <div key={field}>
          <DateTimeField label={label} help={help} {...form.field(field)} />
          <ViewerTime value={form.values[field]} zone={zone} />
        </div>
      ))}
    </FormSection>
  )
}
