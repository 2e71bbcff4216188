/** A line along the top of the content: old data stands, newer is on its way. */
import classes from './refetch-indicator.module.css'

export function RefetchIndicator({ isActive }: { isActive: boolean }) {
  return isActive ? <div className={classes.line} role="presentation" /> : null
}
