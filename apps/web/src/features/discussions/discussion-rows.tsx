/** The discussions of a course as rows. */
import type { Discussion } from '@lms/contract/discussions'
import { IconLock, IconPin } from '@tabler/icons-react'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { Tag } from '#ui/tag.tsx'
import classes from './discussion-rows.module.css'
import { nameOf, repliesWords, tagOf, talkTime } from './words.ts'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

export function DiscussionRows({ discussions, now }: { discussions: readonly Discussion[]; now: number }) {
  return (
    <Rows label="Discussions">
      {discussions.map(({ id, courseId, title, author, pinned, locked, commentCount, lastActivityAt }) => {
        const tag = tagOf(author)
        return (
          <Row
            key={id}
            to={paths.discussion.to({ courseId, discussionId: id })}
            glyph={<Avatar id={author?.id ?? 'nobody'} name={nameOf(author)} src={author?.profileImageUrl} size={36} />}
            name={title}
            meta={`${nameOf(author)}${tag ? `, ${tag.toLowerCase()}` : ''} · ${repliesWords(commentCount)}`}
            fact={
              <span className={classes.facts}>
                {pinned && (
                  <Tag>
                    <IconPin {...small} /> Pinned
                  </Tag>
                )}
                {locked && (
                  <Tag>
                    <IconLock {...small} /> Locked
                  </Tag>
                )}
                <time dateTime={lastActivityAt} className={classes.time}>
                  {talkTime(lastActivityAt, now)}
                </time>
              </span>
            }
          />
        )
      })}
    </Rows>
  )
}
