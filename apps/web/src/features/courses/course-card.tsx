/** The frame of a course as a card: its picture, its name, who teaches it or takes it, and its weeks as a line. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import { CourseCover } from './course-cover.tsx'
import classes from './course-cards.module.css'

type Props = {
  course: MyCourse
  /** Of the picture, in pixels. */
  height: number
  /** Instead of the cover. */
  still?: string | null | undefined
  isLive: boolean
  /** Over the picture. */
  over?: ReactNode
  /** After the title. */
  tag?: ReactNode
  meta: ReactNode
  /** Above and below the line of weeks. */
  line: { now: number | null; share?: number; isDone?: (week: number) => boolean; words?: readonly [string, string] }
  children: ReactNode
}

export function MyCourseCard({ course, height, still, isLive, over, tag, meta, line, children }: Props) {
  const { id, title, weekCount, coverImageUrl } = course
  const { words, ...drawn } = line
  return (
    <li className={classes.card} {...(isLive && { 'data-live': true })}>
      <div className={classes.cover}>
        <CourseCover id={id} title={title} src={still ?? coverImageUrl} width="100%" height={height} />
        {over}
      </div>
      <div className={classes.body}>
        <div>
          <h2 className={classes.title}>
            <Link to={paths.course.to({ courseId: id })}>{title}</Link> {tag}
          </h2>
          <Text variant="meta">{meta}</Text>
        </div>
        <div>
          {weekCount > 0 && <WeekProgress total={weekCount} {...drawn} />}
          {words && (
            <Text component="p" variant="meta" className={classes.split}>
              <span>{words[0]}</span>
              <span>{words[1]}</span>
            </Text>
          )}
        </div>
        {children}
      </div>
    </li>
  )
}
