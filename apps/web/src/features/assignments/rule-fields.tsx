/** What lateness costs, and how often may be handed in. */
import { Radio, TextInput } from '@mantine/core'
import { FormSection } from '#ui/form-section.tsx'
import { type AssignmentFormValues, getError, type Faults, getFieldId } from './assignment-form-values.ts'
import classes from './rule-fields.module.css'

type Props = { values: AssignmentFormValues; faults: Faults; onChange: (to: Partial<AssignmentFormValues>) => void }

const kinds = [
  { value: 'FLAG', label: 'Show that it is late, take no marks off' },
  { value: 'PERCENT_PER_DAY', label: 'Take marks off for each day' },
  { value: 'NONE', label: 'Lateness does not matter' },
] as const

export function RuleFields({ values, faults, onChange }: Props) {
  const { lateKind, percent, floor, attempts } = values
  const numeric = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <FormSection title="Late work and attempts">
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
            error={getError(faults, '/latePolicy/percent')}
            onChange={(event) => onChange({ percent: event.currentTarget.value })}
          />
          <TextInput
            {...numeric}
            id={getFieldId('/latePolicy/floor')}
            label="Never below, percent"
            value={floor}
            error={getError(faults, '/latePolicy/floor')}
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
        error={getError(faults, '/maxAttempts')}
        onChange={(event) => onChange({ attempts: event.currentTarget.value })}
      />
    </FormSection>
  )
}
