/** Rights: discussions of a course. */

import { markedUntil } from '#test/rights/own-rows.ts'
import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
const reading = {
  //                            SA  AD  T   T2  S   N   –
  real:                        '200 200 200 403 200 403 401',
  'foreign discussionId':      '404 404 404 403 404 403 401',
  'foreign courseId':          '404 404 403 404 403 403 401',
  'draft courseId':            '404 404 404 404 404 404 401',
  'removed discussionId':      '404 404 404 403 404 403 401',
  'unknown discussionId':      '404 404 404 403 404 403 401',
  'unknown courseId':          '404 404 404 404 404 404 401',
  'malformed discussionId':    '404 404 404 404 404 404 401',
  'malformed courseId':        '404 404 404 404 404 404 401',
} as const

/* oxfmt-ignore */
const ofComment = {
  'foreign commentId':         '404 404 404 403 404 403 401',
  'removed commentId':         '404 404 404 403 404 403 401',
  'unknown commentId':         '404 404 404 403 404 403 401',
  'malformed commentId':       '404 404 404 404 404 404 401',
  'foreign discussionId':      '404 404 404 403 404 403 401',
  'removed discussionId':      '404 404 404 403 404 403 401',
  'unknown discussionId':      '404 404 404 403 404 403 401',
  'malformed discussionId':    '404 404 404 404 404 404 401',
  'foreign courseId':          '404 404 403 404 403 403 401',
  'unknown courseId':          '404 404 404 404 404 404 401',
  'malformed courseId':        '404 404 404 404 404 404 401',
} as const

/** The same for actions of staff only. */
const staffOnly = <K extends string>(cells: Record<K, string>): Record<K, string> =>
  Object.fromEntries(
    Object.entries<string>(cells).map(([kind, statuses]) => [
      kind,
      statuses
        .split(' ')
        .map((status, n) => (n === 4 || n === 5 ? '403' : status))
        .join(' '),
    ]),
  ) as Record<K, string>

/* oxfmt-ignore */
export const myDiscussions: Rows = {
  listMyDiscussions:     { cells: { real: '200 200 200 200 200 200 401' } },
  markMyDiscussionsRead: { cells: { real: '200 200 200 200 200 200 401' } },
  restoreUnread: {
    // Each caller has a mark of their own.
    ask: ({ discussionId }) => ({ body: { until: markedUntil, markedAt: markedUntil, marks: [{ discussionId, readUntil: null }] } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'foreign discussionId':    '409 409 409 409 409 409 401',
      'unknown discussionId':    '409 409 409 409 409 409 401',
      'malformed discussionId':  '422 422 422 422 422 422 401',
    },
  },
}

/* oxfmt-ignore */
export const discussions: Rows = {
  listDiscussions: {
    call: 60,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  countDiscussions: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  markAllRead: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  searchMembers: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  markRead: { cells: { ...reading, real: '200 200 200 403 200 403 401' } },
  //                                                     SA  AD  T   T2  S   N   –
  updateDiscussion:   { cells: { ...reading,       real: '403 403 403 403 200 403 401' , 'classmate discussionId': '403 403 403 403 403 403 401' } },
  moderateDiscussion: { cells: { ...staffOnly(reading), real: '200 200 200 403 403 403 401' } },
  updateComment:      { cells: { ...ofComment,     real: '403 403 403 403 204 403 401', 'classmate commentId': '403 403 403 403 403 403 401' } },
  markAnswer:         { cells: { ...staffOnly(ofComment), real: '204 204 204 403 403 403 401' } },
  listVersions:       { cells: { ...staffOnly(ofComment), real: '200 200 200 403 403 403 401' } },
  restoreComment: {
    cells: {
      ...ofComment,
      // Only the user who deleted it has anything to restore.
      'classmate commentId': '404 404 404 403 404 403 401',
      real: [
        '204 204 204 403 204 403 401',
        ({ courseId, discussionId, deletedCommentId }) => ({ params: { courseId, discussionId, commentId: deletedCommentId } }),
      ],
    },
  },
  getDiscussion: { call: 61, cells: reading },
  listComments:  { call: 62, cells: reading },
  createDiscussion: {
    call: 63,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 403 201 403 401',
      'foreign courseId':        '201 201 403 201 403 403 401',
      'draft courseId':          '201 201 201 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  createComment: {
    call: 64,
    ask: ({ commentId }) => ({ body: { content: 'An answer', parentId: commentId } }),
    differs: 'a parent that is not in the discussion is a 422 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 403 201 403 401',
      'classmate commentId':     '201 201 201 403 201 403 401',
      'foreign commentId':       '422 422 422 403 422 403 401',
      'foreign discussionId':    '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'removed discussionId':    '404 404 404 403 404 403 401',
      'unknown commentId':       '422 422 422 403 422 403 401',
      'unknown discussionId':    '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed commentId':     '422 422 422 422 422 422 401',
      'malformed discussionId':  '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  removeDiscussion: {
    call: 65,
    id: 'discussionId',
    differs: 'deletions answer 204; once others have answered, its author gets a 409 (product decisions, sections 1 and 8)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 404 409 404 401',
      'unanswered discussionId': '204 204 204 404 204 404 401',
      'classmate discussionId':  '204 204 204 404 403 404 401',
      'foreign discussionId':    '204 204 404 204 404 404 401',
      'removed discussionId':    '404 404 404 404 404 404 401',
      'unknown discussionId':    '404 404 404 404 404 404 401',
      'malformed discussionId':  '404 404 404 404 404 404 401',
    },
  },
  removeComment: {
    call: 66,
    differs: 'deletions answer 204 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 404 204 404 401',
      'classmate commentId':     '204 204 204 404 403 404 401',
      'foreign commentId':       '404 404 404 404 404 404 401',
      'foreign discussionId':    '404 404 404 404 404 404 401',
      'removed commentId':       '404 404 404 404 404 404 401',
      'unknown commentId':       '404 404 404 404 404 404 401',
      'unknown discussionId':    '404 404 404 404 404 404 401',
      'malformed commentId':     '404 404 404 404 404 404 401',
      'malformed discussionId':  '404 404 404 404 404 404 401',
    },
  },
}
