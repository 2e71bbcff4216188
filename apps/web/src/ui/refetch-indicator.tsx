/** A line along the top of the content: newer data is being fetched. */
import classes from './refetch-indicator.module.css'

export function RefetchIndicator({ isActive }: { isActive: boolean }) {
  return isActive ? <div className={classes.line} role="presentation" /> : null
}
