/** Discussions of a course, and the comments on them. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Created, DateTimeString, Id, Instant, Page, toPageShape, Person, PostContent, Search, SingleLineText } from '#values.ts'

export * from '#discussion-reading.ts'

const Author = Person.extend({ role: z.enum(['TRAINER', 'STUDENT', 'ADMIN']).nullable() })

export const Discussion = z
  .object({
    id: Id,
    courseId: Id,
    title: z.string(),
    content: z.string(),
    author: Author.nullable(),
    pinned: z.boolean(),
    locked: z.boolean(),
    /** The name of the member of staff who locked it. */
    lockedBy: z.string().nullable(),
    commentCount: z.int(),
    /** Whether staff have replied, or marked a reply as the answer. */
    answered: z.boolean(),
    /** Whether anybody but its author has replied. */
    isReplied: z.boolean(),
    /** New comments by others for the caller, at most 100. */
    newCount: z.int(),
    /** Whether anything is new to the caller, including the discussion itself. */
    unread: z.boolean(),
    /** Anything written later is new to the caller. */
    readUntil: DateTimeString,
    createdAt: DateTimeString,
    editedAt: DateTimeString.nullable(),
    lastActivityAt: DateTimeString,
    /** The name of the person who commented last. */
    lastAuthor: z.string().nullable(),
  })
  .meta({ id: 'Discussion' })
export type Discussion = z.infer<typeof Discussion>

/** A deleted comment with replies leaves a tombstone: no content, no author. */
const comment = {
  id: Id,
  content: z.string(),
  author: Author.nullable(),
  parentId: Id.nullable(),
  /** The author that a nested reply responds to; replies are displayed on one level. */
  replyTo: z.string().nullable(),
  createdAt: DateTimeString,
  /** Set for changes after five minutes, or after someone had replied. */
  editedAt: DateTimeString.nullable(),
  /** Number of readable earlier versions; 0 for students. */
  versionCount: z.int(),
  /** Staff marked it as the answer. */
  isAnswer: z.boolean(),
  deleted: z.boolean(),
  deletedAt: DateTimeString.nullable(),
  deletedByStaff: z.boolean(),
}
export const Reply = z.object(comment).meta({ id: 'Reply' })
export type Reply = z.infer<typeof Reply>

export const Comment = Reply.extend({
  replies: z.array(Reply),
  /** All of its replies, at any depth. */
  replyCount: z.int(),
  /** Cursors for replies that are not included: before the first and after the last of them; null if there are none. */
  previous: Id.nullable(),
  next: Id.nullable(),
  lastReplyAt: DateTimeString.nullable(),
  /** Replies by others that are new to the caller. */
  newReplies: z.int(),
}).meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const inCourse = z.object({ courseId: Id })
const here = z.object({ courseId: Id, discussionId: Id })
const ofComment = here.extend({ commentId: Id })

const Title = SingleLineText(200)
const DiscussionContent = PostContent(50_000)
const CommentContent = PostContent(20_000)

/** The first comment that a search finds. */
export const FoundComment = z.object({ commentId: Id, author: z.string().nullable(), excerpt: z.string() })

/** `UNANSWERED`: students' questions without a reply by staff, longest waiting first. */
export const discussionFilters = ['ALL', 'UNANSWERED', 'UNREAD', 'MINE'] as const

const filterCounts = { all: z.int(), unanswered: z.int(), unread: z.int(), mine: z.int() }

export const listDiscussions = route({
  method: 'GET',
  path: '/api/discussion/get-discussions/:courseId',
  summary: 'The discussions of a course, pinned first, then the latest activity',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  /** `search` finds words in titles, texts and comments; `shownAt` is `until` of “mark all as read”. */
  query: z.object({ ...Page, search: Search.optional(), filter: z.enum(discussionFilters).default('ALL') }),
  reply: toPageShape(
    Discussion.extend({
      match: FoundComment.nullable(),
    }),
  ).extend({ shownAt: DateTimeString }),
})

export const countDiscussions = route({
  method: 'GET',
  path: '/api/discussion/counts/:courseId',
  summary: 'The number of discussions for each filter of the list',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  reply: z.object({ ...filterCounts, oldestUnansweredAt: DateTimeString.nullable() }),
})

const question = { id: true, courseId: true, title: true, author: true, commentCount: true, createdAt: true, lastActivityAt: true } as const

export const UnansweredQuestion = Discussion.pick(question).extend({ courseTitle: z.string() })

export const getDiscussion = route({
  method: 'GET',
  path: '/api/discussion/get-single-discussion/:courseId/:discussionId',
  summary: 'One discussion',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  reply: Discussion,
})

