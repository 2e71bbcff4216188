/** Rights: the user's own notices. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const notices: Rows = {
  //                                 SA  AD  T   T2  S   N   –
  listNotices:   { cells: { real:   '200 200 200 200 200 200 401' } },
  updateNotices: {
    ask: ({ noticeId }) => ({ body: { ids: [noticeId] } }),
    cells: {
      //                     SA  AD  T   T2  S   N   –
      real:                 '200 200 200 200 200 200 401',
      'classmate noticeId': '200 200 200 200 200 200 401',
      'unknown noticeId':   '200 200 200 200 200 200 401',
      'malformed noticeId': '422 422 422 422 422 422 401',
    },
  },
}
