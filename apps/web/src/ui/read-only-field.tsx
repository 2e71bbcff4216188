/** A fact among fields: labelled as they are, but nothing to type into. */
import type { ReactNode } from 'react'
import classes from './read-only-field.module.css'

type Props = { label: string; help?: ReactNode; children: ReactNode }

export const ReadOnlyField = ({ label, help, children }: Props) => (
  <dl className={classes.field}>
    <dt className={classes.label}>{label}</dt>
    <dd>{children}</dd>
    {help && <dd className={classes.help}>{help}</dd>}
  </dl>
)
