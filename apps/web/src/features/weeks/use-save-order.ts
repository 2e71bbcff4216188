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

export function useSaveOrder(place: Place) {
  const { courseId, week } = place
  const change = useChangeOrder()
  const restore = useRestoreWeek()
  const cache = useQueryClient()
  const send = (ids: readonly string[]) => change.mutateAsync({ params: { id: courseId }, body: toBody(ids, place) })

  function explain(error: unknown, again: { id: string; to: number; ids: readonly string[] }): void {
    const retry = (label: string, ids: readonly string[], before: readonly string[]) => ({
      link: { label, onClick: () => void save(ids, before, again.id) },
    })
    if (week && isNotFound(error)) {
      const onClick = (): void => restore.mutate({ params: { courseId, weekId: week.id } })
      notify.error(`Week ${week.number} was deleted.`, { link: { label: 'Restore', onClick } })
    } else if (isApiProblem(error) && error.problem === 'version-conflict') {
      const present = readPresent(error.current)
      const words = `Somebody changed ${week ? 'this week' : 'the weeks'}. Not moved.`
      const canMove = present.includes(again.id)
      notify.error(words, canMove ? retry('Move again', moveTo(present, again.id, again.to), present) : {})
    } else {
      notify.error('The order could not be saved.', retry('Try again', again.ids, []))
    }
    void cache.invalidateQueries({ queryKey: ['courses'] })
  }

  /** `before`: the order to which Undo goes back; none if it is not known. Resolves to whether it was saved. */
  async function save(ids: readonly string[], before: readonly string[], id: string): Promise<boolean> {
    const to = ids.indexOf(id)
    try {
      await send(ids)
    } catch (error) {
      explain(error, { id, to, ids })
      return false
    }
    const undo = (): void =>
      void send(before).then(
        () => notify.success('Moved back'),
        (error: unknown) => explain(error, { id, to: before.indexOf(id), ids: before }),
      )
    const words = week ? `Moved to ${to + 1} of ${ids.length}` : `Moved to week ${to + 1}`
    notify.success(words, before.length > 0 ? { link: { label: 'Undo', onClick: undo } } : {})
    return true
  }
  return save
}
