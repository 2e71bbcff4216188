/** Rights: attendance and watch progress. */

import type { Rows } from '#test/rights/row.ts'

const differs = 'what a body or a query names wrongly is a 422 (product decisions, section 1)'

/* oxfmt-ignore */
export const attendance: Rows = {
  markVideoAttendance: {
    call: 38,
    ask: ({ courseId, weekId, mediaId, userId }) => ({ body: { courseId, weekId, mediaId, userId, watched: true } }),
    differs,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 200 403 401',
      'classmate userId':        '403 403 403 403 200 403 401',
      'foreign mediaId':         '403 403 403 403 404 403 401',
      'foreign weekId':          '403 403 403 403 404 403 401',
      'foreign courseId':        '403 403 403 403 403 403 401',
      'draft courseId':          '403 403 403 403 404 404 401',
      'unknown mediaId':         '403 403 403 403 404 403 401',
      'unknown weekId':          '403 403 403 403 404 403 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed mediaId':       '403 403 403 403 422 422 401',
      'malformed courseId':      '403 403 403 403 422 422 401',
    },
  },
  checkVideoAttendance: {
    call: 39,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign mediaId':         '404 404 404 403 404 403 401',
      'foreign weekId':          '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown mediaId':         '404 404 404 403 404 403 401',
      'unknown weekId':          '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed mediaId':       '404 404 404 404 404 404 401',
      'malformed weekId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  markLiveAttendance: {
    call: 40,
    // Students join for themselves, whatever user id the body contains.
    ask: ({ courseId, weekId, liveId, userId }) => ({ body: { courseId, weekId, mediaId: liveId, userId, status: 'PRESENT' } }),
    differs,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'classmate userId':        '200 200 200 403 200 403 401',
      'foreign userId':          '422 422 422 403 200 403 401',
      'foreign liveId':          '404 404 404 403 404 403 401',
      'foreign weekId':          '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown userId':          '422 422 422 403 200 403 401',
      'unknown liveId':          '404 404 404 403 404 403 401',
      'unknown weekId':          '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed liveId':        '422 422 422 422 422 422 401',
      'malformed courseId':      '422 422 422 422 422 422 401',
    },
  },
  markBulkAttendance: {
    call: 41,
    ask: ({ userId, liveId }) => ({ body: { attendance: [{ userId, status: 'PRESENT', mediaId: liveId }] } }),
    differs,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign userId':          '422 422 422 403 403 403 401',
      'foreign liveId':          '422 422 422 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown userId':          '422 422 422 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed userId':        '422 422 422 422 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  updateRegister: {
    mediaId: 'liveId',
    ask: () => ({ body: { closed: true } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign liveId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown liveId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed liveId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  updateAttendanceSettings: {
    ask: () => ({ body: { madeUpAs: 'PRESENT' } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  undoAttendance: {
    ask: ({ markedId, liveId }) => ({ body: { userId: markedId, mediaId: liveId, markedAt: '2026-11-20T14:00:00.000Z' } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign liveId':          '409 409 409 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown markedId':        '409 409 409 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed markedId':      '422 422 422 422 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  getCourseAttendance: {
    call: 42,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign weekId':          '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown weekId':          '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed weekId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  exportAttendance: {
    call: 43,
    ask: ({ courseId }) => ({ query: { courseId } }),
    differs,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '422 422 422 422 403 403 401',
    },
  },
}
