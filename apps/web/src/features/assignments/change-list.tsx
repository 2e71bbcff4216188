/** What saving an edited assignment changes: its fields and questions, and whose marks. */
import { Button, Checkbox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import { Stat } from '#ui/stat.tsx'
import type { Change } from './describe-changes.ts'
import classes from './assignment-form.module.css'

type Body = Parameters<typeof api.assignmentChanges.previewAssignmentChanges>[0]['body']
type Preview = Awaited<ReturnType<typeof api.assignmentChanges.previewAssignmentChanges>>

/** More rows come with a click. */
const shownAtFirst = 8

const formatMark = (marks: number | null): string => (marks === null ? '–' : String(marks))
const formatDifference = ({ before, after }: Preview['items'][number]): string => {
  if (before.marks === null || after.marks === null || before.marks === after.marks) return after.late ? 'late' : 'on time'
  const change = Math.round((after.marks - before.marks) * 100) / 100
  return change > 0 ? `+${change}` : `−${Math.abs(change)}`
}

function MarkTable({ preview: { items, total, submitted } }: { preview: Preview }) {
  const [isAll, setAll] = useState(false)
  if (total === 0) return <p className={classes.words}>No mark changes.</p>
  return (
    <div>
      <p className={classes.count}>
        <Stat rest={total === 1 ? 'submission changes' : 'submissions change'}>{total}</Stat>
        <span className={classes.words}>{submitted - total} stay</span>
      </p>
      <table className={classes.marks}>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Now</th>
            <th scope="col">New</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, isAll ? undefined : shownAtFirst).map((item) => (
            <tr key={item.submissionId}>
              <th scope="row">{item.student.name}</th>
              <td>{formatMark(item.before.marks)}</td>
              <td>
                <b>{formatMark(item.after.marks)}</b>
              </td>
              <td>{formatDifference(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > shownAtFirst && !isAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
      <p className={classes.words}>The history of each mark keeps the old value.</p>
    </div>
  )
}

type Props = {
  assignmentId: string
  changes: readonly Change[]
  /** What would be sent; null while it has errors, or where nobody has submitted. */
  body: Body | null
  isDueEarlier: boolean
  recheckLate: boolean
  onRecheckLate: (value: boolean) => void
}

export function ChangeList({ assignmentId, changes, body, isDueEarlier, recheckLate, onRecheckLate }: Props) {
  const [previewed] = useDebouncedValue(body, 400)
  const preview = useQuery({
    queryKey: ['assignmentChanges', 'preview', assignmentId, previewed],
    queryFn: ({ signal }) => api.assignmentChanges.previewAssignmentChanges({ params: { id: assignmentId }, body: previewed! }, { signal }),
    enabled: previewed !== null && changes.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (changes.length === 0) return <p className={classes.words}>Nothing is changed yet.</p>
  return (
    <>
      <ul className={classes.changes}>
        {changes.map(({ title, words }) => (
          <li key={title}>
            <p className={classes.title}>{title}</p>
            <p className={classes.words}>{words}</p>
          </li>
        ))}
      </ul>
      {isDueEarlier && body && (
        <Checkbox
          label="Also count as late what was on time"
          checked={recheckLate}
          onChange={(event) => onRecheckLate(event.currentTarget.checked)}
        />
      )}
      {body && preview.data && <MarkTable preview={preview.data} />}
      {body && preview.error && preview.error.name !== 'AbortError' && (
        <Alert tone="warn" title="The marks could not be counted">
          {preview.error.message}
        </Alert>
      )}
    </>
  )
}
