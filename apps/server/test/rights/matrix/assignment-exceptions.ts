/** Rights: exceptions for students of an assignment. */

import type { Ids, Row, Rows } from '#test/rights/row.ts'

const dueAt = '2099-01-01T00:00:00.000Z'

const of = (body: (ids: Ids) => object): Row => ({
  ask: (ids) => ({ body: body(ids) }),
  cells: {
    //                        SA  AD  T   T2  S   N   –
    real: '200 200 200 403 403 403 401',
    'foreign assignmentId': '404 404 404 403 403 403 401',
    'foreign courseId': '404 404 403 404 403 403 401',
    'removed assignmentId': '404 404 404 403 403 403 401',
    'unknown assignmentId': '404 404 404 403 403 403 401',
    'unknown courseId': '404 404 404 404 403 403 401',
    'malformed assignmentId': '404 404 404 404 403 403 401',
    'malformed courseId': '404 404 404 404 403 403 401',
    'with somebody who is no student of the course': [
      '422 422 422 403 403 403 401',
      (ids) => ({ body: { ...body(ids), studentIds: [crypto.randomUUID()] } }),
    ],
  },
})

export const assignmentExceptions: Rows = {
  extendDueTime: of(({ userId }) => ({ studentIds: [userId], dueAt })),
  remindStudents: of(({ userId }) => ({ studentIds: [userId] })),
  excuseStudents: of(({ userId }) => ({ studentIds: [userId], reason: 'Ill' })),
}
