/** Open tasks of a trainer: work to grade, one row per assignment, and unanswered questions. */

import { Box, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { TeacherHome } from '@lms/contract/home'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import { formatDay, formatWaiting } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { Row, RowLink, Rows, Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { countToGrade } from '#features/assignments/group-assignments.ts'
import { CourseColor } from '#features/courses/course-cover.tsx'
import classes from './to-grade.module.css'

function formatMeta({ courseTitle, counts, dueAt }: AssignmentRow, now: number): string {
  const isEarly = dueAt !== null && !isPast(dueAt, now)
  const facts = [
    isEarly ? `due ${formatDay(dueAt)}, submitted early` : counts?.oldest && `oldest ${formatWaiting(counts.oldest.submittedAt, now)}`,
    counts && counts.late > 0 && `${counts.late} late`,
  ]
  return `${isolate(courseTitle)} · ${facts.filter(Boolean).join(', ')}`
}

export function ToGrade({ rows, now }: { rows: readonly AssignmentRow[]; now: number }) {
  return (
    <Card as="div">
      <Box component="ul" m="-12px 0 -16px" aria-label="To grade">
        {rows.map((row) => {
          // Returned work waits for its students.
          const graded = row.counts?.graded ?? 0
          const toGrade = countToGrade(row.counts)
          return (
            <li key={row.id} className={classes.row}>
              <CourseColor id={row.courseId}>
                <RowLink
                  to={paths.submissions.to({ courseId: row.courseId, assignmentId: row.id }, { tab: 'to-grade' })}
                  className={classes.name}
                >
                  {row.title}
                </RowLink>
                <Text variant="meta" truncate>
                  {formatMeta(row, now)}
                </Text>
              </CourseColor>
              <div className={classes.progress}>
                <ProgressBar label={`${isolate(row.title)}, graded`} value={graded === 0 ? 0 : (100 * graded) / (graded + toGrade)} />
                <Text variant="caption" c="dimmed" mt={4}>{`${graded} of ${graded + toGrade} graded`}</Text>
              </div>
              <Stat>{toGrade}</Stat>
            </li>
          )
        })}
      </Box>
    </Card>
  )
}

/** Nothing if everyone has an answer. */
export function Unanswered({ unanswered: { items, total }, now }: { unanswered: TeacherHome['unanswered']; now: number }) {
  if (total === 0) return null
  const [courseId, ...others] = new Set(items.map((item) => item.courseId))
  return (
    <Section
      title="Unanswered questions"
      count={total}
      action={courseId && others.length === 0 && <Link to={`${paths.discussions.to({ courseId })}?filter=unanswered`}>Open forum</Link>}
    >
      <Rows label="Unanswered questions">
        {items.map(({ id, courseId, courseTitle, title, author, createdAt }) => (
          <Row
            key={id}
            to={paths.discussion.to({ courseId, discussionId: id })}
            glyph={author && <Avatar id={author.id} name={author.name} src={author.profileImageUrl} />}
            name={title}
            meta={[author?.name, others.length > 0 && courseTitle].filter(Boolean).join(' · ')}
            fact={formatWaiting(createdAt, now)}
          />
        ))}
      </Rows>
    </Section>
  )
}
