/** What comes after this item in its week. */
import type { Week } from '@lms/contract/weeks'
import { useServerNow } from '#lib/server-clock.ts'
import { WeekItemRow, listWeekItems } from '#features/weeks/index.ts'
import { Rows, Section } from '#ui/row.tsx'
import { itemPath, type CourseView } from '#features/courses/index.ts'

type Props = { view: CourseView; week: Week; mediaId: string }

export function UpNext({ view, week, mediaId }: Props) {
  const now = useServerNow()
  const items = listWeekItems(week, { progress: view.own, rows: view.rows })
  const rest = items.slice(items.findIndex(({ id }) => id === mediaId) + 1)
  if (rest.length === 0) return null
  return (
    <Section title={`Up next in week ${week.number}`}>
      <Rows>
        {rest.map((item) => (
          <WeekItemRow
            key={item.id}
            item={item}
            now={now}
            to={itemPath(item, { courseId: week.courseId, weekId: week.id }, view.isStaff)}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** “Week 6, item 2 of 5”. */
export function placeWords(week: Week, mediaId: string): string {
  const ids = [...week.media, ...week.assignments].map(({ id }) => id)
  return `Week ${week.number}, item ${ids.indexOf(mediaId) + 1} of ${ids.length}`
}
