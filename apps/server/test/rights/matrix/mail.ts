/** Rights: mail to the members of a course. */
import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const mail: Rows = {
  getMailState: { cells: { real: '200 200 403 403 403 403 401' } },
  sendMails: {
    call: 11,
    later: 'mail to a course',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '202 202 202 403 403 403 401',
      'foreign courseId':        '202 202 403 202 403 403 401',
      'draft courseId':          '202 202 202 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
}
