/** Students that are selected in the list, on this page and others; a changed filter selects nobody. */
import { exceptionLimit } from '@lms/contract/rules/assignment-exceptions'
import type { RosterRow } from '@lms/contract/submissions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getErrorMessage } from '#lib/api.ts'
import { pageLimit } from '#lib/fetch-all-pages.ts'
import { notify } from '#ui/toasts.tsx'
import { toQuery, type SubmissionFilter } from './submission-filter.ts'

type Place = { courseId: string; assignmentId: string }
type Selected = ReadonlyMap<string, RosterRow>

const noneSelected: Selected = new Map()

/** `shown` are the rows of this page, which are newer than what was selected earlier. */
export function useSelection(params: Place, { tab, late, search, sort }: SubmissionFilter, shown: readonly RosterRow[]) {
  const key = JSON.stringify([tab, late, search])
  const [selection, setSelection] = useState({ key, rows: noneSelected })
  const selected = selection.key === key ? selection.rows : noneSelected
  const set = (rows: Selected): void => setSelection({ key, rows })
  const all = useMutation({
    mutationFn: async () => {
      const rows: RosterRow[] = []
      for (let page = 1; page <= exceptionLimit / pageLimit; page += 1) {
        const query = { ...toQuery({ tab, late, search, sort }), page, limit: pageLimit }
        const { items, total } = await api.submissions.listSubmissions({ params, query })
        rows.push(...items)
        if (items.length === 0 || rows.length >= total) break
      }
      return rows
    },
    onSuccess: (rows) => set(new Map(rows.map((row) => [row.student.id, row]))),
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const newest = new Map(shown.map((row) => [row.student.id, row]))
  return {
    rows: [...selected].map(([id, row]) => newest.get(id) ?? row),
    isChosen: (id: string): boolean => selected.has(id),
    onChange: (rows: readonly RosterRow[], isOn: boolean): void => {
      const next = new Map(selected)
      for (const row of rows)
        if (isOn) next.set(row.student.id, row)
        else next.delete(row.student.id)
      set(next)
    },
    clear: (): void => set(noneSelected),
    selectAll: () => all.mutate(),
    isSelecting: all.isPending,
  }
}
