/** Pages without content: no access, not found. */

import { Box, Button, Flex, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconLock, IconMapOff } from './icons.ts'
import { useTitleFocus } from './page.tsx'
import classes from './blocked-page.module.css'

type BlockedProps = { title: string; icon: ReactNode; children: ReactNode; action?: ReactNode }

/** Pages without content: no access, not found. Shown in the shell, with a contact and a way back. */
export function BlockedPage({ title, icon, children, action }: BlockedProps) {
  const heading = useTitleFocus()
  useEffect(() => {
    document.title = `${title} - LMS`
  }, [title])
  return (
    <Box p="48px var(--gutter)">
      <span className={classes.icon}>{icon}</span>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <Text component="div" variant="meta" maw={320} mt={4}>
        {children}
      </Text>
      {action && (
        <Flex wrap="wrap" gap={10} mt={16}>
          {action}
        </Flex>
      )}
    </Box>
  )
}

function Back() {
  const navigate = useNavigate()
  // A page opened from a mail has no history.
  const goBack = (): void => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <Button variant="default" onClick={goBack}>
      Back
    </Button>
  )
}

/** `email` is that of the signed-in user, which may be the wrong account. */
export function NoAccess({ email, help = 'An admin can give you access.' }: { email?: string | undefined; help?: string }) {
  return (
    <BlockedPage title="You do not have access to this page" icon={<IconLock size={22} stroke={1.75} aria-hidden />} action={<Back />}>
      {help} {email && `You are signed in as ${email}.`}
    </BlockedPage>
  )
}

type NotFoundProps = { title?: string; children?: ReactNode; to?: string; toLabel?: string }

export function NotFound({ title = 'Page not found', children, to = '/', toLabel = 'Go to home page' }: NotFoundProps) {
  const action = (
    <Button variant="default" component={Link} to={to}>
      {toLabel}
    </Button>
  )
  return (
    <BlockedPage title={title} icon={<IconMapOff size={22} stroke={1.75} aria-hidden />} action={action}>
      {children ?? 'We could not find this page. The link may be old or mistyped.'}
    </BlockedPage>
  )
}
