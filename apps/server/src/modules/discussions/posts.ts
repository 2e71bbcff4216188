/** The content of posts on its way in: cleaned, with its mentions and pictures checked; and who is notified of it. */
import { hasPostContent, listMentions } from '@lms/contract/rules/post-content'
import type { Context } from '#http/handler.ts'
import { invalid } from '#http/problems.ts'
import { listMemberIds } from '#modules/discussions/members.ts'
import { listPeopleToNotify } from '#modules/discussions/comments/queries.ts'
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
  parentAuthorId?: string | undefined
  mentionedIds: readonly string[]
  isNew: boolean
}

/**
 * Mentioned people get a notice of the mention only. A comment also notifies who is replied to, and, unless an earlier reply is still to
 * be emailed to them, who began the discussion and who took part lately.
 */
export async function notifyOfPost(
  ctx: Context,
  discussion: Place,
  { commentId, parentAuthorId, mentionedIds, isNew }: Post,
): Promise<void> {
  const actorId = ctx.actor.id
  const about = {
    courseId: discussion.courseId,
    groupKey: `discussion:${discussion.id}`,
    sourceId: commentId ? `comment:${commentId}` : `discussion:${discussion.id}`,
    actorId,
    subject: { title: discussion.title, discussionId: discussion.id, commentId },
  }
  const mention = { ...about, kind: 'MENTION' as const, userIds: mentionedIds }
  const others: string[] = []
  if (isNew && commentId !== undefined) {
    if (parentAuthorId) others.push(parentAuthorId)
    others.push(...(await listPeopleToNotify(ctx.db, { discussionId: discussion.id, groupKey: about.groupKey, actorId })))
  }
  // Of two about the same comment a person gets the first.
  await notify(ctx.db, [mention, { ...about, kind: 'REPLY', userIds: others }], ctx.now())
}
