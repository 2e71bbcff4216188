/** A button within a line of text, which looks like a link. */

import type { ReactNode } from 'react'
import classes from './link-button.module.css'

/** `label`: what it does, if its word alone does not say so. */
export const LinkButton = ({ label, onClick, children }: { label?: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={classes.button} aria-label={label} onClick={onClick}>
    {children}
  </button>
)
