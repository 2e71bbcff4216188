/** The weeks of a course as blocks with their items. */

import { Stack } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Week } from '@lms/contract/weeks'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Rows, Section } from '#ui/row.tsx'
import { EmptyWeek, WeekBlock } from '#features/weeks/week-block.tsx'
import { type ItemPlace, listWeekItems, type WeekItem, WeekItemRow } from '#features/weeks/week-item.tsx'
import { type CoursePlan, groupWeeks, type PlannedWeek } from '#features/weeks/week-plan.ts'
import { itemPath } from './format.ts'
import { type CourseView, waitingIn } from './use-course.tsx'
import classes from './course-page.module.css'

type CourseWeeksProps = {
  view: CourseView
  plan: CoursePlan
  courseId: string
  currentId?: string | undefined
  /** The empty week that should get its first item next. */
  nextStepWeekId?: string | undefined
  /** For staff: actions for a week. */
  renderMenu?: (week: Week) => ReactNode
  /** For staff who put weeks and items in order, and add to them. */
  order?:
    | {
        liftedId: string | null
        handle: (week: Week) => ReactNode
        Items: ComponentType<OrderedItemsProps>
        Add: ComponentType<{ week: Week }>
      }
    | undefined
}

type OrderedItemsProps = { week: Week; items: readonly WeekItem[]; renderRow: (item: WeekItem, place?: ItemPlace) => ReactNode }

/** The number of the last week before it that starts later. */
const findLater = (weeks: readonly PlannedWeek[], { number, startsOn }: Week): number | undefined =>
  weeks.findLast(({ week }) => week.number < number && week.startsOn !== null && startsOn !== null && week.startsOn > startsOn)?.week.number

function WeekItems({
  planned,
  view,
  courseId,
  currentId,
  nextStepWeekId,
  order,
}: Omit<CourseWeeksProps, 'plan' | 'renderMenu'> & { planned: PlannedWeek }) {
  const now = useServerNow()
  const { week } = planned
  const items = listWeekItems(week, { progress: view.own, rows: view.rows, ofClass: view.isStaff ? view.progress.data?.items : undefined })
  const toWeek = paths.week.to({ courseId, weekId: week.id })
  if (items.length === 0) {
    if (view.isStaff && view.course.data.status !== 'ARCHIVED') return <EmptyWeek week={week} isNextStep={week.id === nextStepWeekId} />
    const opens = week.published && week.unlockAt ? `It opens ${formatDayAndTime(week.unlockAt)}.` : 'It is not open yet.'
    return <p className={classes.nothing}>{week.locked ? opens : 'This week is empty.'}</p>
  }
  const renderRow = (item: WeekItem, place?: ItemPlace) => (
    <WeekItemRow
      key={item.id}
      item={item}
      now={now}
      to={itemPath(item, { courseId, weekId: week.id }, view.isStaff)}
      isCurrent={item.id === currentId}
      place={place}
    />
  )
  return (
    <>
      {order ? (
        <order.Items week={week} items={items} renderRow={renderRow} />
      ) : (
        <Rows label={week.title}>{items.map((item) => renderRow(item))}</Rows>
      )}
      <div className={classes.more}>
        {order && <order.Add week={week} />}
        <Link to={toWeek}>Open week {week.number}</Link>
      </div>
    </>
  )
}

/** The weeks of a course as blocks: for students in groups, this week first and open; for staff by number. */
export function CourseWeeks({ plan, renderMenu, ...props }: CourseWeeksProps) {
  const { view, nextStepWeekId, order } = props
  const firstWork = plan.weeks.find(({ kind }) => kind === 'work')
  const firstOfStaff = plan.nowNumber === null && nextStepWeekId === undefined ? plan.weeks[0]?.week.id : nextStepWeekId
  const isOpenFirst = (planned: PlannedWeek): boolean =>
    planned.kind === 'now' || plan.weeks.length === 1 || (view.isStaff ? planned.week.id === firstOfStaff : planned === firstWork)
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
      {...(order && {
        handle: order.handle(planned.week),
        isMoving: order.liftedId !== null,
        isLifted: order.liftedId === planned.week.id,
      })}
      startsBefore={view.isStaff ? findLater(plan.weeks, planned.week) : undefined}
    >
      <WeekItems planned={planned} {...props} />
    </WeekBlock>
  )
  if (!view.isStaff)
    return (
      <Stack gap={28}>
        {groupWeeks(plan).map(({ title, weeks }) => (
          <Section key={title} title={title}>
            {weeks.map((planned) => block(planned, true))}
          </Section>
        ))}
      </Stack>
    )
  return <div>{plan.weeks.map((planned) => block(planned, false))}</div>
}
