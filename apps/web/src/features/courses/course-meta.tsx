/** The facts of a course under its title: who teaches, what kind it is, when it runs. */
import type { CourseCard } from '@lms/contract/courses'
import type { ReactNode } from 'react'
import { Tag } from '#ui/tag.tsx'
import { datesOf, modeWords, trainersOf } from './course-facts.ts'

const statusWords = { DRAFT: 'Draft', ARCHIVED: 'Archived', PUBLISHED: null } as const

export function CourseMeta({ course, children }: { course: CourseCard; children?: ReactNode }) {
  const status = statusWords[course.status]
  const dates = datesOf(course)
  return (
    <>
      {course.trainers.length > 0 && <span>{trainersOf(course)}</span>}
      <Tag>{modeWords[course.mode]}</Tag>
      {status && <Tag>{status}</Tag>}
      {dates && <span>{dates}</span>}
      {children}
    </>
  )
}
