/** The last step: how many marks were saved, what was left out, and the way back. */
import type { MarksImport } from '@lms/contract/marks'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '#lib/api.ts'
import { pluralize } from '#lib/pluralize.ts'
import { clock } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { StatusIcon } from '#ui/status.tsx'
import { useUndoMarksImport } from '../api.ts'
import classes from './marks-import.module.css'

type Props = { result: MarksImport; courseId: string; gradebook: { label: string; to: string }; onAnother: () => void }

export function ResultStep({ result, courseId, gradebook, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const undo = useUndoMarksImport()
  const { id, undoUntil, cells } = result
  const left = cells.filter(({ finding }) => finding !== null)
  const saved = cells.length - left.length
  return (
    <div className={classes.choose}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {undo.data
            ? `${pluralize(undo.data.undone, 'mark')} set back`
            : saved > 0
              ? `${pluralize(saved, 'mark')} saved`
              : 'No mark was saved'}
        </h2>
      </div>
      {undo.isError && (
        <Alert tone="bad" role="alert" title="Not undone">
          {getErrorMessage(undo.error)}
        </Alert>
      )}
      {left.length > 0 && (
        <section aria-label="Left out">
          <h3 className={classes.section}>{pluralize(left.length, 'mark')} left out</h3>
          <ul className={classes.list}>
            {left.map(({ row, column, student, name, assignment, detail }) => (
              <li key={`${column}${row}`}>
                <span className={classes.words}>
                  <b>{student?.name ?? name}</b>
                  <span className={classes.quiet}>{assignment?.title}</span>
                </span>
                <span className={classes.found}>
                  <StatusIcon name="check" size={16} />
                  {detail}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={classes.actions}>
        <Button component={Link} to={gradebook.to}>
          Go to the gradebook
        </Button>
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
        {id && undoUntil && !undo.data && (
          <Button variant="subtle" color="red" loading={undo.isPending} onClick={() => undo.mutate({ params: { courseId, id } })}>
            Undo this import
          </Button>
        )}
      </div>
      {id && undoUntil && !undo.data && (
        <p className={classes.quiet}>Until {clock(undoUntil)}, and as long as nobody changes one of these marks.</p>
      )}
    </div>
  )
}
