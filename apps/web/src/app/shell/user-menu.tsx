/** The signed-in user, at the bottom of the sidebar. The menu behind the button is loaded on demand. */

import { Text } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { type SessionUser, useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconSelector } from '#ui/icons.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { roleLabels } from '#features/users/role-labels.ts'
import classes from './user-menu.module.css'

const load = () => import('./user-menu-items.tsx')
const Menu = lazy(async () => ({ default: (await load()).UserMenuItems }))

export function UserMenu({ isRail = false, onGo }: { isRail?: boolean; onGo?: () => void }) {
  const user = useSession((session) => session.user)
  const { isWanted, trigger } = useOnDemand(load)
  if (!user) return null
  return (
    <Suspense>
      {isWanted ? (
        <Menu user={user} isRail={isRail} onGo={onGo} Button={UserButton} />
      ) : (
        <UserButton user={user} isRail={isRail} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

type Props = ComponentProps<'button'> & { user: SessionUser; isRail: boolean }

/** Picture, name and role of the signed-in user; a button that opens the menu. */
function UserButton({ user, isRail, ...rest }: Props) {
  const { id, name, role, profileImageUrl } = user
  return (
    <button
      {...rest}
      type="button"
      className={`${classes.button} ${isRail ? classes.userButtonRail : ''}`}
      {...(isRail && { 'aria-label': `${isolate(name)}, ${roleLabels[role]}` })}
    >
      <Avatar id={id} name={name} src={profileImageUrl} size={32} />
      {!isRail && (
        <>
          <span className={classes.names}>
            <span className={classes.name}>{name || 'You'}</span>
            <Text span variant="caption">
              {roleLabels[role]}
            </Text>
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </>
      )}
    </button>
  )
}
