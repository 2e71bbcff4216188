/** Fields of an assignment: opening, due and closing time, late policy, attempts, and when marks are shown. */
import { Radio, Switch, TextInput } from '@mantine/core'
import { dueTime } from '#lib/format-date.ts'
import { fromLocalInput, isInDstGap } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { type AssignmentFormErrors, type AssignmentFormValues, getError, getFieldId } from './assignment-form-values.ts'
import { getPosition, sameClock } from './format.ts'
import classes from './assignments.module.css'

type Props = { values: AssignmentFormValues; errors: AssignmentFormErrors; onChange: (to: Partial<AssignmentFormValues>) => void }

const kinds = [
  { value: 'FLAG', label: 'Show that it is late, take no marks off' },
  { value: 'PERCENT_PER_DAY', label: 'Take marks off for each day' },
  { value: 'NONE', label: 'Lateness does not matter' },
] as const

export function RuleFields({ values, errors, onChange }: Props) {
  const { lateKind, percent, floor, attempts, holdMarks } = values
  const numeric = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <FormSection title="Late work, attempts and marks">
      <div role="radiogroup" aria-label="Late work" className={classes.kinds}>
        {kinds.map(({ value, label }) => (
          <Radio
            key={value}
            name="late"
            className={classes.kind ?? ''}
            label={label}
            checked={lateKind === value}
            onChange={() => onChange({ lateKind: value })}
          />
        ))}
      </div>
      {lateKind === 'PERCENT_PER_DAY' && (
        <div className={classes.line}>
          <TextInput
            {...numeric}
            id={getFieldId('/latePolicy/percent')}
            label="Percent off a day"
            value={percent}
            error={getError(errors, '/latePolicy/percent')}
            onChange={(event) => onChange({ percent: event.currentTarget.value })}
          />
          <TextInput
            {...numeric}
            id={getFieldId('/latePolicy/floor')}
            label="Never below, percent"
            value={floor}
            error={getError(errors, '/latePolicy/floor')}
            onChange={(event) => onChange({ floor: event.currentTarget.value })}
          />
        </div>
      )}
      <TextInput
        id={getFieldId('/maxAttempts')}
        label="Attempts"
        description="Empty: any number, until it is graded"
        inputMode="numeric"
        autoComplete="off"
        value={attempts}
        error={getError(errors, '/maxAttempts')}
        onChange={(event) => onChange({ attempts: event.currentTarget.value })}
      />
      <Switch
        label="Hold new marks"
        description="Students see their mark and feedback once you release them. Before that, they can submit again until it closes or their attempts are used up."
        checked={holdMarks}
        onChange={(event) => onChange({ holdMarks: event.currentTarget.checked })}
      />
    </FormSection>
  )
}

type ScheduleFieldsProps = {
  values: AssignmentFormValues
  zone: string
  errors: AssignmentFormErrors
  onChange: (to: Partial<AssignmentFormValues>) => void
}

const fields = [
  { field: 'availableFrom', label: 'Opens', help: 'Empty: as soon as it is published' },
  { field: 'dueAt', label: 'Due', help: 'Submissions after this are late' },
  { field: 'closesAt', label: 'Closes', help: 'Leave empty to accept late submissions at any time' },
] as const

/** The time in the viewer's zone, and a warning if the clocks skip it. */
function AlsoSaid({ value, zone }: { value: string; zone: string }) {
  const at = fromLocalInput(value, zone)
  if (at === null) return null
  if (isInDstGap(value, zone))
    return (
      <p className={classes.warn}>
        The clocks in {getPosition(zone)} skip this hour. It becomes {dueTime(at, zone)}.
      </p>
    )
  return sameClock(at, zone) ? null : <p className={classes.also}>{dueTime(at)} for you</p>
}

/** When an assignment opens, is due and closes: typed by the course’s clock, the writer’s own beside it. */
export function ScheduleFields({ values, zone, errors, onChange }: ScheduleFieldsProps) {
  return (
    <FormSection title="Dates" help={`In the course’s time zone, ${getPosition(zone)}`}>
      {fields.map(({ field, label, help }) => (
        <div key={field}>
          <DateTimeField
            id={getFieldId(`/${field}`)}
            label={label}
            help={help}
            value={values[field]}
            error={getError(errors, `/${field}`)}
            onChange={(value) => onChange({ [field]: value })}
          />
          <AlsoSaid value={values[field]} zone={zone} />
        </div>
      ))}
    </FormSection>
  )
}
