/** Leads to the oldest work of an assignment that waits to be graded. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { firstToGrade } from './grading-queue.ts'

export function GradeNext({ courseId, assignmentId }: { courseId: string; assignmentId: string }) {
  const navigate = useNavigate()
  const find = useMutation({ mutationFn: () => firstToGrade(courseId, assignmentId) })
  const go = (): void =>
    find.mutate(undefined, {
      onSuccess: (submissionId) =>
        // Somebody else may have graded it in the meantime; the roster shows that.
        void navigate(
          submissionId
            ? paths.submission.to({ submissionId, courseId }, { tab: 'to-grade' })
            : paths.submissions.to({ courseId, assignmentId }),
        ),
    })
  return (
    <Button loading={find.isPending} onClick={go}>
      Grade next
    </Button>
  )
}
