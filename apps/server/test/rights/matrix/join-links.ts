/** Rights: join links. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
const staff = {
  //                     SA  AD  T   T2  S   N   –
  real:                 '200 200 200 403 403 403 401',
  'foreign courseId':   '200 200 403 200 403 403 401',
  'unknown courseId':   '404 404 404 404 403 403 401',
  'malformed courseId': '404 404 404 404 403 403 401',
} as const

/* oxfmt-ignore */
export const joinLinks: Rows = {
  getJoinLink:    { cells: { ...staff, 'draft courseId': '200 200 200 404 403 403 401' } },
  resetJoinLink:  { cells: { ...staff, 'draft courseId': '200 200 200 404 403 403 401' } },
  updateJoinLink: { cells: { ...staff, 'draft courseId': '200 200 200 404 403 403 401' } },
  findJoinOffer: {
    cells: {
      //                     SA  AD  T   T2  S   N   –
      real:                 '200 200 200 200 200 200 401',
      'draft token':        '200 200 200 200 200 200 401',
      'removed token':      '404 404 404 404 404 404 401',
      'unknown token':      '404 404 404 404 404 404 401',
      'malformed token':    '404 404 404 404 404 404 401',
    },
  },
  findJoinCourse: {
    cells: {
      //                     SA  AD  T   T2  S   N   –
      real:                 '200 200 200 200 200 200 200',
      'draft token':        '200 200 200 200 200 200 200',
      'removed token':      '404 404 404 404 404 404 404',
      'unknown token':      '404 404 404 404 404 404 404',
      'malformed token':    '404 404 404 404 404 404 404',
    },
  },
  joinCourse: {
    cells: {
      //                     SA  AD  T   T2  S   N   –
      real:                 '403 403 403 403 200 201 401',
      'foreign token':      '403 403 403 403 201 201 401',
      // The student is a member of it already.
      'draft token':        '403 403 403 403 409 409 401',
      'removed token':      '403 403 403 403 404 404 401',
      'unknown token':      '403 403 403 403 404 404 401',
      'malformed token':    '403 403 403 403 404 404 401',
    },
  },
}
