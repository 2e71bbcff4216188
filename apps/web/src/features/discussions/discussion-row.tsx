/** A discussion as a row of a list: who asked, what came last, what is new, and how long a question has waited. */

import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { MyDiscussion } from '@lms/contract/my-discussions'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { Avatar, getCoverColor } from '#ui/avatar.tsx'
import { IconCircleCheckFilled, IconClock, IconLock, IconPin } from '#ui/icons.ts'
import { Marked } from '#ui/marked.tsx'
import { Row } from '#ui/row.tsx'
import { formatAge, formatNew, formatReplies, formatTimeWithin, getAuthorBadge, getDisplayName } from './format.ts'
import classes from './discussion-row.module.css'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

type Shown = Omit<MyDiscussion, 'courseTitle' | 'group'>

function Fact({ item, now }: { item: Shown; now: number }) {
  // Posts by staff are not questions.
  if (item.author?.role !== 'STUDENT') return null
  if (item.answered)
    return (
      <span className={`${classes.fact} ${classes.answered}`}>
        <IconCircleCheckFilled size={16} aria-hidden /> Answered
      </span>
    )
  if (item.locked) return null
  return (
    <span className={`${classes.fact} ${classes.waiting}`}>
      <IconClock size={16} stroke={2} aria-hidden /> No answer for {formatAge(item.createdAt, now)}
    </span>
  )
}

const CourseName = ({ id, title }: { id: string; title: string }) => (
  <>
    <span className={classes.spine} style={{ background: `var(--spine-${getCoverColor(id)})` }} />
    <bdi>{title}</bdi>
    {' · '}
  </>
)

/** `course` is named where a list has several. */
type Props = { item: Shown; now: number; words: string; course?: string }

export function DiscussionRow({ item, now, words, course }: Props) {
  const { id, courseId, title, author, pinned, locked, commentCount, lastActivityAt, lastAuthor, newCount, unread, match } = item
  const tag = getAuthorBadge(author)
  const to = paths.discussion.to({ courseId, discussionId: id })
  const last =
    commentCount > 0
      ? `last ${formatTimeWithin(lastActivityAt, now)} by ${isolate(lastAuthor ?? 'a former member')}`
      : formatTimeWithin(lastActivityAt, now)
  return (
    <Row
      to={to}
      wraps
      glyph={<Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={36} />}
      name={
        <span className={classes.title}>
          <bdi className={unread ? classes.unread : ''}>
            <Marked text={title} search={words} />
          </bdi>
          {unread && <span className={classes.new}>{newCount > 0 ? formatNew(newCount) : 'New'}</span>}
          {pinned && (
            <Badge>
              <IconPin {...small} /> Pinned
            </Badge>
          )}
          {locked && (
            <Badge>
              <IconLock {...small} /> Locked
            </Badge>
          )}
        </span>
      }
      meta={
        <>
          {course !== undefined && <CourseName id={courseId} title={course} />}
          {`${isolate(getDisplayName(author))}${tag ? `, ${tag.toLowerCase()}` : ''} · ${formatReplies(commentCount)} · ${last}`}
        </>
      }
      fact={<Fact item={item} now={now} />}
    >
      {match && (
        <Text variant="meta" className={classes.match}>
          <Link to={`${to}?comment=${match.commentId}`}>{match.author ?? 'Former member'}</Link>:{' '}
          <Marked text={match.excerpt} search={words} />
        </Text>
      )}
    </Row>
  )
}
