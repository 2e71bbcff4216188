/** Forms in one column, with their parts 28 px apart and their buttons at the end. */
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

export function FormSection({ title, help, children }: { title?: string; help?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.section} {...(title !== undefined && { role: 'group', 'aria-label': title })}>
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      {help && <p className={classes.help}>{help}</p>}
      {children}
    </div>
  )
}

export const FormActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>
