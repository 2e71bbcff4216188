/** Enrols in a course with one press, and lands on it. */
import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { notify } from '#ui/toasts.tsx'
import { useEnroll } from './api.ts'

type Props = { courseId: string; title: string; isSmall?: boolean; isFull?: boolean }

export function EnrolButton({ courseId, title, isSmall = false, isFull = false }: Props) {
  const navigate = useNavigate()
  const enroll = useEnroll()
  const onSuccess = (): void => {
    notify.success(`You are enrolled in ${title}`)
    void navigate(paths.course.to({ courseId }))
  }
  return (
    <Button
      {...(isSmall && { size: 'sm', variant: 'default' })}
      fullWidth={isFull}
      loading={enroll.isPending}
      aria-label={isSmall ? `Enrol in ${title}` : undefined}
      onClick={() => enroll.mutate({ params: { id: courseId } }, { onSuccess })}
    >
      Enrol
    </Button>
  )
}
