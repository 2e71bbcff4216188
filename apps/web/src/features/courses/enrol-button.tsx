/** Enrols in a course with one press. */

import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { notify } from '#ui/toasts.tsx'
import { useEnroll } from './api.ts'

type Props = { courseId: string; title: string; isFull?: boolean }

/** Lands on the course. */
export function EnrolButton({ courseId, title, isFull = false }: Props) {
  const navigate = useNavigate()
  const enroll = useEnroll()
  const onSuccess = (): void => {
    notify.success(`You are enrolled in ${isolate(title)}`)
    void navigate(paths.course.to({ courseId }))
  }
  return (
    <Button fullWidth={isFull} loading={enroll.isPending} onClick={() => enroll.mutate({ params: { id: courseId } }, { onSuccess })}>
      Enrol
    </Button>
  )
}
