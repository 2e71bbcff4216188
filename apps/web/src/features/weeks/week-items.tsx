/** The items of a week with their states, and the way to the next one. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useServerNow } from '#lib/server-clock.ts'
import { dueTime, formatRelative } from '#lib/format-date.ts'
import { EmptyWeek } from './empty-week.tsx'
import { WeekItemRow } from './week-item-row.tsx'
import type { WeekItem } from './week-item.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Alert } from '#ui/alert.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { itemPath, type CourseView } from '#features/courses/index.ts'

export type WeekParts = { week: Week; course: Course; view: CourseView; items: readonly WeekItem[] }

/** The way to what comes next in the course, where it is in this week. */
export function Go({ week, view, items, isFull = false }: Pick<WeekParts, 'week' | 'view' | 'items'> & { isFull?: boolean }) {
  const { next } = view
  if (next?.weekId !== week.id) return null
  const isStarted = items.some(({ progress }) => progress && (progress.done || progress.state === 'IN_PROGRESS'))
  return (
    <Button
      component={Link}
      to={itemPath({ id: next.id, kind: next.type }, { courseId: week.courseId, weekId: week.id }, false)}
      fullWidth={isFull}
      leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
    >
      {isStarted ? 'Continue' : 'Start'}
    </Button>
  )
}

export function Items({ week, view, items }: WeekParts) {
  const now = useServerNow()
  if (week.locked && !view.isStaff) {
    return (
      <Alert title="This week is not open yet">
        {week.unlockAt
          ? `It opens ${dueTime(week.unlockAt)}, ${formatRelative(week.unlockAt, now)}.`
          : 'The trainers open it when it is ready.'}
      </Alert>
    )
  }
  if (items.length === 0) {
    return view.isStaff ? (
      <EmptyWeek week={week} isNextStep />
    ) : (
      <EmptyState title="This week is empty.">The trainers are still preparing it.</EmptyState>
    )
  }
  const progress = items.filter((item) => item.progress?.required)
  const count = progress.length > 0 ? `${progress.filter((item) => item.progress?.done).length} of ${progress.length} done` : items.length
  return (
    <Section title="In this week" count={count}>
      <Rows>
        {items.map((item) => (
          <WeekItemRow
            key={item.id}
            item={item}
            now={now}
            to={itemPath(item, { courseId: week.courseId, weekId: week.id }, view.isStaff)}
            isCurrent={item.id === view.next?.id}
          />
        ))}
      </Rows>
    </Section>
  )
}
