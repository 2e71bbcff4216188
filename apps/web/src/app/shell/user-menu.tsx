/** Who is signed in, at the foot of the sidebar. The menu behind the button is loaded on demand. */
import { lazy, Suspense } from 'react'
import { useSession } from '#lib/session.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { UserButton } from './user-button.tsx'

const load = () => import('./user-menu-items.tsx')
const Menu = lazy(async () => ({ default: (await load()).UserMenuItems }))

export function UserMenu({ isRail = false, onGo }: { isRail?: boolean; onGo?: () => void }) {
  const user = useSession((session) => session.user)
  const { isWanted, trigger } = useOnDemand(load)
  if (!user) return null
  return (
    <Suspense>
      {isWanted ? (
        <Menu user={user} isRail={isRail} onGo={onGo} />
      ) : (
        <UserButton user={user} isRail={isRail} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}
