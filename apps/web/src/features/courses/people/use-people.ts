/** The people of a course: the page of the filter, what is selected, and what is made of all that match: a file, a print. */

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { StudentProgress } from '@lms/contract/courses'
import { fetchAllPages, pageLimit } from '#lib/api-lists.ts'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { useRowSelection } from '#lib/row-selection.ts'
import { useScreenPart } from '#lib/screen-queries.ts'
import { useLastPage, useSearch } from '#lib/search-params.ts'
import { classProgressQuery } from '../api.ts'
import { readPeopleFilter, toPeopleQuery } from './people-filter.tsx'

export const rowsOfPage = 50

/** A file can name as many. */
const most = 100

export function usePeople(courseId: string) {
  const [search, change] = useSearch()
  const filter = readPeopleFilter(search)
  const matching = toPeopleQuery(filter)
  const { sort, page } = filter
  const query = { courseId, ...matching, sort }
  const list = useQuery({
    ...useScreenPart(classProgressQuery({ query: { ...query, page, limit: rowsOfPage } })),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const selection = useRowSelection<StudentProgress>({
    filter: matching,
    page: [sort, page],
    rows: list.isPlaceholderData ? undefined : list.data?.items,
    idOf: ({ student }) => student.id,
    most,
    total: list.data?.total ?? 0,
    load: (at) => api.courses.listCourseProgress({ query: { ...query, ...at } }),
  })
  return { search, change, filter, matching, list, selection, loadAll: (by: typeof sort = sort) => loadAll({ ...query, sort: by }) }
}

const loadAll = (query: Parameters<typeof api.courses.listCourseProgress>[0]['query']): Promise<StudentProgress[]> =>
  fetchAllPages((page) => api.courses.listCourseProgress({ query: { ...query, page, limit: pageLimit } }))

/** The class, or those selected, as a file. */
export function useExport({ id, title }: { id: string; title: string }) {
  return useMutation({
    mutationFn: (query: NonNullable<Parameters<typeof api.courses.exportCourseProgress>[0]['query']>) =>
      api.courses.exportCourseProgress({ params: { id }, query }),
    onSuccess: (file) => downloadBlob(file, `${title}, progress.csv`),
  })
}
