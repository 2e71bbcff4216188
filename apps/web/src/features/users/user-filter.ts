/** The list of people as its address has it: `?page=1&role=all&course=all`. */
import { roles } from '@lms/contract/policy'
import { localStore } from '#lib/local-store.ts'
import { parseEnum, getPage } from '#lib/search-params.ts'

export const userSorts = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const
export type UserSort = (typeof userSorts)[number]

export const statuses = ['ACTIVE', 'INVITED', 'SUSPENDED'] as const
/** Rows of a page. */
export const rowLimits = ['20', '50', '100'] as const

export const sortLabels: Record<UserSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  createdAt: 'Added, oldest first',
  '-createdAt': 'Added, newest first',
  lastSeenAt: 'Last seen, longest ago first',
  '-lastSeenAt': 'Last seen, latest first',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const rowsKey = 'users:rows'

export const savePageSize = (limit: string): void => localStore.setItem(rowsKey, limit)

export function readUserFilter(search: URLSearchParams) {
  const course = search.get('course') ?? ''
  return {
    page: getPage(search),
    limit: Number(parseEnum(rowLimits, search.get('limit') ?? localStore.getItem(rowsKey))),
    role: parseEnum(['all', ...roles], search.get('role')),
    course: uuid.test(course) ? course : 'all',
    status: parseEnum(['all', ...statuses], search.get('status')),
    search: (search.get('search') ?? '').slice(0, 200),
    sort: parseEnum(userSorts, search.get('sort')),
  }
}
/** Parameters of the address that mean nothing, and their replacements; null where there is nothing to clean. */
export function strayIn(search: URLSearchParams): Record<string, string | number | null> | null {
  const filter = readUserFilter(search)
  const isStray = (key: 'page' | 'limit' | 'role' | 'course' | 'status' | 'sort' | 'search'): boolean =>
    search.has(key) && search.get(key) !== '' && search.get(key)?.toLowerCase() !== String(filter[key]).toLowerCase()
  const stray = {
    ...(isStray('role') && { role: filter.role }),
    ...(isStray('course') && { course: filter.course }),
    ...(isStray('status') && { status: null }),
    ...(isStray('sort') && { sort: null }),
    ...(isStray('limit') && { limit: null }),
    ...(isStray('search') && { search: filter.search }),
  }
  if (Object.keys(stray).length === 0 && !isStray('page')) return null
  return search.has('page') ? { ...stray, page: filter.page } : stray
}
export type UserFilter = ReturnType<typeof readUserFilter>

/** The same for the server; page and limit apart, because a download has none. */
export const toUserQuery = ({ role, course, status, search, sort }: UserFilter) => ({
  role,
  courseId: course,
  status,
  sort,
  ...(search && { search }),
})

export const noUserFilters = { role: 'all', course: 'all', status: null, search: null } as const

export const countUserFilters = ({ role, course, status }: UserFilter): number =>
  [role, course, status].filter((value) => value !== 'all').length

/** What a click on a column's head asks for: the other way round if it is sorted by it already. */
export const nextSort = (sort: UserSort, column: Exclude<UserSort, `-${string}`>): UserSort => (sort === column ? `-${column}` : column)
