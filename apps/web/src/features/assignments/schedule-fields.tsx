/** When an assignment opens, is due and closes: typed by the course’s clock, the writer’s own beside it. */
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { dueTime } from '#lib/format-date.ts'
import { fromLocalInput, isInDstGap } from '#lib/zoned-date-time.ts'
import { type AssignmentFormValues, getError, type AssignmentFormErrors, getFieldId } from './assignment-form-values.ts'
import { getPosition, sameClock } from './format.ts'
import classes from './assignments.module.css'

type Props = {
  values: AssignmentFormValues
  zone: string
  errors: AssignmentFormErrors
  onChange: (to: Partial<AssignmentFormValues>) => void
}

const fields = [
  { field: 'availableFrom', label: 'Opens', help: 'Empty: as soon as it is published' },
  { field: 'dueAt', label: 'Due', help: 'Submissions after this are late' },
  { field: 'closesAt', label: 'Closes', help: 'Empty: late work is always taken' },
] as const

/** What the time is for the writer, and whether the clocks skip it. */
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

export function ScheduleFields({ values, zone, errors, onChange }: Props) {
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
