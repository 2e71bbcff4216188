/** Rights: courses, enrolment, progress. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const courses: Rows = {
  listCourses:   { call: 1, cells: { real: '200 200 200 200 200 200 401' } },
  listMyCourses: {
    call: 2,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with figures':           ['200 200 200 200 200 200 401', () => ({ query: { figures: 'true', weekProgress: 'true' } })],
    },
  },
  getCourse: {
    call: 3,
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'foreign courseId':        '200 200 200 200 200 200 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'removed courseId':        '404 404 404 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  createCourse: { call: 4, cells: { real: '201 201 201 201 403 403 401' } },
  updateCourse: {
    call: 5,
    id: 'courseId',
    differs: 'trainers publish, unpublish and archive courses that they teach (product decisions, section 10)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'with status alone':      ['200 200 200 403 403 403 401', () => ({ body: { status: 'ARCHIVED' } })],
      'with status and title':  ['200 200 403 403 403 403 401', () => ({ body: { status: 'ARCHIVED', title: 'Mine' } })],
      'foreign courseId':        '200 200 403 403 403 403 401',
      'draft courseId':          '200 200 403 404 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  removeCourse: {
    call: 6,
    id: 'courseId',
    differs: 'deletions answer 204 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 403 403 403 403 401',
      'foreign courseId':        '204 204 403 403 403 403 401',
      'removed courseId':        '404 404 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '404 404 403 403 403 403 401',
    },
  },
  listDeletedCourses: { cells: { real: '200 200 403 403 403 403 401' } },
  restoreCourse: {
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '404 404 403 403 403 403 401',
      'foreign courseId':        '404 404 403 403 403 403 401',
      'removed courseId':        '200 200 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '404 404 403 403 403 403 401',
    },
  },
  enroll: {
    call: 7,
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 200 201 401',
      'foreign courseId':        '403 403 403 403 201 201 401',
      'draft courseId':          '403 403 403 403 404 404 401',
      'removed courseId':        '403 403 403 403 404 404 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed courseId':      '403 403 403 403 404 404 401',
    },
  },
  getProgress: {
    call: 8,
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
  getStudentProgress: {
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign userId':          '404 404 404 403 404 403 401',
      'classmate userId':        '200 200 200 403 404 403 401',
      'trainer userId':          '404 404 404 403 404 403 401',
      'removed userId':          '404 404 404 403 404 403 401',
      'unknown userId':          '404 404 404 403 404 403 401',
      'malformed userId':        '404 404 404 404 404 404 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'removed courseId':        '404 404 404 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  listCourseProgress: {
    call: 9,
    ask: ({ courseId }) => ({ query: { courseId } }),
    differs: 'a malformed value of a query is a 422 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'removed courseId':        '404 404 404 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '422 422 422 422 422 422 401',
    },
  },
  exportCourseProgress: {
    id: 'courseId',
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
  updateAtRiskLimits: {
    id: 'courseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 403 403 403 401',
      'foreign courseId':        '204 204 403 204 403 403 401',
      'draft courseId':          '204 204 204 404 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
}
