/** The menu of the product: the same list in sidebar, rail and drawer. */
import { Link, useLocation } from 'react-router'
import { useNavBadges } from '#lib/nav-badges.ts'
import { useSession } from '#lib/session.ts'
import { activeItem, type MenuItem, menuItems } from './menu-items.ts'
import classes from './nav.module.css'
import { Tooltip } from './tooltip.tsx'

type Props = {
  /** Icons alone, with their names as tooltips. */
  isRail?: boolean
  onGo?: () => void
}

function Item({ item, isActive, isRail, onGo }: { item: MenuItem; isActive: boolean; isRail: boolean; onGo?: (() => void) | undefined }) {
  const count = useNavBadges((counts) => (item.count ? counts[item.count] : undefined))
  const { label, to, Icon } = item
  const link = (
    <Link
      to={to}
      className={`${classes.item} ${isRail ? classes.rail : ''}`}
      {...(isActive && { 'aria-current': 'page' as const })}
      {...(isRail && { 'aria-label': label })}
      {...(onGo && { onClick: onGo })}
    >
      <Icon size={isRail ? 20 : 18} stroke={1.75} aria-hidden />
      {!isRail && <span>{label}</span>}
      {!isRail && count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
    </Link>
  )
  return <li>{isRail ? <Tooltip label={label}>{link}</Tooltip> : link}</li>
}

export function Nav({ isRail = false, onGo }: Props) {
  const role = useSession((session) => session.user?.role ?? 'USER')
  const { pathname } = useLocation()
  const items = menuItems[role]
  const active = activeItem(items, pathname)
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.list}>
        {items.map((item) => (
          <Item key={item.label} item={item} isActive={item === active} isRail={isRail} onGo={onGo} />
        ))}
      </ul>
    </nav>
  )
}
