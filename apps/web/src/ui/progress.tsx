/** Progress: as a bar with its text, as the weeks of a course, and the number of one week in its square. */
import { Box, Group, Progress } from '@mantine/core'
import classes from './progress.module.css'

type Props = {
  label: string
  /** 0 to 100. */
  value: number
  isMoving?: boolean
  /** Shown at the end of the bar: the number itself, or “62 %, 4 min”. */
  words?: string
}

/** Progress as a bar with its text at the end: dark at rest, blue only while it moves. */
export function ProgressBar({ label, value, isMoving = false, words }: Props) {
  const whole = Math.round(Math.min(Math.max(value, 0), 100))
  return (
    <Group gap={12} wrap="nowrap">
      {/* The whole bar has the role: its filled part has no width at 0 %. */}
      <Progress.Root
        flex={1}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        aria-valuetext={words ?? `${whole} %`}
      >
        <Progress.Section withAria={false} value={whole} color={isMoving ? 'var(--c-accent)' : 'var(--c-ink-fill)'} />
      </Progress.Root>
      {words !== undefined && (
        <Box component="span" fz={13} lh="18px" fw={500}>
          {words}
        </Box>
      )}
    </Group>
  )
}

type WeekProgressProps = {
  total: number
  /** The current week from 1; null before the course starts. Above `total`: all is done. */
  now: number | null
  /** Progress in the current week, 0 to 1. */
  share?: number
  /** The accessible label instead of “Week 6 of 10”. */
  label?: string
}

function describeProgress(total: number, now: number | null): string {
  if (now === null) return `${total} weeks, not started`
  return now > total ? `All ${total} weeks are over` : `Week ${now} of ${total}`
}

/** A course as a line of weeks: past ones dark, the current one blue by its share, future ones grey. */
export function WeekProgress({ total, now, share = 0, label }: WeekProgressProps) {
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div className={classes.line} role="img" aria-label={label ?? describeProgress(total, now)}>
      {numbers.map((number) => {
        const isNow = number === now
        const kind = isNow ? classes.running : now !== null && number < now ? classes.done : classes.ahead
        return <span key={number} className={kind} style={isNow ? { '--share': `${Math.round(share * 100)}%` } : undefined} />
      })}
    </div>
  )
}

type WeekSquareProps = { number: number; state?: 'now' | 'chosen' | 'plain'; size?: 'row' | 'pick' }

/** The number of a week or question in its square. `row` is 34 px at the head of a week; `pick` is the 44 × 48 target of pickers on phones (put it into the link or button). */
export function WeekSquare({ number, state = 'plain', size = 'row' }: WeekSquareProps) {
  return <span className={`${classes.square} ${classes[size]} ${classes[state]}`}>{number}</span>
}
