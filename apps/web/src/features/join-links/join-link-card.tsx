/** The join link of a course for its staff: copy it, show its code, reset it, switch it off. */

import { ActionIcon, Button, Flex, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, startTransition, Suspense, useRef, useState } from 'react'
import type { JoinLink } from '@lms/contract/join-links'
import { formatJoinCode } from '@lms/contract/rules/join-code'
import { Card } from '#ui/card.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { IconCopy, IconDots } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { LocalLinksNote } from '#features/auth/local-links-note.tsx'
import { joinLinkQuery, useResetJoinLink, useUpdateJoinLink } from './api.ts'
import { shortAddress } from './short-address.ts'
import classes from './join-link-card.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const loadLarge = () => import('./large-join-link.tsx')
const fetchLarge = (): void => void loadLarge().catch(() => undefined)
const LargeJoinLink = lazy(() => loadLarge().then((module) => ({ default: module.LargeJoinLink })))

function Share({ link }: { link: JoinLink }) {
  const [copied, setCopied] = useState<string | null>(null)
  const [isLarge, setLarge] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // As a transition, the button keeps the focus until the code is drawn.
  const show = (): void => startTransition(() => setLarge(true))
  const hide = (): void => {
    setLarge(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const copy = async (): Promise<void> => void ((await copyToClipboard(link.url, 'Join link copied')) && setCopied(link.url))
  return (
    <>
      <Text variant="meta" mb={12}>
        {link.isOpenToNewPeople ? 'Anyone who opens it and signs in can enrol.' : 'Only people with an account can use it.'}
      </Text>
      <Flex gap={8}>
        <TextInput
          aria-label="Join link"
          readOnly
          value={shortAddress(link.url)}
          onFocus={(event) => event.currentTarget.select()}
          className={classes.field ?? ''}
        />
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          {copied === link.url ? 'Copied' : 'Copy'}
        </Button>
      </Flex>
      <LocalLinksNote />
      <div className={classes.code}>
        <div>
          <Text variant="caption" c="dimmed">
            Code to read aloud
          </Text>
          <p className={classes.letters}>{formatJoinCode(link.code)}</p>
        </div>
        <Button ref={opener} variant="subtle" color="blue" size="sm" onPointerEnter={fetchLarge} onFocus={fetchLarge} onClick={show}>
          Show large
        </Button>
      </div>
      <Suspense>{isLarge && <LargeJoinLink link={link} onClose={hide} />}</Suspense>
    </>
  )
}

const loadMenu = () => import('./join-link-menu.tsx')
const LazyMenu = lazy(async () => ({ default: (await loadMenu()).JoinLinkMenu }))

/** The button of JoinLinkMenu: the same one before and after its menu is loaded. */
const MenuButton = (props: ComponentProps<typeof ActionIcon<'button'>>) => (
  <ActionIcon size={36} aria-label="More about the join link" {...props}>
    <IconDots {...icon} />
  </ActionIcon>
)

function LinkMenu({ courseId }: { courseId: string }) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyMenu courseId={courseId} Button={MenuButton} />
      ) : (
        <MenuButton aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

const explanation =
  'Share a link, or a code to read aloud. Anyone who opens it and signs in can enrol, without being added and without the sign-up form.'

/** Creates the link, or switches the old one on again. */
function NoLink({ courseId, link }: { courseId: string; link: JoinLink | null }) {
  const reset = useResetJoinLink()
  const update = useUpdateJoinLink()
  const params = { courseId }
  return (
    <>
      <Text variant="meta" mb={12}>
        {link ? 'The join link is off.' : explanation}
      </Text>
      {link ? (
        <Button variant="default" loading={update.isPending} onClick={() => update.mutate({ params, body: { isActive: true } })}>
          Switch on
        </Button>
      ) : (
        <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ params })}>
          Create join link
        </Button>
      )}
    </>
  )
}

export function JoinLinkCard({ courseId }: { courseId: string }) {
  const query = useQuery(joinLinkQuery({ params: { courseId } }))
  return (
    <Card>
      <Flex align="center" justify="space-between" mih={36}>
        <Text component="h2" variant="section">
          Join link
        </Text>
        {query.data?.link?.isActive && <LinkMenu courseId={courseId} />}
      </Flex>
      <div className={classes.body}>
        <QueryPart query={query} what="The join link" loading={null}>
          {({ link }) => (link?.isActive ? <Share link={link} /> : <NoLink courseId={courseId} link={link} />)}
        </QueryPart>
      </div>
    </Card>
  )
}
