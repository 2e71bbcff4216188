/** The button of AddMediaMenu: the same one before and after its menu is loaded. */
import type { ComponentProps } from 'react'
import classes from './dashboard.module.css'

type Props = ComponentProps<'button'> & { /** The course's title. */ to: string }

export const AddMediaButton = ({ to, ...rest }: Props) => (
  <button {...rest} type="button" className={classes.button} aria-label={`Add media to ${to}`}>
    Add media
  </button>
)
