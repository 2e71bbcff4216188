/** The discussions of a course as rows. */
import type { Discussion } from '@lms/contract/discussions'
import { IconLock, IconPin } from '@tabler/icons-react'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import classes from './discussion-rows.module.css'
import { getDisplayName, formatReplies, getAuthorBadge, formatPostTime } from './format.ts'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

export function DiscussionRows({ discussions, now }: { discussions: readonly Discussion[]; now: number }) {
  return (
    <Rows label="Discussions">
      {discussions.map(({ id, courseId, title, author, pinned, locked, commentCount, lastActivityAt }) => {
        const tag = getAuthorBadge(author)
        return (
          <Row
            key={id}
            to={paths.discussion.to({ courseId, discussionId: id })}
            glyph={<Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={36} />}
            name={title}
            meta={`${getDisplayName(author)}${tag ? `, ${tag.toLowerCase()}` : ''} · ${formatReplies(commentCount)}`}
            fact={
              <span className={classes.facts}>
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
                <time dateTime={lastActivityAt} className={classes.time}>
                  {formatPostTime(lastActivityAt, now)}
                </time>
              </span>
            }
          />
        )
      })}
    </Rows>
  )
}
