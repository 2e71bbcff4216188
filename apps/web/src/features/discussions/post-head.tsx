/** Who began a discussion and when, whether it is pinned or locked, and how to delete it. */
import type { Discussion } from '@lms/contract/discussions'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLock, IconPin, IconTrash } from '@tabler/icons-react'
import { Avatar } from '#ui/avatar.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import classes from './post-head.module.css'
import { getDisplayName, getAuthorBadge, formatPostTime } from './format.ts'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = { discussion: Discussion; now: number; onDelete: (() => void) | undefined }

export function PostHead({ discussion, now, onDelete }: Props) {
  const { author, createdAt, pinned, locked } = discussion
  const tag = getAuthorBadge(author)
  return (
    <div className={classes.head}>
      <Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={28} />
      <span className={classes.name}>{getDisplayName(author)}</span>
      {tag && <OutlineBadge>{tag}</OutlineBadge>}
      <time dateTime={createdAt}>{formatPostTime(createdAt, now)}</time>
      {pinned && (
        <OutlineBadge>
          <IconPin {...small} /> Pinned
        </OutlineBadge>
      )}
      {locked && (
        <OutlineBadge>
          <IconLock {...small} /> Locked
        </OutlineBadge>
      )}
      {onDelete && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon aria-label="More for this discussion">
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
              Delete discussion
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
