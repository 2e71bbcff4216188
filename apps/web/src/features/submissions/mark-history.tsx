/** Who changed a mark, when, from what to what: for staff. */
import type { MarkChange } from '@lms/contract/grading'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '#lib/format-date.ts'
import { markChangesQuery } from './api.ts'
import { markText } from './marks.ts'
import classes from './mark-history.module.css'

const [shortLimit, longLimit] = [3, 100]

const actionNotes: Partial<Record<MarkChange['action'], string>> = {
  RETURN: 'returned',
  REMARK: 'assignment changed',
  IMPORT: 'imported',
  UNDO: 'undone',
}

const formatMarks = (marks: number | null): string => (marks === null ? '–' : markText(marks))

function describe({ oldMarks, newMarks, isFeedbackChanged }: MarkChange): string {
  if (oldMarks === newMarks) return isFeedbackChanged ? 'Feedback' : formatMarks(newMarks)
  return `${formatMarks(oldMarks)} → ${formatMarks(newMarks)}`
}

export function MarkHistory({ submission: { id: submissionId, courseId } }: { submission: Pick<Submission, 'id' | 'courseId'> }) {
  const [isOpen, setOpen] = useState(false)
  const query = { limit: isOpen ? longLimit : shortLimit }
  const { data } = useQuery({ ...markChangesQuery({ params: { submissionId, courseId }, query }), placeholderData: keepPreviousData })
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="mark-history">
      <div className={classes.head}>
        <h2 id="mark-history" className={classes.title}>
          History of this mark
        </h2>
        <span>Staff only</span>
      </div>
      <ul className={classes.list}>
        {data.items.map((change) => {
          const note = actionNotes[change.action]
          return (
            <li key={change.id} className={classes.change}>
              <span>
                <span className={classes.name}>{change.changedBy.name}</span> · {dayAndTime(change.changedAt)}
                {note && ` · ${note}`}
              </span>
              <span className={classes.value}>{describe(change)}</span>
            </li>
          )
        })}
      </ul>
      {data.total > shortLimit && !isOpen && (
        <Button variant="subtle" size="compact-sm" className={classes.all ?? ''} onClick={() => setOpen(true)}>
          Show all {data.total}
        </Button>
      )}
    </section>
  )
}
