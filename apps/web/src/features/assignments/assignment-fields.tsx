/** Fields of an assignment: opening, due and closing time, late policy, attempts, and when marks are shown. */

import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { Form } from '#lib/form.ts'
import { duePicks, openPicks } from '#lib/quick-picks.ts'
import { serverNow } from '#lib/server-clock.ts'
import { formatZone, isDateValue, toLocalInput } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { type AssignmentFormValues, findDateErrors } from './assignment-form-values.ts'
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

type Dates = Pick<AssignmentFormValues, 'availableFrom' | 'dueAt' | 'closesAt'>
type ScheduleProps = Props & { course: Pick<Course, 'timeZone' | 'weeks'>; weekId: string }

/** What is offered for each date, with the weeks of the course and the first day of the assignment's week. */
function toPicks({ availableFrom: _, dueAt, closesAt }: Dates, { timeZone, weeks = [] }: ScheduleProps['course'], weekId: string) {
  const now = toLocalInput(new Date(serverNow()).toISOString(), timeZone)
  const place = { from: weeks.find(({ id }) => id === weekId)?.startsOn ?? null, today: now.slice(0, 10), now }
  return {
    availableFrom: openPicks(weeks, place),
    dueAt: duePicks(weeks, { ...place, value: dueAt }),
    closesAt: duePicks(weeks, { ...place, value: closesAt || dueAt }),
  }
}

/** The first day that a date can have, because of another one. */
function toFirst(after: string, reason: string) {
  return isDateValue(after) ? { day: after.slice(0, 10), reason } : undefined
}

/** When an assignment opens, is due and closes, in the course’s time zone. Dates in the wrong order are shown as soon as the last of them is left. */
export function ScheduleFields({ form, course, weekId }: ScheduleProps) {
  const { values } = form
  const [found, setFound] = useState<ReturnType<typeof findDateErrors>>({})
  const picks = toPicks(values, course, weekId)
  const shared = (name: keyof Dates) => {
    const { error, onChange, ...field } = form.field(name)
    return {
      ...field,
      error: error ?? found[name],
      onChange: (value: string): void => {
        setFound({})
        onChange(value)
      },
      zone: course.timeZone,
      weeks: course.weeks ?? [],
      picks: picks[name],
    }
  }
  return (
    <div onBlur={() => setFound(findDateErrors(values))}>
      <FormSection title="Dates" aside={formatZone(course.timeZone)}>
        <DateTimeField label="Opens" placeholder="Leave empty to open when published" {...shared('availableFrom')} />
        <DateTimeField
          label="Due"
          help="Submissions after this are late"
          usualTime="23:59"
          first={toFirst(values.availableFrom, 'before it opens')}
          {...shared('dueAt')}
        />
        <DateTimeField
          label="Closes"
          placeholder="Leave empty to accept late submissions"
          usualTime="23:59"
          first={toFirst(values.dueAt || values.availableFrom, values.dueAt ? 'before it is due' : 'before it opens')}
          {...shared('closesAt')}
        />
      </FormSection>
    </div>
  )
}
