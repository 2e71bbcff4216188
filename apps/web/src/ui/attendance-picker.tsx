/** Marking one person: four choices, one of which holds; taking the choice again clears it. */
import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './attendance-picker.module.css'
import { type AttendanceMark, attendanceLabels } from './attendance-status.tsx'

const marks = [
  { mark: 'PRESENT', letter: 'P', Icon: IconCheck },
  { mark: 'LATE', letter: 'L', Icon: IconClock },
  { mark: 'ABSENT', letter: 'A', Icon: IconX },
  { mark: 'EXCUSED', letter: 'E', Icon: IconMinus },
] as const

type Props = {
  /** Whose attendance: names the group. */
  label: string
  value: AttendanceMark | null
  onChange: (value: AttendanceMark | null) => void
  isDisabled?: boolean
}

export function AttendancePicker({ label, value, onChange, isDisabled = false }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.control} disabled={isDisabled}>
      <legend className={classes.legend}>{label}</legend>
      {marks.map(({ mark, letter, Icon }) => (
        <label key={mark} className={`${classes.choice} ${classes[mark]}`}>
          <input
            type="radio"
            name={name}
            aria-label={attendanceLabels[mark]}
            checked={value === mark}
            onChange={() => onChange(mark)}
            // A radio button fires no change when it is taken again.
            onClick={() => value === mark && onChange(null)}
          />
          <Icon size={16} stroke={2.25} aria-hidden />
          <span aria-hidden>{letter}</span>
        </label>
      ))}
    </fieldset>
  )
}
