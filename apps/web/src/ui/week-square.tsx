/** The number of a week or question in its square. */
import classes from './week-square.module.css'

type Props = { number: number; state?: 'now' | 'chosen' | 'plain'; size?: 'row' | 'pick' }

/** `row` is 34 px at the head of a week; `pick` is the 44 × 48 target of pickers on phones (put it into the link or button). */
export function WeekSquare({ number, state = 'plain', size = 'row' }: Props) {
  return <span className={`${classes.square} ${classes[size]} ${classes[state]}`}>{number}</span>
}
