/** Rights: a student's own attendance. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const myAttendance: Rows = {
  questionAttendance: {
    mediaId: 'liveId',
    ask: () => ({ body: { text: 'I was there' } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 204 403 401',
      'foreign liveId':          '403 403 403 403 404 403 401',
      'foreign courseId':        '403 403 403 403 403 403 401',
      'unknown liveId':          '403 403 403 403 404 403 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed liveId':        '403 403 403 403 404 404 401',
      'malformed courseId':      '403 403 403 403 404 404 401',
    },
  },
  getMyAttendance: {
    ask: ({ courseId }) => ({ query: { courseId } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real: '403 403 403 403 200 404 401',
      'foreign courseId': '403 403 403 403 404 404 401',
      'unknown courseId': '403 403 403 403 404 404 401',
      'malformed courseId': '403 403 403 403 422 422 401',
    },
  },
}
