/** The user menu: profile, colour scheme and sign-out. */

import { Flex, Menu } from '@mantine/core'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { version } from '@lms/contract/version'
import { useQueuedWrites } from '#lib/api-hooks.ts'
import { hasLiveUploads } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { choosePreferences } from '#lib/preferences.ts'
import type { SessionUser } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconDeviceDesktop, IconListCheck, IconLogout, IconMoon, IconSun, IconUser } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { useSignOut } from '#features/auth/api.ts'
import { useColorScheme } from '#features/users/color-scheme.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const schemes = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

type Scheme = (typeof schemes)[number]['value']

function ThemeChoice() {
  const [scheme, choose] = useColorScheme()
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Menu.RadioGroup value={scheme} onChange={(value) => choose(value as Scheme)}>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value}>
            <Flex component="span" display="inline-flex" align="center" gap={12}>
              <Icon {...icon} />
              {label}
            </Flex>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

type Props = {
  user: SessionUser
  isRail: boolean
  onGo?: (() => void) | undefined
  /** The button that was pressed; replaced by this menu, which opens. */
  Button: ComponentType<ComponentProps<'button'> & { user: SessionUser; isRail: boolean }>
}

export function UserMenuItems({ user, isRail, onGo, Button }: Props) {
  const signOut = useSignOut()
  const { menu, button } = useTakeOver()
  const isSaving = useQueuedWrites() > 0
  const [isAsking, setAsking] = useState<'uploads' | 'writes' | null>(null)
  const leave = (): void => {
    const question = isSaving ? 'writes' : hasLiveUploads() ? 'uploads' : null
    if (question) setAsking(question)
    else signOut()
  }
  return (
    <>
      <Menu {...menu} position={isRail ? 'right-end' : 'top-start'} width={isRail ? 220 : 'target'}>
        <Menu.Target>
          <Button user={user} isRail={isRail} ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.profile.to()} leftSection={<IconUser {...icon} />} {...(onGo && { onClick: onGo })}>
            Your Profile
          </Menu.Item>
          {user.preferences?.startSteps === 'HIDDEN' && (
            <Menu.Item
              leftSection={<IconListCheck {...icon} />}
              component={Link}
              to={paths.dashboard.to()}
              onClick={() => {
                choosePreferences({ startSteps: 'SHOWN' })
                onGo?.()
              }}
            >
              Show first steps
            </Menu.Item>
          )}
          <Menu.Divider />
          <ThemeChoice />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={leave}>
            Sign out
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>LMS {version}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking !== null}
        onClose={() => setAsking(null)}
        onConfirm={signOut}
        title={isAsking === 'writes' ? 'Sign out while marks are being saved?' : 'Sign out while files upload?'}
        cancelLabel="Stay signed in"
        confirmLabel="Sign out"
      >
        {isAsking === 'writes'
          ? 'They may not be saved. Wait a moment, then sign out.'
          : 'The uploads stop. When you sign in again in this browser they go on, and what has arrived is not sent again.'}
      </ConfirmDialog>
    </>
  )
}
