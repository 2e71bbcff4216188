/** Discussions of a course, and the comments on them. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Created, DateTimeString, Id, Instant, Page, pageOf, Person, PostContent, Search, SingleLineText } from '#values.ts'

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
    /** The name of the person of the staff who locked it. */
    lockedBy: z.string().nullable(),
    commentCount: z.int(),
    /** Whether staff have replied, or marked a reply as the answer. */
    answered: z.boolean(),
    /** New comments by others for the caller, at most 100. */
    newCount: z.int(),
    /** Whether the caller has something new to read here, the discussion itself included. */
    unread: z.boolean(),
    /** What was written later is new to the caller. */
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
  /** Whom a deeper reply answers; replies are drawn at one level. */
  replyTo: z.string().nullable(),
  createdAt: DateTimeString,
  /** Of changes after five minutes, or after somebody had replied. */
  editedAt: DateTimeString.nullable(),
  /** Earlier versions that can be read; 0 for students. */
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
  /** Where the replies that are not included go on: before the first and after the last of them; null where there are none. */
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

/** `UNANSWERED`: questions of students that staff have not replied to, the longest waiting first. */
export const discussionFilters = ['ALL', 'UNANSWERED', 'UNREAD', 'MINE'] as const

const filterCounts = { all: z.int(), unanswered: z.int(), unread: z.int(), mine: z.int() }

export const listDiscussions = route({
  method: 'GET',
  path: '/api/discussion/get-discussions/:courseId',
  summary: 'The discussions of a course, pinned first, then the latest activity',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  /** `search` finds the beginnings of words in titles, texts and comments. */
  query: z.object({ ...Page, search: Search.optional(), filter: z.enum(discussionFilters).default('ALL') }),
  reply: pageOf(
    Discussion.extend({
      /** With `search`: the first comment that matches. */
      match: z.object({ commentId: Id, author: z.string().nullable(), excerpt: z.string() }).nullable(),
    }),
  ),
})

export const countDiscussions = route({
  method: 'GET',
  path: '/api/discussion/counts/:courseId',
  summary: 'How many discussions each filter of the list has',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  reply: z.object({ ...filterCounts, oldestUnansweredAt: DateTimeString.nullable() }),
})

const question = { id: true, courseId: true, title: true, author: true, commentCount: true, createdAt: true, lastActivityAt: true } as const

export const listUnanswered = route({
  method: 'GET',
  path: '/api/discussion/unanswered',
  summary: 'Questions of students in the courses that the caller teaches, without a reply by staff, the longest waiting first',
  allow: 'discussion.listUnanswered',
  query: z.object(Page),
  reply: pageOf(Discussion.pick(question).extend({ courseTitle: z.string() })),
})

export const getDiscussion = route({
  method: 'GET',
  path: '/api/discussion/get-single-discussion/:courseId/:discussionId',
  summary: 'One discussion',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  reply: Discussion,
})

export const listComments = route({
  method: 'GET',
  path: '/api/discussion/get-comments/:courseId/:discussionId',
  summary: 'Comments of the top level, each with its first two replies; with `parentId` the replies to that one',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  /**
   * `after` is `next` of the answer before, and `before` its `previous`: comments that are added or deleted in between move
   * nothing. `around` is the id of a comment or reply: the page that it is on, with the replies beside it. Each replaces `page`.
   */
  query: z.object({ ...Page, after: Id.optional(), before: Id.optional(), around: Id.optional(), parentId: Id.optional() }),
  reply: pageOf(Comment).extend({ previous: Id.nullable(), next: Id.nullable() }),
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
  summary: 'Change the title or the text of a discussion of one’s own',
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
  summary: 'Answer a discussion or a comment in it; the same text again within a minute is refused with the id of the first',
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
  summary: 'Change a comment of one’s own',
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

export const markRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-read/:courseId/:discussionId',
  summary: 'The caller has read the discussion until then; it never goes back',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  body: z.object({ until: Instant }),
  rateLimit: 'autosave',
  example: { body: { until: '2026-11-20T12:00:00Z' } },
})

export const markAllRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-all-read/:courseId',
  summary: 'The caller has read every discussion of the course',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
})

export const searchMembers = route({
  method: 'GET',
  path: '/api/discussion/members/:courseId',
  summary: 'Members of a course to mention, by the beginnings of their names; the first ten',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: inCourse,
  query: z.object({ name: Search.optional() }),
  reply: z.object({ members: z.array(Person.extend({ role: z.enum(['TRAINER', 'STUDENT']) })) }),
})

export const removeDiscussion = route({
  method: 'DELETE',
  path: '/api/discussion/delete-discussion/:id',
  summary: 'Delete a discussion: staff any, authors their own while nobody else has answered',
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
  summary: 'Undo the deletion of a comment within a minute, by the person who deleted it',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: ofComment,
})
