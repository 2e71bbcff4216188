/** Rights: users, accounts, class lists, import. */

import type { Rows } from '#test/rights/row.ts'
import { known } from '#test/rights/world.ts'

const file = 'name,email\nOmar Haddad,omar@example.org\n'
const omar = { name: 'Omar Haddad', email: 'omar@example.org' }

/* oxfmt-ignore */
export const users: Rows = {
  listCourseStudents: {
    call: 47,
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
  importUsers: {
    call: 48,
    ask: ({ courseId }) => ({ query: { role: 'USER', courseId }, file }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'with the role ADMIN':    ['200 403 403 403 403 403 401', () => ({ query: { role: 'ADMIN' }, file })],
      'foreign courseId':        '200 200 403 403 403 403 401',
      'removed courseId':        '404 404 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '422 422 403 403 403 403 401',
    },
  },
  removeUser: {
    call: 49,
    id: 'userId',
    differs: 'deletions answer 204 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 403 403 403 403 401',
      'foreign userId':          '204 204 403 403 403 403 401',
      'trainer userId':          '204 204 403 403 403 403 401',
      'admin userId':            '204 403 403 403 403 403 401',
      'superAdmin userId':       '204 403 403 403 403 403 401',
      'own userId':              '409 409 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
    },
  },
  addUser: {
    call: 50,
    ask: ({ courseId }) => ({ body: { ...omar, role: 'USER', courseId } }),
    differs: 'a known address with a course is enrolled, which is a 200 (product decisions, section 3)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '201 201 403 403 403 403 401',
      'with the role ADMIN':    ['201 403 403 403 403 403 401', () => ({ body: { ...omar, role: 'ADMIN' } })],
      'with a known address':   ['409 409 403 403 403 403 401', () => ({ body: { ...omar, email: known.email, role: 'USER' } })],
      'with several courses':   ['201 201 403 403 403 403 401', ({ courseId }) => ({ body: { ...omar, role: 'USER', courseIds: [courseId], invite: false } })],
      'with one to enrol':      ['200 200 403 403 403 403 401', ({ courseId }) => ({ body: { ...omar, email: known.email, role: 'USER', courseId } })],
      'foreign courseId':        '201 201 403 403 403 403 401',
      'removed courseId':        '404 404 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '422 422 403 403 403 403 401',
    },
  },
  listUsers: {
    call: 51,
    ask: ({ courseId }) => ({ query: { courseId } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'with download':          ['200 200 403 403 403 403 401', () => ({ query: { download: true } })],
      'foreign courseId':        '200 200 403 403 403 403 401',
      'unknown courseId':        '200 200 403 403 403 403 401',
      'malformed courseId':      '422 422 403 403 403 403 401',
    },
  },
  updateUser: {
    call: 52,
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'with the role ADMIN':    ['200 403 403 403 403 403 401', () => ({ body: { role: 'ADMIN' } })],
      'with the role TRAINER':  ['200 200 403 403 403 403 401', () => ({ body: { role: 'TRAINER' } })],
      'foreign userId':          '200 200 403 403 403 403 401',
      'trainer userId':          '200 200 403 403 403 403 401',
      'admin userId':            '200 403 403 403 403 403 401',
      'superAdmin userId':       '200 403 403 403 403 403 401',
      'own userId':              '200 403 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
    },
  },
  updateMe: {
    call: 53,
    differs: 'an image that is not the own is a 422 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with a foreign image':   ['422 422 422 422 422 422 401', () => ({ body: { profileImage: known.image } })],
      'with a role':            ['200 200 200 200 200 200 401', () => ({ body: { role: 'SUPER_ADMIN', email: 'new@example.org' } })],
    },
  },
  getUser: {
    call: 54,
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 200 404 401',
      'own userId':              '200 200 200 200 200 200 401',
      'foreign userId':          '200 200 404 200 404 404 401',
      'classmate userId':        '200 200 200 404 404 404 401',
      'trainer userId':          '200 200 200 404 404 404 401',
      'admin userId':            '200 200 404 404 404 404 401',
      'removed userId':          '404 404 404 404 404 404 401',
      'unknown userId':          '404 404 404 404 404 404 401',
      'malformed userId':        '404 404 404 404 404 404 401',
    },
  },
  listUserActivity: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 200 404 401',
      'own userId':              '200 200 200 200 200 200 401',
      'foreign userId':          '200 200 404 200 404 404 401',
      'classmate userId':        '200 200 200 404 404 404 401',
      'trainer userId':          '200 200 200 404 404 404 401',
      'admin userId':            '200 200 404 404 404 404 401',
      'removed userId':          '404 404 404 404 404 404 401',
      'unknown userId':          '404 404 404 404 404 404 401',
      'malformed userId':        '404 404 404 404 404 404 401',
    },
  },
  listUserChanges: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'own userId':              '200 200 403 403 403 403 401',
      'admin userId':            '200 200 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
    },
  },
  addUserToCourse: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'foreign userId':          '200 200 403 403 403 403 401',
      'trainer userId':          '200 200 403 403 403 403 401',
      'admin userId':            '409 403 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
      'foreign courseId':        '200 200 403 403 403 403 401',
      'draft courseId':          '200 200 403 403 403 403 401',
      'removed courseId':        '404 404 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '404 404 403 403 403 403 401',
    },
  },
  removeUserFromCourse: {
    id: 'userId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 403 403 403 403 401',
      'classmate userId':        '204 204 403 403 403 403 401',
      'trainer userId':          '204 204 403 403 403 403 401',
      'foreign userId':          '404 404 403 403 403 403 401',
      'admin userId':            '404 403 403 403 403 403 401',
      'removed userId':          '404 404 403 403 403 403 401',
      'unknown userId':          '404 404 403 403 403 403 401',
      'malformed userId':        '404 404 403 403 403 403 401',
      'foreign courseId':        '404 404 403 403 403 403 401',
      'removed courseId':        '404 404 403 403 403 403 401',
      'unknown courseId':        '404 404 403 403 403 403 401',
      'malformed courseId':      '404 404 403 403 403 403 401',
    },
  },
  resendInvitation: {
    id: 'invitedId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 403 403 403 403 401',
      'invitedAdmin invitedId':  '204 403 403 403 403 403 401',
      'used invitedId':          '409 409 403 403 403 403 401',
      'unknown invitedId':       '404 404 403 403 403 403 401',
      'malformed invitedId':     '404 404 403 403 403 403 401',
    },
  },
  replaceInvitationLink: {
    ask: () => ({ body: { email: known.invited } }),
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'with an invited admin':   ['200 403 403 403 403 403 401', () => ({ body: { email: known.invitedAdmin } })],
      'with an active person':   ['409 409 403 403 403 403 401', () => ({ body: { email: known.email } })],
      'with an unknown address': ['404 404 403 403 403 403 401', () => ({ body: { email: 'nobody@example.org' } })],
    },
  },
  // Of an import that is not the caller's it says what it says of one that never was: nothing.
  getImportProgress: { cells: { real: '200 200 403 403 403 403 401' } },
  listImports: { cells: { real: '200 200 403 403 403 403 401' } },
  getImport: {
    id: 'importId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'foreign importId':        '404 404 403 403 403 403 401',
      'unknown importId':        '404 404 403 403 403 403 401',
      'malformed importId':      '404 404 403 403 403 403 401',
    },
  },
  getImportUndo: {
    id: 'importId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'foreign importId':        '404 404 403 403 403 403 401',
      'unknown importId':        '404 404 403 403 403 403 401',
      'malformed importId':      '404 404 403 403 403 403 401',
    },
  },
  undoImport: {
    id: 'importId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 403 403 403 403 401',
      'foreign importId':        '404 404 403 403 403 403 401',
      'unknown importId':        '404 404 403 403 403 403 401',
      'malformed importId':      '404 404 403 403 403 403 401',
    },
  },
  getImportTemplate: { cells: { real: '200 200 403 403 403 403 401' } },
}
