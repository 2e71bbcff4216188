/** A course as staff see it: its weeks, and the tools to build it. Only loaded for staff. */

import { Button, ActionIcon } from '@mantine/core'
import { startTransition, Suspense, useState, lazy, type ComponentProps } from 'react'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { useCan, useCanIn } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconPlus, IconDots } from '#ui/icons.ts'
import { TopBarAction } from '#ui/page.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { JoinLinkCard } from '#features/join-links/join-link-card.tsx'
import { AddToWeek, useAddKey } from '#features/weeks/add-to-week.tsx'
import { OrderedItems, useWeekOrder } from '#features/weeks/order.tsx'
import { AddWeek, DeletedWeeks, DeleteWeek, WeekMenu } from '#features/weeks/week-actions.tsx'
import { type CoursePlan } from '#features/weeks/week-plan.ts'
import { CoursePage, type CourseParts } from './course-page.tsx'
import { CourseWeeks } from './course-weeks.tsx'
import { StartCard, type StartSteps, useStartSteps } from './start-card.tsx'
import { useChangeCourseStatus } from './use-course.tsx'

type PublishProps = { course: Course; isPrimary: boolean; isFull?: boolean }

/** For drafts. */
function PublishCourse({ course, isPrimary, isFull = false }: PublishProps) {
  const { change, isPending } = useChangeCourseStatus(course)
  return (
    <Button {...(!isPrimary && { variant: 'default' })} fullWidth={isFull} loading={isPending} onClick={() => change('PUBLISHED')}>
      Publish course
    </Button>
  )
}

const loadMenu = () => import('./course-menu.tsx')
const LazyCourseMenu = lazy(async () => ({ default: (await loadMenu()).CourseMenu }))

/** The button of CourseMenu: the same one before and after its menu is loaded. */
const MenuButton = (props: ComponentProps<typeof ActionIcon<'button'>>) => (
  <ActionIcon {...(!useIsPhone() && { variant: 'default' })} size="var(--h-md)" flex="none" aria-label="Course actions" {...props}>
    <IconDots size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

/** The other actions of a course, loaded on demand. */
function CourseMenu({ course, start }: { course: Course; start: StartSteps | null }) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyCourseMenu course={course} Button={MenuButton} {...(start?.isHidden && { onShowSteps: () => start.hide(false) })} />
      ) : (
        <MenuButton aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

/** The next step for staff, shown as the page's primary button. Null if there is nothing left to set up. */
type NextStep = { kind: 'add-week' } | { kind: 'add-item'; weekId: string } | { kind: 'publish' } | null

function getNextStep({ weeks, nowNumber }: CoursePlan, status: Course['status']): NextStep {
  const first = weeks.find(({ week }) => week.number === nowNumber) ?? weeks[0]
  if (!first) return { kind: 'add-week' }
  if (weeks.every(({ week }) => week.media.length + week.assignments.length === 0)) return { kind: 'add-item', weekId: first.week.id }
  return status === 'DRAFT' ? { kind: 'publish' } : null
}

const AddWeekButton = ({ onClick, isPrimary }: { onClick: () => void; isPrimary: boolean }) => (
  <Button {...(!isPrimary && { variant: 'default' })} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
    Add week
  </Button>
)

type Parts = CourseParts & { nextStep: NextStep; start: StartSteps | null }

function Actions({ view, course, nextStep, start }: Parts) {
  const may = useCan()
  const isPhone = useIsPhone()
  const isNext = nextStep?.kind === 'publish'
  return (
    <>
      {may('course.publish', view.membership) && course.status === 'DRAFT' && !(isPhone && isNext) && (
        <PublishCourse course={course} isPrimary={isNext} />
      )}
      {isPhone ? (
        <TopBarAction>
          <CourseMenu course={course} start={start} />
        </TopBarAction>
      ) : (
        <CourseMenu course={course} start={start} />
      )}
    </>
  )
}

function Weeks({ view, plan, course, nextStep, onAdd }: Omit<Parts, 'start'> & { onAdd: () => void }) {
  const [leaving, setLeaving] = useState<Week | null>(null)
  const mayChange = useCanIn()('week.write', course)
  const order = useWeekOrder(course.id, plan.weeks)
  useAddKey()
  if (plan.weeks.length === 0)
    return (
      <EmptyState title="No weeks yet" action={mayChange && <AddWeekButton isPrimary onClick={onAdd} />}>
        A week holds videos, live sessions and assignments.
      </EmptyState>
    )
  return (
    <div>
      <CourseWeeks
        view={view}
        plan={{ ...plan, weeks: order.weeks }}
        courseId={course.id}
        nextStepWeekId={nextStep?.kind === 'add-item' ? nextStep.weekId : undefined}
        order={mayChange ? { ...order, Items: OrderedItems, Add: AddToWeek } : undefined}
        renderMenu={(week) => mayChange && <WeekMenu week={week} steps={order.steps(week.id)} onDelete={() => setLeaving(week)} />}
      />
      {order.spoken}
      <DeleteWeek week={leaving} onClose={() => setLeaving(null)} />
    </div>
  )
}

function Side({ course, start }: { course: Course; start: StartSteps | null }) {
  const may = useCan()
  return (
    <>
      {useIsWide() && <StartCard start={start} />}
      {may('course.publish', course.membership) && course.status !== 'ARCHIVED' && <JoinLinkCard courseId={course.id} />}
    </>
  )
}

export function StaffCourse(parts: CourseParts) {
  const { plan, course } = parts
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useCanIn()('week.write', course)
  const nextStep = mayAdd ? getNextStep(plan, course.status) : null
  const start = useStartSteps(course, plan, mayAdd)
  // As a transition, the page stays until the form has loaded, and the dialog takes the focus when it opens.
  const add = (): void => startTransition(() => setAdding(true))
  const last = course.weeks?.at(-1)
  return (
    <>
      <CoursePage
        {...parts}
        actions={<Actions {...parts} nextStep={nextStep} start={start} />}
        sideEnd={<Side course={course} start={start} />}
      >
        {!isWide && <StartCard start={start} />}
        <Weeks {...parts} nextStep={nextStep} onAdd={add} />
        <div>
          {mayAdd && plan.weeks.length > 0 && <AddWeekButton isPrimary={false} onClick={add} />}
          {mayAdd && <DeletedWeeks courseId={course.id} />}
        </div>
      </CoursePage>
      {isPhone && nextStep?.kind === 'publish' && (
        <BottomDock>
          <PublishCourse course={course} isPrimary isFull />
        </BottomDock>
      )}
      <Suspense>
        {isAdding && (
          <AddWeek
            courseId={course.id}
            number={(last?.number ?? 0) + 1}
            lastStartsOn={last?.startsOn ?? null}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
