/** Attendance marks: a 26 px token that differs by fill, letter and word besides colour, and the picker that sets one. */

import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { attendanceStatusLabels } from '@lms/contract/attendance-rules'
import { formatPercentage } from '#lib/format-number.ts'
import { IconCheck, IconClock, IconMinus, IconX } from '#ui/icons.ts'
import classes from './attendance-status.module.css'

export type RecordedStatus = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED'
export type AttendanceCell = RecordedStatus | 'NOT_TAKEN' | 'NOT_ENROLLED'

export const attendanceLabels: Record<AttendanceCell, string> = {
  ...attendanceStatusLabels,
  NOT_TAKEN: 'Not marked',
  NOT_ENROLLED: 'Not enrolled',
}

const statusLetters: Record<AttendanceCell, string> = {
  PRESENT: 'P',
  LATE: 'L',
  ABSENT: 'A',
  EXCUSED: 'E',
  NOT_TAKEN: '·',
  NOT_ENROLLED: '–',
}

type Props = {
  mark: AttendanceCell
  /** Watched share of the video, 0 to 1: a line under the token. */
  coverage?: number | null | undefined
  /** The student's own claim: a hollow dot in the corner. */
  isSelfMarked?: boolean
  /** False if the label is next to it. */
  isSpoken?: boolean
}

function formatSpoken({ mark, coverage, isSelfMarked }: Props): string {
  const watched = coverage === null || coverage === undefined ? '' : `, ${formatPercentage(coverage * 100)} watched`
  return `${attendanceLabels[mark]}${watched}${isSelfMarked ? ', self-marked' : ''}`
}

export function AttendanceStatus(props: Props) {
  const { mark, coverage, isSelfMarked = false, isSpoken = true } = props
  return (
    <span className={classes.place} {...(isSpoken ? { role: 'img', 'aria-label': formatSpoken(props) } : { 'aria-hidden': true })}>
      <span className={`${classes.token} ${classes[mark]}`}>{statusLetters[mark]}</span>
      {coverage !== null && coverage !== undefined && (
        <span className={classes.coverage} data-drawn>
          <span style={{ width: `${Math.round(coverage * 100)}%` }} />
        </span>
      )}
      {isSelfMarked && <span className={classes.claim} />}
    </span>
  )
}

const marks = [
  { mark: 'PRESENT', letter: 'P', Icon: IconCheck },
  { mark: 'LATE', letter: 'L', Icon: IconClock },
  { mark: 'ABSENT', letter: 'A', Icon: IconX },
  { mark: 'EXCUSED', letter: 'E', Icon: IconMinus },
] as const

type AttendancePickerProps = {
  /** The student's name, as the label of the group. */
  label: string
  value: RecordedStatus | null
  onChange: (value: RecordedStatus | null) => void
  isDisabled?: boolean
  tabIndex?: number
}

/** The letter of each mark. */
export const statusesByKey: Record<string, RecordedStatus> = { p: 'PRESENT', l: 'LATE', a: 'ABSENT', e: 'EXCUSED' }

const statusCycle = [null, 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const
/** By the space bar. */
export const getNextStatus = (mark: RecordedStatus | null): RecordedStatus | null =>
  statusCycle[(statusCycle.indexOf(mark) + 1) % statusCycle.length] ?? null

/** Marks one student: four choices; selecting the current one again clears it. */
export function AttendancePicker({ label, value, onChange, isDisabled = false, tabIndex }: AttendancePickerProps) {
  const name = useId()
  return (
    <fieldset className={classes.control} disabled={isDisabled}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {marks.map(({ mark, letter, Icon }) => (
        <label key={mark} className={`${classes.choice} ${classes[`choice-${mark}`]}`}>
          <input
            type="radio"
            name={name}
            {...(tabIndex !== undefined && { tabIndex })}
            aria-label={attendanceLabels[mark]}
            checked={value === mark}
            onChange={() => onChange(mark)}
            // A radio button fires no change event when it is selected again.
            onClick={() => value === mark && onChange(null)}
          />
          <Icon size={16} stroke={2.25} aria-hidden />
          <span aria-hidden>{letter}</span>
        </label>
      ))}
    </fieldset>
  )
}
