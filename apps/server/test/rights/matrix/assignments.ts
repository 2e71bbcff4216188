/** Rights: creating and reading assignments. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const assignments: Rows = {
  listMyAssignments: { call: 25, cells: { real: '200 200 200 200 200 200 401' } },
  countMyAssignments: { cells: { real: '200 200 200 200 200 200 401' } },
  createAssignment: {
    call: 26,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 403 403 403 401',
      'foreign weekId':          '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'removed weekId':          '404 404 404 403 403 403 401',
      'unknown weekId':          '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed weekId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  updateAssignment: {
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'draft assignmentId':      '200 200 200 404 403 403 401',
      'foreign assignmentId':    '200 200 404 200 403 403 401',
      'removed assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
  getAssignment: {
    call: 28,
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 200 404 401',
      'draft assignmentId':      '200 200 200 404 404 404 401',
      'foreign assignmentId':    '200 200 404 200 404 404 401',
      'removed assignmentId':    '404 404 404 404 404 404 401',
      'unknown assignmentId':    '404 404 404 404 404 404 401',
      'malformed assignmentId':  '404 404 404 404 404 404 401',
    },
  },
  listCourseAssignments: {
    call: 31,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign courseId':        '200 200 403 200 403 403 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
}

/* oxfmt-ignore */
export const assignmentChanges: Rows = {
  getAssignmentUsage: {
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'draft assignmentId':      '200 200 200 404 403 403 401',
      'foreign assignmentId':    '200 200 404 200 403 403 401',
      'removed assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
  previewAssignmentChanges: {
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'draft assignmentId':      '200 200 200 404 403 403 401',
      'foreign assignmentId':    '200 200 404 200 403 403 401',
      'removed assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
  removeAssignment: {
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 404 403 403 401',
      'draft assignmentId':      '204 204 204 404 403 403 401',
      'foreign assignmentId':    '204 204 404 204 403 403 401',
      'removed assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
  restoreAssignment: {
    id: 'assignmentId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '404 404 404 404 403 403 401',
      'removed assignmentId':    '200 200 200 404 403 403 401',
      'foreign assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
  duplicateAssignment: {
    id: 'assignmentId',
    ask: ({ courseId, weekId }) => ({ body: { courseId, weekId } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 404 403 403 401',
      'draft assignmentId':      '201 201 201 404 403 403 401',
      'foreign assignmentId':    '201 201 404 404 403 403 401',
      'foreign courseId':        '404 404 404 404 403 403 401',
      'foreign weekId':          '404 404 404 404 403 403 401',
      'removed assignmentId':    '404 404 404 404 403 403 401',
      'unknown assignmentId':    '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
    },
  },
}
