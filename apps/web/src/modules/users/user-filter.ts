/** The list of people as its address has it: `?page=1&role=all&course=all`. */
import { roles } from '@lms/contract/policy'
import { oneOf, pageOf } from '#lib/search-params.ts'

export const userSorts = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const
export type UserSort = (typeof userSorts)[number]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readUserFilter(search: URLSearchParams) {
  const course = search.get('course') ?? ''
  return {
    page: pageOf(search),
    role: oneOf(['all', ...roles], search.get('role')),
    course: uuid.test(course) ? course : 'all',
    search: (search.get('search') ?? '').slice(0, 200),
    sort: oneOf(userSorts, search.get('sort')),
  }
}
export type UserFilter = ReturnType<typeof readUserFilter>

/** The same for the server; the page apart, because a download has none. */
export const userQueryOf = ({ role, course, search, sort }: UserFilter) => ({ role, courseId: course, sort, ...(search && { search }) })

export const countFilters = ({ role, course }: UserFilter): number => Number(role !== 'all') + Number(course !== 'all')

/** What a click on a column's head asks for: the other way round if it is sorted by it already. */
export const nextSort = (sort: UserSort, column: 'name' | 'createdAt' | 'lastSeenAt'): UserSort => (sort === column ? `-${column}` : column)
