/** Rights: a user's own calendar, and sessions as files. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const calendar: Rows = {
  getCalendarAddress: { cells: { real: '403 403 200 200 200 200 401' } },
  resetCalendarAddress: { cells: { real: '403 403 200 200 200 200 401' } },
  listMySessions: { ask: () => ({ query: { from: '2026-11-20T00:00:00Z' } }), cells: { real: '403 403 200 200 200 200 401' } },
  getCalendarFeed: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 200',
      'removed file':            '404 404 404 404 404 404 404',
      'unknown file':            '404 404 404 404 404 404 404',
      'malformed file':          '404 404 404 404 404 404 404',
    },
  },
  getSessionEvent: {
    id: 'liveId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign liveId':          '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 404 404 401',
      'unknown liveId':          '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed liveId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
}
