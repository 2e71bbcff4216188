/** The facts of a course under its title: who teaches, what kind it is, when it runs. */
import type { CourseCard } from '@lms/contract/courses'
import type { ReactNode } from 'react'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import { formatDates, modeLabels, formatTrainers } from './format.ts'

const statusWords = { DRAFT: 'Draft', ARCHIVED: 'Archived', PUBLISHED: null } as const

export function CourseMeta({ course, children }: { course: CourseCard; children?: ReactNode }) {
  const status = statusWords[course.status]
  const dates = formatDates(course)
  return (
    <>
      {course.trainers.length > 0 && <span>{formatTrainers(course)}</span>}
      <OutlineBadge>{modeLabels[course.mode]}</OutlineBadge>
      {status && <OutlineBadge>{status}</OutlineBadge>}
      {dates && <span>{dates}</span>}
      {children}
    </>
  )
}
