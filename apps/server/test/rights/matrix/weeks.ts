/** Rights: weeks of a course. */

import type { Row, Rows } from '#test/rights/row.ts'

/** Two addresses of one operation. */
/* oxfmt-ignore */
const removal = {
  differs: 'deletions answer 204 (product decisions, section 1)',
  cells: {
    //                            SA  AD  T   T2  S   N   –
    real:                        '204 204 204 403 403 403 401',
    'foreign weekId':            '404 404 404 403 403 403 401',
    'foreign courseId':          '404 404 403 404 403 403 401',
    'draft courseId':            '404 404 404 404 403 403 401',
    'removed weekId':            '404 404 404 403 403 403 401',
    'unknown weekId':            '404 404 404 403 403 403 401',
    'unknown courseId':          '404 404 404 404 403 403 401',
    'malformed weekId':          '404 404 404 404 403 403 401',
    'malformed courseId':        '404 404 404 404 403 403 401',
  },
} satisfies Row

/* oxfmt-ignore */
export const weeks: Rows = {
  getWeek: {
    call: 13,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign weekId':          '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 404 404 401',
      'removed weekId':          '404 404 404 403 404 403 401',
      'unknown weekId':          '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed weekId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  countWeekSubmissions: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'removed weekId':          '404 404 404 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  createWeek: {
    call: 14,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 403 403 403 401',
      'foreign courseId':        '201 201 403 201 403 403 401',
      'draft courseId':          '201 201 201 404 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  updateWeek: {
    call: 15,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'removed weekId':          '404 404 404 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  changeOrder: {
    id: 'courseId',
    // Not all items of the week: staff may order them, and the list is outdated.
    ask: ({ weekId, mediaId }) => ({ body: { weekId, itemIds: [mediaId] } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '409 409 409 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'removed weekId':          '404 404 404 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  moveItem: {
    id: 'courseId',
    ask: ({ weekId, mediaId }) => ({ body: { itemId: mediaId, weekId } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'removed weekId':          '404 404 404 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  removeWeek:       { call: 16, ...removal },
  removeCourseWeek: { call: 12, ...removal },
  listDeletedWeeks: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  restoreWeek: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '404 404 404 403 403 403 401',
      'removed weekId':          '200 200 200 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
}
