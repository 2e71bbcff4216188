/** The work that waits for marks: one card, a row an assignment, each with its number. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { paths } from '#lib/paths.ts'
import { day } from '#lib/format-date.ts'
import { countToGrade } from '#features/assignments/index.ts'
import { Card } from '#ui/card.tsx'
import { CourseColor } from '#ui/course-cover.tsx'
import { Stat } from '#ui/stat.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { RowLink } from '#ui/row.tsx'
import classes from './to-grade.module.css'

const aDay = 86_400_000

/** “3 days”, “5 h”: how long somebody waits already. */
export function formatWaiting(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since))
  const days = Math.floor(ms / aDay)
  if (days > 0) return `${days} day${days === 1 ? '' : 's'}`
  const hours = Math.floor(ms / 3_600_000)
  return hours > 0 ? `${hours} h` : 'less than an hour'
}

function formatMeta({ courseTitle, counts, dueAt }: AssignmentRow, now: number): string {
  const isEarly = dueAt !== null && Date.parse(dueAt) > now
  const facts = [
    isEarly ? `due ${day(dueAt)}, submitted early` : counts?.oldest && `oldest ${formatWaiting(counts.oldest.submittedAt, now)}`,
    counts && counts.late > 0 && `${counts.late} late`,
  ]
  return `${courseTitle} · ${facts.filter(Boolean).join(', ')}`
}

export function ToGrade({ rows, now }: { rows: readonly AssignmentRow[]; now: number }) {
  return (
    <Card as="div">
      <ul className={classes.list} aria-label="To grade">
        {rows.map((row) => {
          const { submitted, graded } = row.counts ?? { submitted: 0, graded: 0 }
          return (
            <li key={row.id} className={classes.row}>
              <CourseColor id={row.courseId}>
                <RowLink
                  to={paths.submissions.to({ courseId: row.courseId, assignmentId: row.id }, { tab: 'to-grade' })}
                  className={classes.name}
                >
                  {row.title}
                </RowLink>
                <p className={classes.meta}>{formatMeta(row, now)}</p>
              </CourseColor>
              <div className={classes.progress}>
                <ProgressBar label={`${row.title}, graded`} value={submitted === 0 ? 0 : (100 * graded) / submitted} />
                <p className={classes.sum}>{`${graded} of ${submitted} graded`}</p>
              </div>
              <Stat>{countToGrade(row.counts)}</Stat>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
