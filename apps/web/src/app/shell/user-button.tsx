/** Picture, name and role of the one who is signed in; a button that opens what the menu puts behind it. */
import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { SessionUser } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { roleLabels } from '#features/users/index.ts'
import classes from './shell.module.css'

type Props = ComponentProps<'button'> & { user: SessionUser; isRail: boolean }

export function UserButton({ user, isRail, ...rest }: Props) {
  const { id, name, role, profileImageUrl } = user
  return (
    <button
      {...rest}
      type="button"
      className={`${classes.button} ${isRail ? classes.userButtonRail : ''}`}
      {...(isRail && { 'aria-label': `${name}, ${roleLabels[role]}` })}
    >
      <Avatar id={id} name={name} src={profileImageUrl} size={32} />
      {!isRail && (
        <>
          <span className={classes.names}>
            <span className={classes.name}>{name || 'You'}</span>
            <span className={classes.role}>{roleLabels[role]}</span>
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </>
      )}
    </button>
  )
}
