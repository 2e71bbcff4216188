/** What lateness costs, how often students may submit, and when they see their marks. */
import { Radio, Switch, TextInput } from '@mantine/core'
import { FormSection } from '#ui/form-page.tsx'
import { type AssignmentFormValues, getError, type AssignmentFormErrors, getFieldId } from './assignment-form-values.ts'
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
