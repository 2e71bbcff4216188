/** The weeks of a course as blocks: for students in groups, this week first and open; for staff by number. */
import type { Week } from '@lms/contract/weeks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { EmptyWeek, WeekBlock, WeekItemRow, listWeekItems, type CoursePlan, groupWeeks, type PlannedWeek } from '#features/weeks/index.ts'
import { Rows, Section } from '#ui/row.tsx'
import classes from './courses.module.css'
import { itemPath } from './format.ts'
import { type CourseView, waitingIn } from './use-course.tsx'

type Props = {
  view: CourseView
  plan: CoursePlan
  courseId: string
  currentId?: string | undefined
  /** The empty week whose first item is the next step of the page. */
  nextStepWeekId?: string | undefined
  /** For staff: what can be done with a week. */
  renderMenu?: (week: Week) => ReactNode
}

function WeekItems({ planned, view, courseId, currentId, nextStepWeekId }: Omit<Props, 'plan' | 'renderMenu'> & { planned: PlannedWeek }) {
  const now = useServerNow()
  const { week } = planned
  const items = listWeekItems(week, { progress: view.own, rows: view.rows })
  const toWeek = paths.week.to({ courseId, weekId: week.id })
  if (items.length === 0) {
    if (view.isStaff) return <EmptyWeek week={week} isNextStep={week.id === nextStepWeekId} />
    const opens = week.unlockAt ? `It opens ${dayAndTime(week.unlockAt)}.` : 'It is not open yet.'
    return <p className={classes.nothing}>{week.locked ? opens : 'This week is empty.'}</p>
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

export function CourseWeeks({ plan, renderMenu, ...props }: Props) {
  const { view, nextStepWeekId } = props
  const firstWork = plan.weeks.find(({ kind }) => kind === 'work')
  const isOpenFirst = (planned: PlannedWeek): boolean =>
    planned.kind === 'now' || plan.weeks.length === 1 || (view.isStaff ? planned.week.id === nextStepWeekId : planned === firstWork)
  const block = (planned: PlannedWeek, isGrouped: boolean) => (
    <WeekBlock
      key={planned.week.id}
      planned={planned}
      isOpenFirst={isOpenFirst(planned)}
      isStaff={view.isStaff}
      isGrouped={isGrouped}
      isKeptInView={view.isStaff && planned.kind === 'now'}
      waiting={waitingIn(view.rows, planned.week)}
      menu={renderMenu?.(planned.week)}
    >
      <WeekItems planned={planned} {...props} />
    </WeekBlock>
  )
  if (!view.isStaff)
    return (
      <div className={classes.groups}>
        {groupWeeks(plan).map(({ title, weeks }) => (
          <Section key={title} title={title}>
            {weeks.map((planned) => block(planned, true))}
          </Section>
        ))}
      </div>
    )
  return <div>{plan.weeks.map((planned) => block(planned, false))}</div>
}
