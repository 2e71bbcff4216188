/** The filter of the list of people, read from its address; what means nothing there is cleaned away. */
import { useEffect } from 'react'
import { useSearch } from '#lib/search-params.ts'
import { readUserFilter, strayIn } from './user-filter.ts'

export function useUserFilter() {
  const [search, change] = useSearch()
  useEffect(() => {
    const stray = strayIn(search)
    if (stray) change(stray, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another address can have something else that means nothing
  }, [search])
  return { search, change, filter: readUserFilter(search) }
}
