/** People as a CSV file: all of one moment, also while an import goes on. */
import type { Database, Db } from '#db/client.ts'
import { Download } from '#http/handler.ts'
import { listUsersAfter, type After, type UserFilter, type UserSort } from '#modules/users/list/queries.ts'
import { csvStream } from '#services/csv.ts'

/** Rows read at once: the file is as long as it may be, the memory is not. */
const piece = 1000

export const exportUsers = (snapshot: Database['snapshot'], filter: UserFilter & { sort: UserSort }): Download =>
  new Download(
    'text/csv; charset=utf-8',
    'users.csv',
    csvStream(
      ['name', 'email', 'role', 'status', 'createdAt', 'lastSeenAt'],
      snapshot((db) => rows(db, filter)),
    ),
  )

async function* rows(db: Db, filter: UserFilter & { sort: UserSort }): AsyncGenerator<unknown[]> {
  let after: After | undefined
  do {
    const found = await listUsersAfter(db, filter, after, piece)
    for (const user of found) yield [user.name, user.email, user.role, user.status, user.createdAt, user.lastSeenAt]
    after = found.length === piece ? found.at(-1) : undefined
  } while (after)
}
