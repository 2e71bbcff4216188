/** Grading without names: a switch per assignment and grader. The server then sends numbers. */
import type { Submission } from '@lms/contract/submissions'
import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hiddenNamesQuery, useSetHiddenNames } from './api.ts'
import { gradingQueueKey } from './grading-queue.ts'
import classes from './submissions.module.css'

export const hiddenNamesHelp = 'The gradebook and exports still show names.'

type Place = Pick<Submission, 'courseId' | 'assignmentId'>

export const useHasHiddenNames = ({ courseId, assignmentId }: Place): boolean =>
  useQuery(hiddenNamesQuery({ params: { courseId, assignmentId } })).data?.isHidden === true

export function HideNames({ courseId, assignmentId }: Place) {
  const client = useQueryClient()
  const params = { courseId, assignmentId }
  const isHidden = useHasHiddenNames(params)
  const set = useSetHiddenNames()
  const change = (next: boolean): void =>
    set.mutate(
      { params, body: { isHidden: next } },
      {
        onSuccess: (reply) => {
          client.setQueryData(hiddenNamesQuery({ params }).queryKey, reply)
          // A queue in the order of names has another order now.
          void client.invalidateQueries({ queryKey: [gradingQueueKey] })
        },
      },
    )
  return (
    <Switch
      size="sm"
      title={`Students are numbers here and while you grade. ${hiddenNamesHelp}`}
      label={<span className={classes.hideNames}>Hide names</span>}
      checked={set.isPending ? set.variables.body.isHidden : isHidden}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
