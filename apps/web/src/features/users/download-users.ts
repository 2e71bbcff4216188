/** Users as a CSV file: all matches from the server, or those selected in the list. */

import { getUserHeader, toUserRow } from '@lms/contract/rules/user-export'
import type { ListedUser } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { csvFile } from '#lib/files.ts'
import { getViewerZone } from '#lib/format-date.ts'
import { type UserFilter, toUserQuery } from './user-filters.tsx'

/** The contract types the response as a page, because the call usually returns JSON; with `download` the client returns a Blob. */
export const downloadUsers = (filter: UserFilter): Promise<Blob> =>
  api.users.listUsers({
    query: { ...toUserQuery(filter), download: 'true', timeZone: getViewerZone() },
  }) as Promise<unknown> as Promise<Blob>

/** The selected people of a list, with the columns of the server's export. */
export const toSelectedUsersFile = (people: readonly ListedUser[]): File =>
  csvFile([getUserHeader(getViewerZone()), ...people.map((user) => toUserRow(user, getViewerZone()))], 'users.csv')
