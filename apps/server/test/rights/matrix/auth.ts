/** Rights: signing in and out, sessions, codes, invitations. */

import type { Rows } from '#test/rights/row.ts'
import { known } from '#test/rights/world.ts'

/* oxfmt-ignore */
export const auth: Rows = {
  login: {
    call: 55,
    ask: () => ({ body: { email: known.email, password: known.password } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 200',
      'with a wrong password':  ['401 401 401 401 401 401 401', () => ({ body: { email: known.email, password: 'not this one' } })],
      'with a foreign address': ['401 401 401 401 401 401 401', () => ({ body: { email: 'nobody@example.org', password: known.password } })],
    },
  },
  register: {
    call: 56,
    ask: () => ({ body: { name: 'New', email: 'new@example.org', password: 'quiet desk 20', role: 'ADMIN' } }),
    differs: 'a known address is a 409, with a strict limit (product decisions, section 3)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 201 201 201 201 201',
      'with a known address':   ['409 409 409 409 409 409 409', () => ({ body: { name: 'New', email: known.email, password: 'quiet desk 20' } })],
    },
  },
  setUp: {
    ask: () => ({ body: { schoolName: 'Harbour', name: 'New', email: 'new@example.org', password: 'quiet desk 20', code: '7KQF-29WP' } }),
    cells: {
      // There is a super admin already.
      //                          SA  AD  T   T2  S   N   –
      real:                      '409 409 409 409 409 409 409',
    },
  },
  generateOtp: {
    call: 57,
    ask: () => ({ body: { email: known.email } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 200',
      'with a foreign address': ['200 200 200 200 200 200 200', () => ({ body: { email: 'nobody@example.org' } })],
    },
  },
  verifyOtp: {
    call: 58,
    ask: () => ({ body: { email: known.email, otp: known.code } }),
    differs: 'a wrong code is a 422: 400 is for unreadable bodies (product decisions, sections 1 and 3)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 200',
      'with a wrong code':      ['422 422 422 422 422 422 422', () => ({ body: { email: known.email, otp: '000000' } })],
      'with a foreign address': ['422 422 422 422 422 422 422', () => ({ body: { email: 'nobody@example.org', otp: known.code } })],
    },
  },
  resetPassword: {
    call: 59,
    // With a session, which is no temporary token.
    ask: (_, { email }) => ({ body: { email, password: 'another desk 21' } }),
    differs: 'answers 204 (product decisions, section 3)',
    cells: {
      //                                  SA  AD  T   T2  S   N   –
      real:                              '401 401 401 401 401 401 401',
      'with the own temporary token':   ['204 204 204 204 204 204 401', (_, { email, resetToken }) => ({ body: { email, password: 'another desk 21' }, bearer: resetToken })],
      'with the address of another':    ['401 401 401 401 401 401 401', (_, { resetToken }) => ({ body: { email: known.email, password: 'another desk 21' }, bearer: resetToken })],
      'with a token that nobody has':   ['401 401 401 401 401 401 401', (_, { email }) => ({ body: { email, password: 'another desk 21' }, bearer: 'u'.repeat(43) })],
    },
  },
  acceptInvitation: {
    ask: () => ({ body: { token: known.invitation, password: 'another desk 21' } }),
    cells: {
      //                                  SA  AD  T   T2  S   N   –
      real:                              '200 200 200 200 200 200 200',
      'with a token that nobody has':   ['422 422 422 422 422 422 422', () => ({ body: { token: 'u'.repeat(43), password: 'another desk 21' } })],
    },
  },
  getSignInOptions:    { cells: { real: '200 200 200 200 200 200 200' } },
  getSession: { cells: { real: '200 200 200 200 200 200 401' } },
  logout:              { cells: { real: '204 204 204 204 204 204 401' } },
  listSessions:        { cells: { real: '200 200 200 200 200 200 401' } },
  removeOtherSessions: { cells: { real: '204 204 204 204 204 204 401' } },
  removeSession: {
    id: 'sessionId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 204 204 204 401',
      'foreign sessionId':       '404 404 404 404 404 404 401',
      'unknown sessionId':       '404 404 404 404 404 404 401',
      'malformed sessionId':     '404 404 404 404 404 404 401',
    },
  },
}
