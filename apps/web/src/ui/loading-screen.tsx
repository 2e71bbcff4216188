/** The blue circular indicator: while a whole screen is on its way. */
import { Loader, VisuallyHidden } from '@mantine/core'
import classes from './loading-screen.module.css'

export function LoadingScreen() {
  return (
    <div className={classes.area} role="status">
      <Loader size={32} aria-hidden />
      <VisuallyHidden>Loading</VisuallyHidden>
    </div>
  )
}
