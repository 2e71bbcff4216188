/** Rights: submitting, grading, and reading submissions. */

import type { Ids, Rows } from '#test/rights/row.ts'

const answer = ({ questionId }: Ids) => ({ body: { answers: [{ questionId, value: 'Because' }] } })

/* oxfmt-ignore */
export const submissions: Rows = {
  gradeSubmission: {
    call: 27,
    id: 'submissionId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'classmate submissionId':  '200 200 200 404 403 403 401',
      'foreign submissionId':    '200 200 404 200 403 403 401',
      'removed submissionId':    '404 404 404 404 403 403 401',
      'unknown submissionId':    '404 404 404 404 403 403 401',
      'malformed submissionId':  '404 404 404 404 403 403 401',
    },
  },
  submitAssignment: {
    call: 29,
    ask: answer,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 201 403 401',
      'foreign assignmentId':    '403 403 403 403 404 403 401',
      'foreign weekId':          '403 403 403 403 404 403 401',
      'foreign courseId':        '403 403 403 403 403 403 401',
      'draft assignmentId':      '403 403 403 403 404 403 401',
      'draft courseId':          '403 403 403 403 404 404 401',
      'removed assignmentId':    '403 403 403 403 404 403 401',
      'unknown assignmentId':    '403 403 403 403 404 403 401',
      'unknown weekId':          '403 403 403 403 404 403 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed assignmentId':  '403 403 403 403 404 404 401',
      'malformed weekId':        '403 403 403 403 404 404 401',
      'malformed courseId':      '403 403 403 403 404 404 401',
    },
  },
  saveAnswers: {
    call: 30,
    id: 'submissionId',
    ask: answer,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 200 404 401',
      'classmate submissionId':  '403 403 403 403 404 404 401',
      'foreign submissionId':    '403 403 403 403 404 404 401',
      'removed submissionId':    '403 403 403 403 404 404 401',
      'unknown submissionId':    '403 403 403 403 404 404 401',
      'malformed submissionId':  '403 403 403 403 404 404 401',
      'with the assignment':    ['403 403 403 403 200 404 401', (ids) => ({ ...answer(ids), params: { id: ids.assignmentId } })],
    },
  },
  listSubmissions: {
    call: 44,
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
  },
  getSubmission: {
    call: 45,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'classmate submissionId':  '200 200 200 403 404 403 401',
      'foreign submissionId':    '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown submissionId':    '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed submissionId':  '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  listAttempts: {
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'classmate submissionId':  '200 200 200 403 404 403 401',
      'foreign submissionId':    '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'unknown submissionId':    '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed submissionId':  '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  listMyDeletedSubmissions: { cells: { real: '200 200 200 200 200 200 401' } },
  getMyDeletedSubmission: {
    id: 'deletedSubmissionId',
    cells: {
      //                                SA  AD  T   T2  S   N   –
      real:                            '404 404 404 404 200 404 401',
      'classmate deletedSubmissionId':  '404 404 404 404 404 404 401',
      'used deletedSubmissionId':       '404 404 404 404 404 404 401', // of the student, in a week that is there
      'unknown deletedSubmissionId':    '404 404 404 404 404 404 401',
      'malformed deletedSubmissionId':  '404 404 404 404 404 404 401',
    },
  },
  listMyDeletedAttempts: {
    id: 'deletedSubmissionId',
    cells: {
      //                                SA  AD  T   T2  S   N   –
      real:                            '404 404 404 404 200 404 401',
      'classmate deletedSubmissionId':  '404 404 404 404 404 404 401',
      'used deletedSubmissionId':       '404 404 404 404 404 404 401', // of the student, in a week that is there
      'unknown deletedSubmissionId':    '404 404 404 404 404 404 401',
      'malformed deletedSubmissionId':  '404 404 404 404 404 404 401',
    },
  },
  listMySubmissions: { call: 46, cells: { real: '200 200 200 200 200 200 401' } },
}
