/** Saves the order of the weeks of a course, or of the items of a week, and says what became of it. */

import { useQueryClient } from '@tanstack/react-query'
import type { ChangeOrder } from '@lms/contract/weeks'
import { isApiProblem, isNotFound } from '#lib/api-errors.ts'
import { notify } from '#ui/toasts.tsx'
import { moveTo } from '#ui/use-reorder.ts'
import { useChangeOrder, useRestoreWeek } from './api.ts'

/** `week`: whose items are ordered; without it, the weeks of the course. */
type Place = { courseId: string; week?: { id: string; number: number } }

const toBody = (ids: readonly string[], { week }: Place): ChangeOrder =>
  week ? { weekId: week.id, itemIds: [...ids] } : { weekIds: [...ids] }

/** The present order, in the answer to an outdated one. */
function readPresent(current: unknown): string[] {
  const { itemIds, weekIds } = current as { itemIds?: string[]; weekIds?: string[] }
  return itemIds ?? weekIds ?? []
}

/** What was tried: the item or week `id`, at place `to` of `ids`. */
type Attempt = { ids: readonly string[]; id: string; to: number }
type Ways = { onRestore: () => void; onRetry: (ids: readonly string[], before: readonly string[]) => void }

function explain(error: unknown, { ids, id, to }: Attempt, { week }: Place, { onRestore, onRetry }: Ways): void {
  if (week && isNotFound(error)) {
    notify.error(`Week ${week.number} was deleted.`, { link: { label: 'Restore', onClick: onRestore } })
  } else if (isApiProblem(error) && error.problem === 'version-conflict') {
    const present = readPresent(error.current)
    const again = { link: { label: 'Move again', onClick: () => onRetry(moveTo(present, id, to), present) } }
    notify.error(`Somebody changed ${week ? 'this week' : 'the weeks'}. Not moved.`, present.includes(id) ? again : {})
  } else {
    notify.error('The order could not be saved.', { link: { label: 'Try again', onClick: () => onRetry(ids, []) } })
  }
}

/** `before`: the order to which Undo goes back; none if it is not known. Resolves to whether it was saved. */
export function useSaveOrder(place: Place) {
  const { courseId, week } = place
  const change = useChangeOrder()
  const restore = useRestoreWeek()
  const cache = useQueryClient()

  async function send(ids: readonly string[], id: string): Promise<boolean> {
    try {
      await change.mutateAsync({ params: { id: courseId }, body: toBody(ids, place) })
      return true
    } catch (error) {
      explain(error, { ids, id, to: ids.indexOf(id) }, place, {
        onRestore: () => week && restore.mutate({ params: { courseId, weekId: week.id } }),
        onRetry: (next, before) => void save(next, before, id),
      })
      void cache.invalidateQueries({ queryKey: ['courses'] })
      return false
    }
  }

  async function save(ids: readonly string[], before: readonly string[], id: string): Promise<boolean> {
    if (!(await send(ids, id))) return false
    const to = ids.indexOf(id) + 1
    const undo = async (): Promise<void> => void ((await send(before, id)) && notify.success('Moved back'))
    const link = { label: 'Undo', onClick: () => void undo() }
    notify.success(week ? `Moved to ${to} of ${ids.length}` : `Moved to week ${to}`, before.length > 0 ? { link } : {})
    return true
  }
  return save
}
