/** The weeks of a course as blocks: the running one first and open, then what needs work, then done, then ahead. */
import type { Week } from '@lms/contract/weeks'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { dayAndTime } from '#lib/times.ts'
import { DeleteWeek } from '#modules/weeks/delete-week.tsx'
import { WeekBlock } from '#modules/weeks/week-block.tsx'
import { WeekItemRow } from '#modules/weeks/week-item-row.tsx'
import { itemsOf } from '#modules/weeks/week-item.ts'
import { WeekMenu } from '#modules/weeks/week-menu.tsx'
import type { CoursePlan, PlannedWeek } from '#modules/weeks/week-plan.ts'
import { Rows } from '#ui/row.tsx'
import classes from './course-weeks.module.css'
import { itemPath } from './item-path.ts'
import { type CourseView, submissionsIn, waitingIn } from './use-course.ts'

type Props = { view: CourseView; plan: CoursePlan; courseId: string; currentId?: string | undefined }

function WeekItems({ planned, view, courseId, currentId }: Omit<Props, 'plan'> & { planned: PlannedWeek }) {
  const now = useServerNow()
  const { week } = planned
  const items = itemsOf(week, { progress: view.own, rows: view.rows })
  const toWeek = paths.week.to({ courseId, weekId: week.id })
  if (items.length === 0) {
    const opens = week.unlockAt ? `It opens ${dayAndTime(week.unlockAt)}.` : 'It is not open yet.'
    return <p className={classes.nothing}>{week.locked && !view.isStaff ? opens : 'Nothing stands in this week yet.'}</p>
  }
  return (
    <>
      <Rows label={week.title}>
        {items.map((item) => (
          <WeekItemRow
            key={item.id}
            item={item}
            now={now}
            to={itemPath(item, { courseId, weekId: week.id }, view.isStaff)}
            isCurrent={item.id === currentId}
          />
        ))}
      </Rows>
      <div className={classes.more}>
        <Link to={toWeek}>Open week {week.number}</Link>
      </div>
    </>
  )
}

export function CourseWeeks({ view, plan, courseId, currentId }: Props) {
  const [leaving, setLeaving] = useState<Week | null>(null)
  const firstWork = plan.weeks.find(({ kind }) => kind === 'work')
  const isOpenFirst = (planned: PlannedWeek): boolean => planned.kind === 'now' || planned === firstWork || plan.weeks.length === 1
  return (
    <div>
      {plan.weeks.map((planned) => (
        <WeekBlock
          key={planned.week.id}
          planned={planned}
          isOpenFirst={isOpenFirst(planned)}
          isStaff={view.isStaff}
          waiting={waitingIn(view.rows, planned.week)}
          menu={view.isStaff && <WeekMenu week={planned.week} onDelete={() => setLeaving(planned.week)} />}
        >
          <WeekItems planned={planned} view={view} courseId={courseId} currentId={currentId} />
        </WeekBlock>
      ))}
      <DeleteWeek week={leaving} submissions={leaving ? submissionsIn(view.rows, leaving) : 0} onClose={() => setLeaving(null)} />
    </div>
  )
}
