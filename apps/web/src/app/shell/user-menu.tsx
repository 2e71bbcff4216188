/** Who is signed in, at the foot of the sidebar; behind it the profile, the colours and the way out. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSelector, IconSun, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useSignOut } from '#modules/auth/queries.ts'
import { roleWords } from './menu-items.ts'
import classes from './user-menu.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const schemes = [
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

type Scheme = (typeof schemes)[number]['value']

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as Scheme)}>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value}>
            <span className={classes.scheme}>
              <Icon {...icon} />
              {label}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

export function UserMenu({ isRail = false, onGo }: { isRail?: boolean; onGo?: () => void }) {
  const user = useSession((session) => session.user)
  const signOut = useSignOut()
  if (!user) return null
  const { id, name, role, profileImageUrl } = user
  return (
    <Menu position={isRail ? 'right-end' : 'top-start'} width={isRail ? 220 : 'target'}>
      <Menu.Target>
        <button type="button" className={`${classes.button} ${isRail ? classes.rail : ''}`} {...(isRail && { 'aria-label': `${name}, ${roleWords[role]}` })}>
          <Avatar id={id} name={name} src={profileImageUrl} size={32} />
          {!isRail && (
            <>
              <span className={classes.names}>
                <span className={classes.name}>{name || 'You'}</span>
                <span className={classes.role}>{roleWords[role]}</span>
              </span>
              <IconSelector size={16} stroke={1.75} aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.profile.to()} leftSection={<IconUser {...icon} />} {...(onGo && { onClick: onGo })}>
          Your Profile
        </Menu.Item>
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
