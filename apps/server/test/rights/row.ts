/** What a row of the rights matrix is: one call, the callers, and the status that each of them gets for each kind of id. */

/**
 * Super admin, admin, trainer of the course, trainer of another course, enrolled student, student who is not enrolled, and
 * nobody: the columns, in this order.
 */
export const callers = ['SA', 'AD', 'T', 'T2', 'S', 'N', '–'] as const
export type Caller = (typeof callers)[number]

/** What a request names. `sessionId`, `noteId`, `savedCommentId`, `markedId`, `noticeId`, `importId`, `deletedCommentId`, the upload, and what is the caller's `own`, differ from caller to caller. */
export type IdName =
  | 'courseId'
  | 'weekId'
  | 'mediaId'
  | 'liveId'
  | 'assignmentId'
  | 'questionId'
  | 'submissionId'
  | 'deletedSubmissionId' // in a deleted week
  | 'discussionId'
  | 'commentId'
  | 'deletedCommentId' // by the caller, a moment ago
  | 'userId'
  | 'invitedId'
  | 'sessionId'
  | 'noteId'
  | 'savedCommentId'
  | 'markedId' // a student whom the caller has marked in the live session
  | 'noticeId'
  | 'importId'
  | 'marksImportId' // a moment ago
  | 'formCourseId' // entered by its form; its trainer and student are those of the course
  | 'formId'
  | 'responseId'
  | 'waitingResponseId'
  | 'answeredCourseId' // the student who is not enrolled has answered its form
  | 'answeredFormId'
  | 'emailId' // an email to the course that is scheduled
  | 'sentEmailId' // one that could not be delivered
  | 'unsubscribeToken'
  | 'fileKey'
  | 'uploadKey'
  | 'uploadId'
  | 'etag' // of its one part
  | 'othersUploadKey'
  | 'othersUploadId'
  | 'token' // of the join link of the course
  | 'file' // of a calendar
export type Ids = Record<IdName, string>

/** Whose or what else an id can be than the real one; `unknown` and `malformed` are there for every id. */
export type Kind =
  | 'unknown'
  | 'malformed'
  | 'foreign' // of another course
  | 'classmate' // of another student of the same course
  | 'own' // of the caller
  | 'admin'
  | 'superAdmin'
  | 'trainer'
  | 'invitedAdmin'
  | 'draft'
  | 'removed'
  | 'used'
  | 'unanswered'

/** Of the caller, and of people whom the world holds for this. */
export interface Person {
  email: string
  resetToken: string
}

export interface Request {
  /** Instead of the ids that fill the path by their names. */
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  /** A file of a form, instead of a body. */
  file?: string
  /** Instead of the caller's session. */
  bearer?: string
}
export type Ask = (ids: Ids, caller: Person) => Request

/** A status a caller, in the order of the columns; with a request of its own where not only an id differs. */
export type Cell = string | readonly [statuses: string, ask: Ask]

export interface Row {
  /** Number in the table of the 66 calls; absent for what the product added. */
  call?: number
  /** What `:id` in the path means. */
  id?: IdName
  /** The id used for `:courseId`, if it is not that of the main course. */
  courseId?: IdName
  /** The same for `mediaId`. */
  mediaId?: 'liveId'
  /** Query and body; by default the example of the contract. Parameters of the path fill themselves by their names. */
  ask?: Ask
  cells: { real: Cell } & { [C in `${Kind} ${IdName}` | `with ${string}`]?: Cell }
  /** Where a cell is another than in that table: why. */
  differs?: string
  /** Behaviour that is not built yet: until then 501 is expected where the cell says success. */
  notImplemented?: string
}

/** The rows of one domain. */
export type Rows = Record<string, Row>

/** Rights that no route names: the call whose handler asks for them. */
export const askedInHandlers: Readonly<Record<string, string>> = {
  // Where more than the status of a course changes.
  'course.update': 'updateCourse',
}
