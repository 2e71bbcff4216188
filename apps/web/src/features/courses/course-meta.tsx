/** The facts of a course under its title: who teaches, what kind it is, when it runs. */
import { Badge } from '@mantine/core'
import type { CourseCard } from '@lms/contract/courses'
import type { ReactNode } from 'react'
import { formatDates, modeLabels, formatTrainers } from './format.ts'

const statusLabels = { DRAFT: 'Draft', ARCHIVED: 'Archived', PUBLISHED: null } as const

export function CourseMeta({ course, children }: { course: CourseCard; children?: ReactNode }) {
  const status = statusLabels[course.status]
  const dates = formatDates(course)
  return (
    <>
      {course.trainers.length > 0 && <span>{formatTrainers(course)}</span>}
      <Badge>{modeLabels[course.mode]}</Badge>
      {status && <Badge>{status}</Badge>}
      {dates && <span>{dates}</span>}
      {children}
    </>
  )
}
