/** The content of posts on its way in: cleaned, with its mentions and pictures checked; and who is notified of it. */
import { hasPostContent, listMentions } from '@lms/contract/rules/post-content'
import type { Context } from '#http/handler.ts'
import { invalid } from '#http/problems.ts'
import { listMemberIds } from '#modules/discussions/members.ts'
import { listRecentCommenters } from '#modules/discussions/comments/queries.ts'
import { notify } from '#modules/notices/notify.ts'
import { findImageError } from '#modules/files/images.ts'
import { cleanPost } from '#services/html.ts'

/** Mentions count for members of the course only; pictures must be uploads of the person who writes. */
export async function acceptPost(ctx: Context, courseId: string, html: string): Promise<{ content: string; mentionedIds: string[] }> {
  const content = cleanPost(html)
  if (!hasPostContent(content)) throw invalid('/content', 'Must not be empty')
  const fault = await findImageError(ctx, content)
  if (fault) throw invalid('/content', fault)
  return { content, mentionedIds: await listMemberIds(ctx.db, courseId, listMentions(content)) }
}

interface Place {
  id: string
  courseId: string
  authorId: string
  title: string
}

interface Post {
  /** None for the discussion itself. */
  commentId?: string
  parentAuthorId?: string | undefined
  mentionedIds: readonly string[]
  isNew: boolean
}

/** Mentioned people get a notice of the mention only. A comment also notifies who began the discussion, who is replied to, and who took part lately. */
export async function notifyOfPost(
  ctx: Context,
  discussion: Place,
  { commentId, parentAuthorId, mentionedIds, isNew }: Post,
): Promise<void> {
  const about = {
    courseId: discussion.courseId,
    groupKey: `discussion:${discussion.id}`,
    sourceId: commentId ? `comment:${commentId}` : `discussion:${discussion.id}`,
    actorId: ctx.actor.id,
    subject: { title: discussion.title, discussionId: discussion.id, commentId },
  }
  const mention = { ...about, kind: 'MENTION' as const, userIds: mentionedIds }
  const isReply = isNew && commentId !== undefined
  const involved = [discussion.authorId, ...(parentAuthorId ? [parentAuthorId] : [])]
  const others = isReply ? [...involved, ...(await listRecentCommenters(ctx.db, discussion.id))] : []
  // Of two about the same comment a person gets the first.
  await notify(ctx.db, [mention, { ...about, kind: 'REPLY', userIds: others }], ctx.now())
}
