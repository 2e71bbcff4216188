/** Rights: the overview of a user, their sessions, and changing their email address. */

import { emailChange } from '#test/rights/own-rows.ts'
import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const userAccounts: Rows = {
  getUserOverview: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'own userId':              '200 200 200 200 403 403 401',
      'foreign userId':          '200 200 404 200 403 403 401',
      'classmate userId':        '200 200 200 404 403 403 401',
      'trainer userId':          '200 200 200 404 403 403 401',
      'admin userId':            '200 200 404 404 403 403 401',
      'removed userId':          '404 404 404 404 403 403 401',
      'unknown userId':          '404 404 404 404 403 403 401',
      'malformed userId':        '404 404 404 404 403 403 401',
    },
  },
  removeUserSessions: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 403 403 403 403 401',
      'foreign userId':          '204 204 403 403 403 403 401',
      'trainer userId':          '204 204 403 403 403 403 401',
      'admin userId':            '204 403 403 403 403 403 401',
      'superAdmin userId':       '204 403 403 403 403 403 401',
      'own userId':              '204 403 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
    },
  },
  getEmailChange: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 404 404 200 404 401',
      'own userId':              '200 200 200 200 200 200 401',
      'foreign userId':          '200 200 404 404 404 404 401',
      'classmate userId':        '200 200 404 404 404 404 401',
      'trainer userId':          '200 200 200 404 404 404 401',
      'admin userId':            '200 403 404 404 404 404 401',
      'superAdmin userId':       '200 403 404 404 404 404 401',
      'removed userId':          '404 404 404 404 404 404 401',
      'unknown userId':          '404 404 404 404 404 404 401',
      'malformed userId':        '404 404 404 404 404 404 401',
    },
  },
  changeEmail: {
    id: 'userId',
    ask: () => ({ body: { email: 'new@example.org' } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 404 404 200 404 401',
      'own userId':              '200 200 200 200 200 200 401',
      'foreign userId':          '200 200 404 404 404 404 401',
      'classmate userId':        '200 200 404 404 404 404 401',
      'trainer userId':          '200 200 200 404 404 404 401',
      'admin userId':            '200 403 404 404 404 404 401',
      'superAdmin userId':       '200 403 404 404 404 404 401',
      'removed userId':          '404 404 404 404 404 404 401',
      'unknown userId':          '404 404 404 404 404 404 401',
      'malformed userId':        '404 404 404 404 404 404 401',
    },
  },
  cancelEmailChange: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 404 404 204 404 401',
      'own userId':              '204 204 204 204 204 204 401',
      'foreign userId':          '204 204 404 404 404 404 401',
      'classmate userId':        '204 204 404 404 404 404 401',
      'trainer userId':          '204 204 204 404 404 404 401',
      'admin userId':            '204 403 404 404 404 404 401',
      'superAdmin userId':       '204 403 404 404 404 404 401',
      'removed userId':          '404 404 404 404 404 404 401',
      'unknown userId':          '404 404 404 404 404 404 401',
      'malformed userId':        '404 404 404 404 404 404 401',
    },
  },
  confirmEmailChange: {
    ask: () => ({ body: { token: emailChange.tokens.confirmEmail } }),
    cells: {
      //                                  SA  AD  T   T2  S   N   –
      real:                              '200 200 200 200 200 200 200',
      'with a token that nobody has':   ['422 422 422 422 422 422 422', () => ({ body: { token: 'u'.repeat(43) } })],
    },
  },
  stopEmailChange: {
    ask: () => ({ body: { token: emailChange.tokens.stopEmail } }),
    cells: {
      //                                  SA  AD  T   T2  S   N   –
      real:                              '200 200 200 200 200 200 200',
      'with a token that nobody has':   ['422 422 422 422 422 422 422', () => ({ body: { token: 'u'.repeat(43) } })],
    },
  },
}
