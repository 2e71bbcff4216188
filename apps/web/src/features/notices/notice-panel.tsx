/** Notices, newest first: next to the sidebar, on phones full screen. Opening a notice marks it as read. */

import { ActionIcon, Box, Button, FocusTrap, Portal, Text, VisuallyHidden } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'
import { Link } from 'react-router'
import type { Notice } from '@lms/contract/notices'
import { describeNotice, noticePath } from '@lms/contract/rules/notices'
import { formatClock, formatDay } from '#lib/format-date.ts'
import { getShortcutKey, useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClipboardCheck,
  IconMailOff,
  IconSettings,
  IconSpeakerphone,
  IconTerminal2,
  IconX,
} from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { noticesQuery, useUpdateNotices } from './api.ts'
import classes from './notice-panel.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function Glyph({ notice: { kind, actor, subject } }: { notice: Notice }) {
  if (actor && (kind === 'REPLY' || kind === 'MENTION' || kind === 'RESPONSE' || kind === 'ATTENDANCE' || kind === 'INVITATION'))
    return <Avatar id={actor.id} name={actor.name} src={actor.profileImageUrl} size={28} />
  const Icon =
    kind === 'ANNOUNCEMENT'
      ? IconSpeakerphone
      : kind === 'FORM'
        ? IconCircleCheck
        : kind === 'EMAIL'
          ? IconMailOff
          : kind === 'JOB'
            ? IconTerminal2
            : subject.outcome === 'RETURNED'
              ? IconArrowBackUp
              : IconClipboardCheck
  return (
    <span className={classes.glyph}>
      <Icon {...icon} />
    </span>
  )
}

function details({ kind, course, actor, createdAt }: Notice, isToday: boolean): string {
  const when = isToday ? formatClock(createdAt) : formatDay(createdAt)
  const from = [kind === 'ANNOUNCEMENT' && actor?.name, kind !== 'FORM' && kind !== 'RESPONSE' && kind !== 'TEACHING' && course?.title]
    .filter(Boolean)
    .join(', ')
  return [from, when].filter(Boolean).join(' · ')
}

function NoticeRow({ notice, isToday, onOpen }: { notice: Notice; isToday: boolean; onOpen: () => void }) {
  return (
    <li>
      <Link to={noticePath(notice)} className={`${classes.row} ${notice.isRead ? classes.read : ''}`} onClick={onOpen} data-notice>
        <Glyph notice={notice} />
        <span>
          {describeNotice(notice).map((part, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence
            typeof part === 'string' ? part : <strong key={index}>{part.bold}</strong>,
          )}
          <Text span variant="meta" display="block">
            {details(notice, isToday)}
          </Text>
        </span>
        {!notice.isRead && (
          <span className={classes.dot} data-drawn>
            <VisuallyHidden>Unread</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}

/** J and K go through the rows; Enter opens the one in focus, as links do. */
function moveFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const key = getShortcutKey(event)
  if (key !== 'j' && key !== 'k') return
  event.preventDefault()
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-notice]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = key === 'j' ? at + 1 : Math.max(0, at - 1)
  rows[Math.min(next, rows.length - 1)]?.focus()
}

function List({ onOpen }: { onOpen: (notice: Notice) => void }) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage, ...query } = useInfiniteQuery(noticesQuery)
  return (
    <QueryPart query={query} what="Notices" loading={4}>
      {({ pages }) => (
        <>
          <NoticeGroups notices={pages.flatMap(({ items }) => items)} onOpen={onOpen} />
          {hasNextPage && (
            <Box p="8px 20px">
              <Button variant="default" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show earlier notices
              </Button>
            </Box>
          )}
        </>
      )}
    </QueryPart>
  )
}

function NoticeGroups({ notices, onOpen }: { notices: readonly Notice[]; onOpen: (notice: Notice) => void }) {
  const now = useServerNow(60_000)
  const groups = groupByAge(notices, now)
  if (groups.length === 0)
    return (
      <Text inherit c="dimmed" p="32px 20px" ta="center">
        No notices yet.
      </Text>
    )
  return (
    <>
      {groups.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <Text component="h3" variant="label" c="dimmed" p="10px 20px 4px">
            {title}
          </Text>
          <ul>
            {items.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} isToday={title === 'Today'} onOpen={() => onOpen(notice)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type Props = { place: 'sidebar' | 'rail' | 'phone'; button: RefObject<HTMLButtonElement | null>; onClose: () => void }

export function NoticePanel({ place, button, onClose }: Props) {
  const { data } = useInfiniteQuery(noticesQuery)
  const { mutate, isPending } = useUpdateNotices({ onSaved: ({ unread }) => useNavBadges.setState({ notices: unread }) })
  const hasKeys = useShortcutsEnabled() && place !== 'phone'
  const [newest] = data?.pages ?? []
  const unread = newest?.unread ?? 0
  useEffect(() => {
    if (newest) useNavBadges.setState({ notices: newest.unread })
  }, [newest])
  const panel = useClickOutside<HTMLDivElement>((event) => {
    if (!button.current?.contains(event.target as Node)) onClose()
  })
  const close = (): void => {
    onClose()
    button.current?.focus()
  }
  const open = ({ id, isRead }: Notice): void => {
    if (!isRead) mutate({ body: { ids: [id] } })
    onClose()
  }
  useEffect(() => {
    const element = panel.current
    const keyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
      else if (element) moveFocus(event, element)
    }
    element?.addEventListener('keydown', keyDown)
    return () => element?.removeEventListener('keydown', keyDown)
  })
  return (
    <Portal>
      <FocusTrap active innerRef={panel}>
        <div role="dialog" aria-modal aria-label="Notices" className={`${classes.panel} ${classes[place]}`}>
          <div className={classes.head}>
            <h2 className={classes.title} tabIndex={-1} data-autofocus>
              Notices
              {unread > 0 && (
                <Text span inherit c="dimmed" fw={400} ml={6}>
                  {unread > 99 ? '99+' : unread} unread
                </Text>
              )}
            </h2>
            {unread > 0 && newest?.items[0] && (
              <Button
                variant="subtle"
                color="blue"
                size="sm"
                loading={isPending}
                onClick={() => mutate({ body: { upTo: newest.items[0]!.id, shownAt: newest.shownAt } })}
              >
                Mark all as read
              </Button>
            )}
            <ActionIcon size={36} component={Link} to={`${paths.profile.to()}#notices`} aria-label="Notice settings" onClick={onClose}>
              <IconSettings {...icon} />
            </ActionIcon>
            {place === 'phone' && (
              <ActionIcon size={44} aria-label="Close" onClick={close}>
                <IconX size={22} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </div>
          <div className={classes.body}>
            <List onOpen={open} />
          </div>
          {hasKeys && (
            <p className={classes.foot} aria-hidden>
              <kbd>J</kbd> <kbd>K</kbd> move <kbd>Enter</kbd> open
            </p>
          )}
        </div>
      </FocusTrap>
    </Portal>
  )
}

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

function getGroupTitle({ createdAt }: Notice, now: Date): 'Today' | 'Earlier this week' | 'Earlier' {
  const at = new Date(createdAt)
  if (isSameDay(at, now)) return 'Today'
  // Weeks start on Monday.
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7))
  return at >= monday ? 'Earlier this week' : 'Earlier'
}

/** In their order, without empty groups. */
export const groupByAge = (notices: readonly Notice[], now: number) =>
  [...Map.groupBy(notices, (notice) => getGroupTitle(notice, new Date(now)))].map(([title, items]) => ({ title, items }))
