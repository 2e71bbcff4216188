/** The content of posts on its way in: cleaned, with its mentions and pictures checked; and who is notified of it. */
import { hasPostContent, listMentions } from '@lms/contract/rules/post-content'
import type { Context } from '#http/handler.ts'
import { invalid } from '#http/problems.ts'
import { listMemberIds } from '#modules/discussions/members.ts'
import { notify } from '#modules/notices/notify.ts'
import { findImageError } from '#modules/files/images.ts'
import { cleanPost } from '#services/html.ts'

/** Mentions count for members of the course only; pictures must be uploads of the person who writes. */
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
  /** None for the discussion itself. */
  commentId?: string
  mentionedIds: readonly string[]
  /** Who is notified of a reply: the person who is replied to, and those who take part. */
  repliedTo?: readonly string[]
}

/** Mentioned people get a notice of the mention only. */
export async function notifyOfPost(ctx: Context, discussion: Place, { commentId, mentionedIds, repliedTo = [] }: Post): Promise<void> {
  const about = {
    courseId: discussion.courseId,
    groupKey: `discussion:${discussion.id}`,
    sourceId: commentId ? `comment:${commentId}` : `discussion:${discussion.id}`,
    actorId: ctx.actor.id,
    subject: { title: discussion.title, discussionId: discussion.id, commentId },
  }
  // Of two about the same comment a person gets the first.
  await notify(
    ctx.db,
    [
      { ...about, kind: 'MENTION', userIds: mentionedIds },
      { ...about, kind: 'REPLY', userIds: repliedTo },
    ],
    ctx.now(),
  )
}
