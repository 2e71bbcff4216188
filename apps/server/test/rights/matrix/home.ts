/** Rights: what needs the caller now. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const home: Rows = {
  getHome: { cells: { real: '200 200 200 200 200 200 401' } },
  getCourseCounts: {
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'removed courseId':        '404 404 404 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
}
