/** The library of media as its address has it, and what its rows say. */
import type { Client } from '@lms/contract/client'
import { fileSize } from '#lib/files.ts'
import { paths } from '#lib/paths.ts'
import { parseEnum, getPage } from '#lib/search-params.ts'
import { dayAndTime, duration, shortDay } from '#lib/format-date.ts'

export type LibraryItem = Awaited<ReturnType<Client['media']['listMedia']>>['items'][number]

const types = ['all', 'RECORDED', 'LIVE'] as const
const uses = ['all', 'used', 'unused'] as const
const captions = ['all', 'missing', 'there'] as const
const views = ['grid', 'table'] as const

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readLibraryFilter = (search: URLSearchParams) => ({
  page: getPage(search),
  type: parseEnum(types, search.get('type')),
  course: uuid.test(search.get('course') ?? '') ? (search.get('course') ?? 'all') : 'all',
  use: parseEnum(uses, search.get('use')),
  captions: parseEnum(captions, search.get('captions')),
  view: parseEnum(views, search.get('view')),
  search: (search.get('search') ?? '').slice(0, 200),
})
export type LibraryFilter = ReturnType<typeof readLibraryFilter>

export const noLibraryFilters = { type: null, course: null, use: null, captions: null, search: null }

/** How many are set, besides the search. */
export const countLibraryFilters = ({ type, course, use, captions }: LibraryFilter): number =>
  [type, course, use, captions].filter((value) => value !== 'all').length

export const toLibraryQuery = ({ page, type, course, use, captions, search }: LibraryFilter) => ({
  page,
  ...(type !== 'all' && { type }),
  ...(course !== 'all' && { courseId: course }),
  ...(captions !== 'all' && { captions: captions === 'there' ? ('true' as const) : ('false' as const) }),
  ...(use !== 'all' && { unused: use === 'unused' ? ('true' as const) : ('false' as const) }),
  ...(search && { search }),
})

/** “Video, 31 min”, “Live, Thu 12 Nov, 14:00”. */
export function formatKind({ type, durationSeconds, startsAt }: LibraryItem): string {
  if (type === 'LIVE') return startsAt ? `Live, ${dayAndTime(startsAt)}` : 'Live session'
  return durationSeconds ? `Recording, ${duration(durationSeconds)}` : 'Recording'
}

/** “Recording, 31 min, 120 MB”. */
export const libraryFacts = (item: LibraryItem): string => formatKind(item) + (item.size === null ? '' : `, ${fileSize(item.size)}`)

/** “Inês Carvalho, 12 Nov”. */
export const formatAdded = ({ addedBy, createdAt }: LibraryItem): string =>
  addedBy === null ? `Added ${shortDay(createdAt)}` : `${addedBy.name}, ${shortDay(createdAt)}`

export type SourceKind = 'file' | 'link' | 'none'

/** Where the recording is. */
export const getSourceKind = ({ url }: Pick<LibraryItem, 'url'>): SourceKind =>
  url === null ? 'none' : url.startsWith('https://') ? 'link' : 'file'

export const formatUsage = ({ usedIn }: LibraryItem): string =>
  usedIn === null ? 'In no course' : usedIn.weekNumber === null ? usedIn.courseTitle : `${usedIn.courseTitle}, week ${usedIn.weekNumber}`

const getPlace = ({ id, usedIn }: LibraryItem) =>
  usedIn?.weekId ? { courseId: usedIn.courseId, weekId: usedIn.weekId, mediaId: id } : null

/** Where a media item can be seen and changed; undefined while it is in no course. */
export function libraryLinks(item: LibraryItem): { view?: string; edit?: string; replace?: string; week?: string } {
  const place = getPlace(item)
  if (!place) return {}
  return {
    view: paths.media.to(place),
    edit: paths.mediaEdit.to(place),
    replace: `${paths.mediaEdit.to(place)}#file`,
    week: paths.week.to({ courseId: place.courseId, weekId: place.weekId }),
  }
}
