/** Progress as a bar with its text at the end. */

import { Box, Progress } from '@mantine/core'

type Props = {
  label: string
  /** 0 to 100. */
  value: number
  isMoving?: boolean
  /** Shown at the end of the bar: the number itself, or “62 %, 4 min”. */
  words?: string
}

/** Dark at rest, blue only while it moves. */
export function ProgressBar({ label, value, isMoving = false, words }: Props) {
  const whole = Math.round(Math.min(Math.max(value, 0), 100))
  return (
    <Box display="flex" style={{ alignItems: 'center', gap: 12 }}>
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
    </Box>
  )
}
