/** Who is signed in, at the foot of the sidebar. The menu behind the button is no part of the first load: it comes right after. */
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#lib/session.ts'
import { UserButton } from './user-button.tsx'

const Menu = lazy(() => import('./user-menu-items.tsx').then(({ UserMenuItems }) => ({ default: UserMenuItems })))

export function UserMenu({ isRail = false, onGo }: { isRail?: boolean; onGo?: () => void }) {
  const user = useSession((session) => session.user)
  // A click that comes before the menu opens it when it comes.
  const [isWanted, setWanted] = useState(false)
  if (!user) return null
  return (
    <Suspense fallback={<UserButton user={user} isRail={isRail} aria-haspopup="menu" onClick={() => setWanted(true)} />}>
      <Menu user={user} isRail={isRail} onGo={onGo} isOpenAtFirst={isWanted} />
    </Suspense>
  )
}
