/** How much is done, as a bar with its number: ink for what stands still, blue only while it moves. */
import classes from './progress-bar.module.css'

type Props = {
  label: string
  /** 0 to 100. */
  value: number
  isMoving?: boolean
  /** Written at the end of the bar: the number itself, or “62 %, 4 min”. */
  words?: string
}

export function ProgressBar({ label, value, isMoving = false, words }: Props) {
  const whole = Math.round(Math.min(Math.max(value, 0), 100))
  return (
    <div className={classes.bar}>
      <div role="progressbar" aria-label={label} aria-valuenow={whole} aria-valuemin={0} aria-valuemax={100} className={classes.track}>
        <div className={isMoving ? classes.moving : classes.still} style={{ width: `${whole}%` }} />
      </div>
      {words !== undefined && <span className={classes.words}>{words}</span>}
    </div>
  )
}
