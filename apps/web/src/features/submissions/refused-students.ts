/** Why something for several students was refused, with the names of those who cannot be part of it. */
import type { RosterRow } from '@lms/contract/submissions'
import { getErrorMessage, type ApiProblem } from '#lib/api.ts'
import { pluralize } from '#lib/pluralize.ts'

/** At most so many names in a sentence. */
const maxNames = 3

/** `rows` in the order in which their ids were sent. */
export function refusedText(error: ApiProblem, rows: readonly RosterRow[]): string {
  const names = error.errors.flatMap(({ pointer }) => {
    const index = /^\/studentIds\/(\d+)$/.exec(pointer)?.[1]
    return (index !== undefined && rows[Number(index)]?.student.name) || []
  })
  if (names.length === 0) return getErrorMessage(error)
  const rest = names.length - maxNames
  const all = rest > 0 ? [...names.slice(0, maxNames), pluralize(rest, 'other')] : names
  return `${new Intl.ListFormat('en-GB').format(all)} left the course. Nothing was changed.`
}
