/** Creating an assignment in a week. */

import { useWeek } from '#features/weeks/use-week.tsx'
import { AssignmentForm } from './assignment-form.tsx'

export function AssignmentNewScreen() {
  const { course, week } = useWeek()
  return <AssignmentForm course={course} week={week} />
}
