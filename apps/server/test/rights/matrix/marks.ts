/** Rights: the gradebook, its files and settings, and a student's own marks. */

import type { Row, Rows } from '#test/rights/row.ts'

const ofStaff: Row = {
  cells: {
    //                          SA  AD  T   T2  S   N   –
    real: '200 200 200 403 403 403 401',
    'foreign courseId': '200 200 403 200 403 403 401',
    'draft courseId': '200 200 200 404 403 403 401',
    'removed courseId': '404 404 404 404 403 403 401',
    'unknown courseId': '404 404 404 404 403 403 401',
    'malformed courseId': '404 404 404 404 403 403 401',
  },
}

/* oxfmt-ignore */
export const marks: Rows = {
  getGradebook: ofStaff,
  getMarksSummary: ofStaff,
  exportMarks: ofStaff,
  exportSubmissions: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign assignmentId':    '404 404 404 403 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft assignmentId':      '404 404 404 403 403 403 401',
      'removed assignmentId':    '404 404 404 403 403 403 401',
      'unknown assignmentId':    '404 404 404 403 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed assignmentId':  '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  updateMarkSettings: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 403 403 403 401',
      'foreign courseId':        '204 204 403 204 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
      'with weights':           ['204 204 204 403 403 403 401', ({ assignmentId }) => ({ body: { weights: [{ assignmentId, weight: 10 }] } })],
      'with weights of another course': ['422 422 422 403 403 403 401', () => ({ body: { weights: [{ assignmentId: crypto.randomUUID(), weight: 10 }] } })],
    },
  },
  importMarks: {
    ask: ({ assignmentId, userId }) => ({ file: `Student id,Essay [${assignmentId}]\n${userId},7` }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign courseId':       ['422 422 403 422 403 403 401', () => ({ file: 'Student id,Essay' })],
      'draft courseId':         ['422 422 422 404 403 403 401', () => ({ file: 'Student id,Essay' })],
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  undoMarksImport: {
    id: 'marksImportId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 403 403 401',
      'foreign marksImportId':   '404 404 404 403 403 403 401',
      'unknown marksImportId':   '404 404 404 403 403 403 401',
      'malformed marksImportId': '404 404 404 404 403 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 403 403 401',
      'removed courseId':        '404 404 404 404 403 403 401',
      'unknown courseId':        '404 404 404 404 403 403 401',
      'malformed courseId':      '404 404 404 404 403 403 401',
    },
  },
  getMyMarks: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 200 403 401',
      'foreign courseId':        '403 403 403 403 403 403 401',
      'draft courseId':          '403 403 403 403 404 404 401',
      'removed courseId':        '403 403 403 403 404 404 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed courseId':      '403 403 403 403 404 404 401',
    },
  },
}
