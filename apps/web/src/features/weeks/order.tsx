/** The weeks of a course and the items of a week in an order that staff change: handles, menus, and what screen readers say. */

import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { Week } from '@lms/contract/weeks'
import { IconDots, IconGripVertical } from '#ui/icons.ts'
import { Rows } from '#ui/row.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { useReorder } from '#ui/use-reorder.ts'
import { courseCountsQuery } from '#features/courses/api.ts'
import { showFigures } from './item-figures.tsx'
import type { Steps } from './move-menu.tsx'
import type { MovedItem } from './move-to-week.tsx'
import { useSaveOrder } from './use-save-order.ts'
import type { ItemPlace, WeekItem } from './week-item.tsx'
import type { PlannedWeek } from './week-plan.ts'
import classes from './order.module.css'

type HandleProps = { name: string } & Pick<ComponentProps<'button'>, 'onKeyDown' | 'onPointerDown'>

/** Moves its row, or the block of a week. */
const Handle = ({ name, ...handlers }: HandleProps) => (
  <button type="button" className={classes.handle} aria-label={`Move ${isolate(name)}`} {...handlers}>
    <IconGripVertical size={18} stroke={1.75} aria-hidden />
  </button>
)

const Spoken = ({ children }: { children: string }) => <VisuallyHidden aria-live="assertive">{children}</VisuallyHidden>

const loadMenu = () => import('./move-menu.tsx')
const LazyItemMenu = lazy(async () => ({ default: (await loadMenu()).ItemMenu }))

/** The button of ItemMenu: the same one before and after its menu is loaded. */
const MenuButton = ({ name, ...rest }: ComponentProps<typeof ActionIcon<'button'>> & { name: string }) => (
  <ActionIcon aria-label={`Actions for ${isolate(name)}`} {...rest}>
    <IconDots size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

function ItemMenu(props: { item: MovedItem; week: Week; steps: Steps }) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyItemMenu {...props} Button={MenuButton} />
      ) : (
        <MenuButton name={props.item.title} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

type Order = Pick<ReturnType<typeof useReorder>, 'ids' | 'moveTo'>

const stepsOf = ({ ids, moveTo }: Order, id: string): Steps => {
  const at = ids.indexOf(id)
  return { isFirst: at === 0, isLast: at === ids.length - 1, onUp: () => moveTo(id, at - 1), onDown: () => moveTo(id, at + 1) }
}

/** “after Q&A”, or “first”. */
const formatPlace = (names: ReadonlyMap<string, string>, id: string, ids: readonly string[]): string => {
  const before = ids[ids.indexOf(id) - 1]
  return before === undefined ? 'first' : `after ${names.get(before) ?? ''}`
}

type ItemsProps = { week: Week; items: readonly WeekItem[]; renderRow: (item: WeekItem, place: ItemPlace) => ReactNode }

/** The items of a week, which staff put in order. */
export function OrderedItems({ week, items, renderRow }: ItemsProps) {
  const stored = items.map(({ id }) => id)
  const names = new Map(items.map(({ id, title }) => [id, title]))
  const save = useSaveOrder({ courseId: week.courseId, week })
  const { openRegisters = [] } = useQuery(courseCountsQuery({ params: { id: week.courseId } })).data ?? {}
  const place = (id: string, ids: readonly string[]): string => `${ids.indexOf(id) + 1} of ${ids.length}`
  const order = useReorder({
    ids: stored,
    onDrop: (ids, id) => save(ids, stored, id),
    speak: {
      lifted: (id, ids) => `${names.get(id) ?? ''}, lifted, ${place(id, ids)}. Up and Down move, Space drops, Escape cancels.`,
      moved: (id, ids) => `${names.get(id) ?? ''}, ${place(id, ids)}, ${formatPlace(names, id, ids)}.`,
      dropped: (id, ids) => `Dropped at ${place(id, ids)}. Order saved.`,
    },
  })
  const byId = new Map(items.map((item) => [item.id, item]))
  return (
    <>
      <Rows label={week.title}>
        {order.ids.flatMap((id) => {
          const item = byId.get(id)
          if (!item) return []
          const isLifted = order.liftedId === id
          const fact = isLifted
            ? `${place(id, order.ids)}, was ${stored.indexOf(id) + 1}`
            : showFigures(item, { courseId: week.courseId, weekId: week.id, openRegisters })
          return renderRow(item, {
            handle: <Handle name={item.title} {...order.handleProps(id)} />,
            controls: <ItemMenu item={{ id, title: item.title, position: stored.indexOf(id) }} week={week} steps={stepsOf(order, id)} />,
            isLifted,
            ...(fact !== undefined && { fact, factTone: 'quiet' as const }),
          })
        })}
      </Rows>
      <Spoken>{order.spoken}</Spoken>
    </>
  )
}

/** The weeks of a course, which staff put in order. */
export function useWeekOrder(courseId: string, weeks: readonly PlannedWeek[]) {
  const stored = weeks.map(({ week }) => week.id)
  const byId = new Map(weeks.map((planned) => [planned.week.id, planned]))
  const names = new Map(weeks.map(({ week }) => [week.id, week.title]))
  const save = useSaveOrder({ courseId })
  const order = useReorder({
    ids: stored,
    onDrop: (ids, id) => save(ids, stored, id),
    speak: {
      lifted: (id, ids) => `Week ${ids.indexOf(id) + 1}, ${names.get(id) ?? ''}, lifted, ${ids.indexOf(id) + 1} of ${ids.length}.`,
      moved: (id, ids) => `Week ${ids.indexOf(id) + 1} of ${ids.length}, ${formatPlace(names, id, ids)}.`,
      dropped: (id, ids) => `Dropped. It is week ${ids.indexOf(id) + 1} now. Dates did not change.`,
    },
  })
  return {
    /** With the numbers that they get. */
    weeks: order.ids.flatMap((id, index) => {
      const planned = byId.get(id)
      return planned ? [{ ...planned, week: { ...planned.week, number: index + 1 } }] : []
    }),
    liftedId: order.liftedId,
    steps: (id: string) => stepsOf(order, id),
    handle: (week: Week) => <Handle name={week.title} {...order.handleProps(week.id)} />,
    spoken: <Spoken>{order.spoken}</Spoken>,
  }
}