const Around = z.union([z.enum(['NEW', 'LAST']), Id])
export const listComments = route({
  method: 'GET',
  path: '/api/discussion/get-comments/:courseId/:discussionId',
  summary: 'Top-level comments, each with its first two replies; with `parentId` the replies to that comment',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  /**
   * `after` is `next` of the previous response, and `before` its `previous`: stable while comments are added or deleted. `around` is the id
   * of a comment or reply, NEW for the first that is new to the caller, or LAST, with those around it. Each replaces `page`.
   */
  query: z.object({ ...Page, after: Id.optional(), before: Id.optional(), around: Around.optional(), parentId: Id.optional() }),
  reply: toPageShape(Comment).extend({ previous: Id.nullable(), next: Id.nullable() }),
})

export const createDiscussion = route({
  method: 'POST',
  path: '/api/discussion/create-discussion/:courseId',
  summary: 'Start a discussion',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: inCourse,
  body: z.object({ title: Title, content: DiscussionContent }),
  files: ['content'],
  reply: Discussion,
  status: Created,
  example: { body: { title: 'Which deflator before 2005?', content: '<p>The series starts in 2005.</p>' } },
})

export const updateDiscussion = route({
  method: 'PATCH',
  path: '/api/discussion/update-discussion/:courseId/:discussionId',
  summary: 'Change the title or text of one of the caller’s discussions',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: here,
  body: z.object({ title: Title.optional(), content: DiscussionContent.optional() }),
  files: ['content'],
  reply: Discussion,
  problems: ['forbidden', 'closed'],
  example: { body: { title: 'Which deflator before 2005?' } },
})

export const moderateDiscussion = route({
  method: 'PATCH',
  path: '/api/discussion/moderate/:courseId/:discussionId',
  summary: 'Pin or lock a discussion, or undo that',
  allow: 'discussion.moderate',
  course: 'params.courseId',
  params: here,
  body: z.object({ pinned: z.boolean().optional(), locked: z.boolean().optional() }),
  reply: Discussion,
  example: { body: { pinned: true } },
})

export const createComment = route({
  method: 'POST',
  path: '/api/discussion/create-comment/:discussionId/:courseId',
  summary: 'Comment on a discussion or reply to a comment; the same text again within a minute is rejected with the id of the first',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: here,
  body: z.object({ content: CommentContent, parentId: Id.nullish() }),
  files: ['content'],
  rateLimit: 'comment',
  reply: Reply,
  status: Created,
  problems: ['closed', 'already-posted'],
  example: { body: { content: '<p>Use the one of the statistics office.</p>' } },
})

export const updateComment = route({
  method: 'PATCH',
  path: '/api/discussion/update-comment/:courseId/:discussionId/:commentId',
  summary: 'Change one of the caller’s comments',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: ofComment,
  body: z.object({ content: CommentContent }),
  files: ['content'],
  problems: ['forbidden', 'closed'],
  example: { body: { content: '<p>Use the one of the statistics office.</p>' } },
})

export const markAnswer = route({
  method: 'PATCH',
  path: '/api/discussion/mark-answer/:courseId/:discussionId/:commentId',
  summary: 'Mark a comment as the answer, or remove the mark',
  allow: 'discussion.moderate',
  course: 'params.courseId',
  params: ofComment,
  body: z.object({ isAnswer: z.boolean() }),
  example: { body: { isAnswer: true } },
})

export const listVersions = route({
  method: 'GET',
  path: '/api/discussion/comment-versions/:courseId/:discussionId/:commentId',
  summary: 'A comment and the 50 latest of its earlier versions, newest first',
  allow: 'discussion.moderate',
  course: 'params.courseId',
  params: ofComment,
  reply: z.object({ versions: z.array(z.object({ content: z.string(), createdAt: DateTimeString })) }),
})

export const searchMembers = route({
  method: 'GET',
  path: '/api/discussion/members/:courseId',
  summary: 'Members of a course to mention, whose names contain the text; the first ten',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: inCourse,
  query: z.object({ name: Search.optional() }),
  /** `joinedAt`, and `email` for staff: only of members with the same name as another. */
  reply: z.object({
    members: z.array(Person.extend({ role: z.enum(['TRAINER', 'STUDENT']), joinedAt: Instant.nullable(), email: z.string().nullable() })),
  }),
})

export const removeDiscussion = route({
  method: 'DELETE',
  path: '/api/discussion/delete-discussion/:id',
  summary: 'Delete a discussion: staff any, authors their own while nobody else has commented',
  allow: 'discussion.remove',
  params: z.object({ id: Id }),
  problems: ['conflict'],
})

export const removeComment = route({
  method: 'DELETE',
  path: '/api/discussion/delete-comment/:discussionId/:commentId',
  summary: 'Delete a comment: staff any, authors their own. Its text is erased after a minute',
  allow: 'discussion.remove',
  params: z.object({ discussionId: Id, commentId: Id }),
})

export const restoreComment = route({
  method: 'POST',
  path: '/api/discussion/restore-comment/:courseId/:discussionId/:commentId',
  summary: 'Undo the deletion of a comment within a minute, for the user who deleted it',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: ofComment,
})
