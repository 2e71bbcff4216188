/** Rights: sign-up forms. Whoever builds them gives the world a form, and takes `later` away. */
import type { Rows } from '#test/rights/row.ts'

const later = 'sign-up forms'

/* oxfmt-ignore */
export const signupForms: Rows = {
  saveForm: {
    call: 22,
    later,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 403 403 403 403 401',
      'foreign courseId':        '201 201 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '404 404 403 403 403 403 401',
    },
  },
  getForm: {
    call: 23,
    later,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'foreign courseId':        '200 200 200 200 200 200 401',
      'draft courseId':          '200 200 200 404 404 404 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  answerForm: {
    call: 24,
    id: 'formId',
    later,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '403 403 403 403 201 201 401',
      'foreign formId':          '403 403 403 403 404 404 401',
      'draft courseId':          '403 403 403 403 404 404 401',
      'unknown formId':          '403 403 403 403 404 404 401',
      'unknown courseId':        '403 403 403 403 404 404 401',
      'malformed formId':        '403 403 403 403 404 404 401',
      'malformed courseId':      '403 403 403 403 404 404 401',
    },
  },
}
