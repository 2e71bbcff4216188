/** Courses to choose from, found at the server by what is typed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchLimit as limit, toSearchOptions, useSearchTerm } from '#lib/search-options.ts'
import { courseQuery, coursesQuery, myCoursesQuery } from './api.ts'

type CourseName = { id: string; title: string }
const toOption = ({ id, title }: CourseName) => ({ value: id, label: title })

/** `taught`: those of the reader alone. `first` is the list before anything is typed. */
export function useCourseOptions(value: string | null, of: 'all' | 'taught' = 'all') {
  const typed = useSearchTerm()
  const isAll = of === 'all'
  const isSearch = typed.search !== ''
  const query = { limit, sort: 'title' } as const
  const searched = { query: { ...query, search: typed.search } }
  const firstOfAll = useQuery({ ...coursesQuery({ query }), enabled: isAll })
  const firstOfOwn = useQuery({ ...myCoursesQuery({ query }), enabled: !isAll })
  const ofAll = useQuery({ ...coursesQuery(searched), enabled: isAll && isSearch, placeholderData: keepPreviousData })
  const ofOwn = useQuery({ ...myCoursesQuery(searched), enabled: !isAll && isSearch, placeholderData: keepPreviousData })
  const first = isAll ? firstOfAll : firstOfOwn
  const isAway = value !== null && !first.isPending && !first.data?.items.some(({ id }) => id === value)
  const chosen = useQuery({ ...courseQuery({ params: { id: value ?? '' } }), enabled: isAway })
  const found = toSearchOptions<CourseName>({
    typed,
    first,
    found: isAll ? ofAll : ofOwn,
    toOption,
    values: value === null ? [] : [value],
    known: chosen.data ? [toOption(chosen.data)] : [],
    unknown: chosen.isError ? 'A deleted course' : 'Loading',
  })
  return { first, found }
}
