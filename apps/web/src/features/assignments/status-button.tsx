/** Shows a draft to students, or ends the handing in. */
import type { Assignment } from '@lms/contract/assignments'
import { Button } from '@mantine/core'
import { notify } from '#ui/toasts.tsx'
import { useUpdateAssignment } from './api.ts'

const actions = {
  DRAFT: { label: 'Publish', to: 'PUBLISHED', said: 'is published' },
  PUBLISHED: { label: 'Close', to: 'CLOSED', said: 'is closed' },
  CLOSED: { label: 'Open again', to: 'PUBLISHED', said: 'is open again' },
} as const

export function StatusButton({ assignment: { id, title, status } }: { assignment: Assignment }) {
  const update = useUpdateAssignment()
  const { label, to, said } = actions[status]
  return (
    <Button
      variant={status === 'DRAFT' ? 'filled' : 'default'}
      loading={update.isPending}
      onClick={() => update.mutate({ params: { id }, body: { status: to } }, { onSuccess: () => notify.success(`${title} ${said}`) })}
    >
      {label}
    </Button>
  )
}
