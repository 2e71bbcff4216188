/** Moves an item to another week, chosen from all weeks of the course. */

import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Week } from '@lms/contract/weeks'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { useMoveItem } from './api.ts'
import { WeekSquare } from './week-progress.tsx'

export type MovedItem = { id: string; title: string; /** Its place in its week, from 0. */ position: number }

type Props = { item: MovedItem; week: Pick<Week, 'id' | 'courseId'>; onClose: () => void }

export function MoveToWeek({ item, week, onClose }: Props) {
  // The page behind the dialog shows them.
  const weeks = useQuery(courseQuery({ params: { id: week.courseId } })).data?.weeks ?? []
  const move = useMoveItem()
  const send = (weekId: string, position?: number) =>
    move.mutateAsync({ params: { id: week.courseId }, body: { itemId: item.id, weekId, ...(position !== undefined && { position }) } })
  const undo = (): void =>
    void send(week.id, item.position)
      .then(() => notify.success('Moved back'))
      .catch(() => {})
  const choose = ({ id, number }: Week): void => {
    if (move.isPending) return
    void send(id)
      .then(() => {
        notify.success(`Moved to week ${number}`, { link: { label: 'Undo', onClick: undo } })
        onClose()
      })
      .catch(() => {})
  }
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Move to week" foot={cancel}>
      <Stack component="ul" gap={4}>
        {weeks.map((one) => (
          <li key={one.id}>
            <Button
              variant="subtle"
              fullWidth
              justify="start"
              h="auto"
              py={6}
              leftSection={<WeekSquare number={one.number} />}
              disabled={one.id === week.id}
              loading={move.isPending && move.variables.body.weekId === one.id}
              onClick={() => choose(one)}
            >
              <bdi>{one.title}</bdi>
            </Button>
          </li>
        ))}
      </Stack>
    </Dialog>
  )
}
