/** Actions such as deleting, at the end of an edit page and apart from its form. */
import type { ReactNode } from 'react'
import classes from './danger-zone.module.css'

type Props = { title?: string; children: ReactNode }

export function DangerZone({ title = 'Danger zone', children }: Props) {
  return (
    <section className={classes.zone} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.actions}>{children}</ul>
    </section>
  )
}

type DangerActionProps = { title: string; text: ReactNode; action: ReactNode }

export const DangerAction = ({ title, text, action }: DangerActionProps) => (
  <li className={classes.action}>
    <div className={classes.words}>
      <p className={classes.name}>{title}</p>
      <p className={classes.text}>{text}</p>
    </div>
    {action}
  </li>
)
