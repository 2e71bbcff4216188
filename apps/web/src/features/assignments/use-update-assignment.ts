/** A change of an assignment outside its editor: its status, or whether marks are held. */

import { useQueryClient } from '@tanstack/react-query'
import type { Assignment } from '@lms/contract/assignments'
import { changeCached } from '#lib/cached.ts'
import { assignmentQuery, useSendUpdate } from './api.ts'

/** Shows the change before the assignment is read again. Changes are sent in their order. */
export function useUpdateAssignment() {
  const client = useQueryClient()
  return useSendUpdate({
    queue: 'assignments',
    onSaved: (saved) =>
      changeCached<Assignment>(
        client,
        assignmentQuery({ params: { id: saved.id } }).queryKey,
        (before) => before && { ...before, ...saved },
      ),
  })
}
