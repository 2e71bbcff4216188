/** Rights: sign-up forms, and the answers to them. */

import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const signupForms: Rows = {
  saveForm: {
    call: 22,
    courseId: 'formCourseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 403 403 403 403 401',
      'foreign formCourseId':    '201 201 403 403 403 403 401',
      'unknown formCourseId':    '404 404 403 403 403 403 401',
      'malformed formCourseId':  '404 404 403 403 403 403 401',
    },
  },
  getForm: {
    call: 23,
    courseId: 'formCourseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'foreign formCourseId':    '200 200 200 200 200 200 401',
      'draft formCourseId':      '200 200 200 404 404 404 401',
      'unknown formCourseId':    '404 404 404 404 404 404 401',
      'malformed formCourseId':  '404 404 404 404 404 404 401',
    },
  },
  answerForm: {
    call: 24,
    id: 'formId',
    courseId: 'formCourseId',
    differs: 'who is enrolled already has nothing to sign up for (product decisions, section 8)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 409 201 401',
      'foreign formId':          '403 403 403 403 404 404 401',
      'draft formCourseId':      '403 403 403 403 404 404 401',
      'unknown formId':          '403 403 403 403 404 404 401',
      'unknown formCourseId':    '403 403 403 403 404 404 401',
      'malformed formId':        '403 403 403 403 404 404 401',
      'malformed formCourseId':  '403 403 403 403 404 404 401',
    },
  },
  changeAnswers: {
    id: 'answeredFormId',
    courseId: 'answeredCourseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 404 200 401',
      'foreign answeredFormId':          '403 403 403 403 404 404 401',
      'unknown answeredFormId':          '403 403 403 403 404 404 401',
      'unknown answeredCourseId':    '403 403 403 403 404 404 401',
      'malformed answeredFormId':        '403 403 403 403 404 404 401',
      'malformed answeredCourseId':  '403 403 403 403 404 404 401',
    },
  },
  withdrawAnswers: {
    id: 'answeredFormId',
    courseId: 'answeredCourseId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 404 200 401',
      'foreign answeredFormId':          '403 403 403 403 404 404 401',
      'unknown answeredFormId':          '403 403 403 403 404 404 401',
      'unknown answeredCourseId':    '403 403 403 403 404 404 401',
      'malformed answeredFormId':        '403 403 403 403 404 404 401',
      'malformed answeredCourseId':  '403 403 403 403 404 404 401',
    },
  },
}

/* oxfmt-ignore */
const reviewing = {
  //                          SA  AD  T   T2  S   N   –
  real:                      '200 200 200 403 403 403 401',
  'foreign formCourseId':    '200 200 403 200 403 403 401',
  'draft formCourseId':      '404 404 404 404 403 403 401',
  'unknown formCourseId':    '404 404 404 404 403 403 401',
  'malformed formCourseId':  '404 404 404 404 403 403 401',
} as const

/* oxfmt-ignore */
const deciding = {
  //                          SA  AD  T   T2  S   N   –
  real:                      '200 200 200 403 403 403 401',
  'foreign responseId':      '404 404 404 403 403 403 401',
  'foreign formCourseId':    '404 404 403 404 403 403 401',
  'unknown responseId':      '404 404 404 403 403 403 401',
  'unknown formCourseId':    '404 404 404 404 403 403 401',
  'malformed responseId':    '404 404 404 404 403 403 401',
  'malformed formCourseId':  '404 404 404 404 403 403 401',
} as const

/* oxfmt-ignore */
export const signupResponses: Rows = {
  //                                            SA  AD  T   T2  S   N   –
  listResponses:      { courseId: 'formCourseId', cells: reviewing },
  exportResponses:    { courseId: 'formCourseId', cells: reviewing },
  summarizeResponses: { courseId: 'formCourseId', cells: reviewing },
  decideResponse:     { id: 'responseId', courseId: 'formCourseId', cells: deciding },
  decideResponses: {
    courseId: 'formCourseId',
    ask: ({ responseId }) => ({ body: { ids: [responseId], decision: 'APPROVED' } }),
    cells: { ...deciding, 'malformed responseId': '422 422 422 422 403 403 401' },
  },
  moveUp: {
    id: 'waitingResponseId',
    courseId: 'formCourseId',
    cells: {
      //                            SA  AD  T   T2  S   N   –
      real:                        '200 200 200 403 403 403 401',
      'foreign waitingResponseId': '404 404 404 403 403 403 401',
      'foreign formCourseId':      '404 404 403 404 403 403 401',
      'unknown waitingResponseId': '404 404 404 403 403 403 401',
      'unknown formCourseId':      '404 404 404 404 403 403 401',
      'malformed waitingResponseId': '404 404 404 404 403 403 401',
      'malformed formCourseId':    '404 404 404 404 403 403 401',
    },
  },
}
