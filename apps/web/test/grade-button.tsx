/** A button that saves a mark in the queue of marks, for tests of what happens while one is being saved. */

import { apiMutation } from '#lib/api-hooks.ts'
import { idOf } from './fixtures.ts'

const useGrade = apiMutation('submissions', 'gradeSubmission')

export function GradeButton() {
  const grade = useGrade({ queue: 'marks' })
  return (
    <button type="button" onClick={() => grade.mutate({ params: { id: idOf(6) }, body: { marks: 17, action: 'GRADE' } })}>
      Grade
    </button>
  )
}
