/** After a reply: the next unread discussion of all courses, and the way back to the list. */

import { ActionIcon, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { paths } from '#lib/paths.ts'
import { IconX } from '#ui/icons.ts'
import { StatusIcon } from '#ui/status-icon.tsx'
import { type NextInThread, useWalk } from './next-unread.ts'
import classes from './next-unread-bar.module.css'

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** What was posted, and what is left. */
function Words({ next: { bar, found } }: { next: NextInThread }) {
  const answered = useWalk((walk) => walk.answered.length)
  const isOver = found !== undefined && !found.next
  const title = isOver
    ? `Nothing unread.${answered > 0 ? ` ${answered} answered.` : ''}`
    : [bar === 'REPLIED' && 'Reply posted', found && `${found.unread} unread`].filter(Boolean).join('. ')
  return (
    <div className={classes.words} role="status">
      <Text variant="section">{title}</Text>
      {found?.next && (
        <Text variant="meta" truncate>
          Next: <span className={classes.title}>{found.next.title}</span>, {found.next.courseTitle}
        </Text>
      )}
    </div>
  )
}

export function NextUnreadButton({ isLoading, onClick }: { isLoading: boolean; onClick: (() => void) | undefined }) {
  const hasKeys = useShortcutsEnabled()
  return (
    <Button loading={isLoading} aria-keyshortcuts="n" rightSection={hasKeys && <kbd className={classes.key}>N</kbd>} onClick={onClick}>
      Next unread
    </Button>
  )
}

export function NextUnreadBar({ next, onClose }: { next: NextInThread; onClose: () => void }) {
  const list = useWalk((walk) => walk.list)
  const isOver = next.found !== undefined && !next.found.next
  return (
    <div className={classes.bar}>
      <StatusIcon name="graded" />
      <Words next={next} />
      <div className={classes.actions}>
        <Button
          component={Link}
          to={list ?? paths.myDiscussions.to()}
          variant={isOver ? 'filled' : 'default'}
          {...(next.bar === 'NOTHING' && { ref: focus })}
        >
          Back to Discussions
        </Button>
        {!isOver && <NextUnreadButton isLoading={next.isOpening} onClick={next.goToNext} />}
      </div>
      <ActionIcon aria-label="Close, and write another reply" onClick={onClose}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
