/** Search, filters and order of the catalogue, as its address carries them. */
import { parseEnum, pageOf } from '#lib/search-params.ts'

const modes = ['all', 'LIVE', 'RECORDED'] as const
const statuses = ['all', 'PUBLISHED', 'DRAFT', 'ARCHIVED'] as const
const sorts = ['-createdAt', 'title', 'startsOn', '-startsOn'] as const

export type CatalogueFilter = {
  q: string
  mode: (typeof modes)[number]
  status: (typeof statuses)[number]
  sort: (typeof sorts)[number]
  page: number
}

export const readFilter = (search: URLSearchParams): CatalogueFilter => ({
  q: (search.get('search') ?? '').slice(0, 200),
  mode: parseEnum(modes, search.get('mode')),
  status: parseEnum(statuses, search.get('status')),
  sort: parseEnum(sorts, search.get('sort')),
  page: pageOf(search),
})

export const isFiltered = ({ q, mode, status }: CatalogueFilter): boolean => q !== '' || mode !== 'all' || status !== 'all'

/** What the call is asked; `all` is no filter. */
export const toQuery = ({ q, mode, status, sort }: CatalogueFilter) => ({
  ...(q && { search: q }),
  ...(mode !== 'all' && { mode }),
  ...(status !== 'all' && { status }),
  sort,
})

export const modeOptions = [
  { value: 'all', label: 'All' },
  { value: 'LIVE', label: 'Live' },
  { value: 'RECORDED', label: 'Recorded' },
] as const satisfies { value: (typeof modes)[number]; label: string }[]

export const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'DRAFT', label: 'Draft' },
  { value: 'ARCHIVED', label: 'Archived' },
] as const satisfies { value: (typeof statuses)[number]; label: string }[]

export const sortOptions = [
  { value: '-createdAt', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'startsOn', label: 'Start, earliest' },
  { value: '-startsOn', label: 'Start, latest' },
] as const satisfies { value: (typeof sorts)[number]; label: string }[]
