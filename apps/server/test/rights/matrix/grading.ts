/** Rights: what graders need besides giving marks, and their saved comments. */

import type { Row, Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
const ofSubmission: Row['cells'] = {
  //                          SA  AD  T   T2  S   N   –
  real:                      '200 200 200 403 403 403 401',
  'classmate submissionId':  '200 200 200 403 403 403 401',
  'foreign submissionId':    '404 404 404 403 403 403 401',
  'foreign courseId':        '404 404 403 404 403 403 401',
  'unknown submissionId':    '404 404 404 403 403 403 401',
  'unknown courseId':        '404 404 404 404 403 403 401',
  'malformed submissionId':  '404 404 404 404 403 403 401',
  'malformed courseId':      '404 404 404 404 403 403 401',
}

/* oxfmt-ignore */
const ofAssignment: Row = {
  cells: {
    //                          SA  AD  T   T2  S   N   –
    real:                      '200 200 200 403 403 403 401',
    'foreign assignmentId':    '404 404 404 403 403 403 401',
    'foreign courseId':        '404 404 403 404 403 403 401',
    'removed assignmentId':    '404 404 404 403 403 403 401',
    'unknown assignmentId':    '404 404 404 403 403 403 401',
    'unknown courseId':        '404 404 404 404 403 403 401',
    'malformed assignmentId':  '404 404 404 404 403 403 401',
    'malformed courseId':      '404 404 404 404 403 403 401',
  },
}

/* oxfmt-ignore */
export const grading: Rows = {
  undoGrade: {
    ask: () => ({ body: { version: 0 } }),
    cells: {
      ...ofSubmission,
      //                          SA  AD  T   T2  S   N   –
      'classmate submissionId':  '409 409 409 403 403 403 401', // it is not the one that the caller graded last
    },
  },
  listMarkChanges: { cells: ofSubmission },
  reportGrading: { cells: ofSubmission },
  getHiddenNames: ofAssignment,
  setHiddenNames: ofAssignment,
}

/* oxfmt-ignore */
const ofOne = (success: number): Row => ({
  id: 'savedCommentId',
  cells: {
    //                            SA  AD  T   T2  S   N   –
    real:                        `${success} ${success} ${success} ${success} 403 403 401`,
    'classmate savedCommentId':  '404 404 404 404 403 403 401',
    'unknown savedCommentId':    '404 404 404 404 403 403 401',
    'malformed savedCommentId':  '404 404 404 404 403 403 401',
  },
})

export const heldMarks: Rows = { releaseMarks: { ...ofAssignment, ask: () => ({ body: {} }) } }

const recorded: Row = { ...ofAssignment, ask: ({ userId }) => ({ body: { studentIds: [userId] } }) }
export const recordedWork: Rows = { recordWork: recorded, undoRecordedWork: recorded }

export const savedComments: Rows = {
  listSavedComments: { cells: { real: '200 200 200 200 403 403 401' } },
  createSavedComment: { cells: { real: '201 201 201 201 403 403 401' } },
  updateSavedComment: ofOne(200),
  removeSavedComment: ofOne(204),
}
