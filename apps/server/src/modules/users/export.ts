/** Downloads: users as CSV, read from one snapshot even while an import runs, and the template for imports. */

import { getUserHeader, toUserRow } from '@lms/contract/rules/user-export'
import { Download } from '#call/handler.ts'
import type { Database, Db } from '#db/client.ts'
import { listUsersAfter, type After, type UserFilter, type UserSort } from '#modules/users/list/queries.ts'
import { csvStream } from '#services/csv.ts'
import { xlsxStream } from '#services/xlsx.ts'

/** Rows read at once: the file may be of any length, the memory is limited. */
const batchSize = 1000

type Export = UserFilter & { sort: UserSort; timeZone: string }

export const exportUsers = (snapshot: Database['snapshot'], filter: Export): Download =>
  new Download(
    'text/csv; charset=utf-8',
    'users.csv',
    csvStream(
      getUserHeader(filter.timeZone),
      snapshot((db) => rows(db, filter)),
    ),
  )

async function* rows(db: Db, filter: Export): AsyncGenerator<unknown[]> {
  let after: After | undefined
  do {
    const found = await listUsersAfter(db, filter, after, batchSize)
    for (const user of found) yield toUserRow(user, filter.timeZone)
    after = found.length === batchSize ? found.at(-1) : undefined
  } while (after)
}

/** The import template: the columns and one example row. */
const header = ['name', 'email']
const example = ['Ana Li', 'ana.li@example.org']

async function* once<T>(value: T) {
  yield value
}

export const importTemplate = (format: 'csv' | 'xlsx'): Download =>
  format === 'csv'
    ? new Download('text/csv; charset=utf-8', 'people.csv', csvStream(header, once(example)))
    : new Download(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'people.xlsx',
        xlsxStream('People', header, once(example), [30, 36]),
      )
