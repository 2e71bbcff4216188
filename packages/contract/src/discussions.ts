/** Discussions of a course, and the comments on them. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Created, Id, SingleLineText, Page, pageOf, Person, NonBlankText, Search, DateTimeString } from '#values.ts'

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
    commentCount: z.int(),
    createdAt: DateTimeString,
    lastActivityAt: DateTimeString,
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
  editedAt: DateTimeString.nullable(),
  deleted: z.boolean(),
}
export const Reply = z.object(comment).meta({ id: 'Reply' })
export type Reply = z.infer<typeof Reply>
export const Comment = Reply.extend({ replies: z.array(Reply), replyCount: z.int() }).meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const inCourse = z.object({ courseId: Id })
const here = z.object({ courseId: Id, discussionId: Id })

export const listDiscussions = route({
  method: 'GET',
  path: '/api/discussion/get-discussions/:courseId',
  summary: 'The discussions of a course, pinned first, then the latest activity',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  query: z.object({ ...Page, search: Search.optional() }),
  reply: pageOf(Discussion),
})

export const listUnanswered = route({
  method: 'GET',
  path: '/api/discussion/unanswered',
  summary: 'Questions of students in the courses that the caller teaches, without a reply by staff, the longest waiting first',
  allow: 'discussion.listUnanswered',
  query: z.object(Page),
  reply: pageOf(Discussion.omit({ content: true }).extend({ courseTitle: z.string() })),
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
  summary: 'Comments of the top level, each with its first 100 replies; with `parentId` the replies to that one',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  /** `after` is `next` of the answer before: comments that are added or deleted meanwhile move nothing. It takes the place of `page`. */
  query: z.object({ ...Page, after: Id.optional(), parentId: Id.optional() }),
  reply: pageOf(Comment).extend({ next: Id.nullable() }),
})

export const createDiscussion = route({
  method: 'POST',
  path: '/api/discussion/create-discussion/:courseId',
  summary: 'Begin a discussion',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: inCourse,
  body: z.object({ title: SingleLineText(200), content: NonBlankText(50_000) }),
  reply: Discussion,
  status: Created,
  example: { body: { title: 'Which deflator before 2005?', content: 'The series starts in 2005.' } },
})

export const createComment = route({
  method: 'POST',
  path: '/api/discussion/create-comment/:discussionId/:courseId',
  summary: 'Answer a discussion or a comment in it',
  allow: 'discussion.write',
  course: 'params.courseId',
  params: here,
  body: z.object({ content: NonBlankText(20_000), parentId: Id.nullish() }),
  pace: 'spaced',
  reply: Reply,
  status: Created,
  problems: ['closed'],
  example: { body: { content: 'Use the one of the statistics office.' } },
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
  summary: 'Delete a comment: staff any, authors their own',
  allow: 'discussion.remove',
  params: z.object({ discussionId: Id, commentId: Id }),
})
