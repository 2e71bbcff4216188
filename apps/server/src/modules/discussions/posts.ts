/** Processes the content of new posts: sanitizes it, checks mentions and images, and notifies users. */

import { hasPostContent, listMentions } from '@lms/contract/rules/post-content'
import type { Context } from '#call/handler.ts'
import { invalid } from '#call/problems.ts'
import { listMemberIds } from '#modules/discussions/members.ts'
import { findImageError } from '#modules/files/images.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteUnreadMentions } from '#modules/notices/queries.ts'
import { cleanPost } from '#services/html.ts'

/** Only members of the course can be mentioned; images must be uploads of the author. */
export async function acceptPost(ctx: Context, courseId: string, html: string): Promise<{ content: string; mentionedIds: string[] }> {
  const content = cleanPost(html)
  if (!hasPostContent(content)) throw invalid('/content', 'Must not be empty')
  const error = await findImageError(ctx, content)
  if (error) throw invalid('/content', error)
  return { content, mentionedIds: await listMemberIds(ctx.db, courseId, listMentions(content)) }
}

interface Place {
  id: string
  courseId: string
  title: string
}

interface Post {
  /** Absent for the discussion itself. */
  commentId?: string
  mentionedIds: readonly string[]
  /** Of an edited post. */
  mentionedBefore?: readonly string[]
  /** Users notified of a reply: the author of the parent comment, and the participants. */
  repliedTo?: readonly string[]
}

/** Mentioned users only get a notice of the mention; an edit that takes the mention out takes an unread notice back. */
export async function notifyOfPost(
  ctx: Context,
  discussion: Place,
  { commentId, mentionedIds, mentionedBefore = [], repliedTo = [] }: Post,
): Promise<void> {
  const about = {
    courseId: discussion.courseId,
    groupKey: `discussion:${discussion.id}`,
    sourceId: commentId ? `comment:${commentId}` : `discussion:${discussion.id}`,
    actorId: ctx.actor.id,
    subject: { title: discussion.title, discussionId: discussion.id, commentId },
  }
  const takenOut = mentionedBefore.filter((id) => !mentionedIds.includes(id))
  if (takenOut.length > 0) await deleteUnreadMentions(ctx.db, takenOut, about.sourceId)
  // Of two notices about the same comment a user gets the first. Each mention is a row of its own, which no reply hides.
  await notify(
    ctx.db,
    [
      {
        ...about,
        kind: 'MENTION',
        groupKey: `mention:${about.sourceId}`,
        userIds: mentionedIds.filter((id) => !mentionedBefore.includes(id)),
      },
      { ...about, kind: 'REPLY', userIds: repliedTo },
    ],
    ctx.now(),
  )
}
