/** The shell's left side from 768 px: sidebar of 232, or rail of 64. */
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSchoolName } from '#features/auth/api.ts'
import { Brand } from '#ui/brand.tsx'
import { Nav } from './nav.tsx'
import classes from './sidebar.module.css'
import { Tooltip } from './tooltip.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  isRail: boolean
  /** Absent where the width or the screen leaves no choice. */
  onFold?: ((isFolded: boolean) => void) | undefined
}

export function Sidebar({ isRail, onFold }: Props) {
  const school = useSchoolName()
  const words = isRail ? 'Unfold the menu' : 'Fold the menu'
  const Icon = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const fold = onFold && (
    <Tooltip label={words}>
      <ActionIcon aria-label={words} onClick={() => onFold(!isRail)}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <header className={`${classes.sidebar} ${isRail ? classes.rail : ''}`}>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label={school ? `LMS, ${school}, to the start` : 'LMS, to the start'}>
          <Brand isRail={isRail} school={school} />
        </Link>
        {!isRail && <span className={classes.fold}>{fold}</span>}
      </div>
      <Nav isRail={isRail} />
      {isRail && fold && <div className={classes.unfold}>{fold}</div>}
      <div className={classes.foot}>
        <UserMenu isRail={isRail} />
      </div>
    </header>
  )
}
