/** The filtered people as a CSV file. */
import { api } from '#lib/api.ts'
import { type UserFilter, toUserQuery } from './user-filter.ts'

/** The contract types the answer as a page, because JSON is what the call gives otherwise; with `download` the client gives out a Blob. */
export const downloadUsers = (filter: UserFilter): Promise<Blob> =>
  api.users.listUsers({ query: { ...toUserQuery(filter), download: 'true' } }) as Promise<unknown> as Promise<Blob>
