/** A course as staff see it: its weeks, and the tools to build it. Only loaded for staff. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { startTransition, Suspense, useState } from 'react'
import { useCan } from '#lib/session.ts'
import { CourseMenu, PublishCourse } from './course-actions.tsx'
import { AddWeek, type CoursePlan, DeletedWeeks, DeleteWeek, WeekMenu } from '#features/weeks/index.ts'
import { JoinLinkCard } from '#features/join-links/index.ts'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { CoursePage, type CourseParts, CourseWeeks, GradebookLink } from './course-page.tsx'
import { Roster } from './roster.tsx'
import { submissionsIn } from './use-course.tsx'

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

type Parts = CourseParts & { nextStep: NextStep }

function Actions({ view, course, nextStep }: Parts) {
  const may = useCan()
  const isPhone = useIsPhone()
  const isNext = nextStep?.kind === 'publish'
  return (
    <>
      {may('course.publish', view.membership) && course.status === 'DRAFT' && !(isPhone && isNext) && (
        <PublishCourse course={course} isPrimary={isNext} />
      )}
      <CourseMenu course={course} />
    </>
  )
}

function Weeks({ view, plan, course, nextStep, onAdd }: Parts & { onAdd: () => void }) {
  const [leaving, setLeaving] = useState<Week | null>(null)
  if (plan.weeks.length === 0)
    return (
      <EmptyState title="No weeks yet" action={<AddWeekButton isPrimary onClick={onAdd} />}>
        A week holds videos, live sessions and assignments.
      </EmptyState>
    )
  return (
    <div>
      <CourseWeeks
        view={view}
        plan={plan}
        courseId={course.id}
        nextStepWeekId={nextStep?.kind === 'add-item' ? nextStep.weekId : undefined}
        renderMenu={(week) => <WeekMenu week={week} onDelete={() => setLeaving(week)} />}
      />
      <DeleteWeek week={leaving} submissions={leaving ? submissionsIn(view.rows, leaving) : 0} onClose={() => setLeaving(null)} />
    </div>
  )
}

export function StaffCourse(parts: CourseParts) {
  const { plan, course } = parts
  const may = useCan()
  const isPhone = useIsPhone()
  const [isAdding, setAdding] = useState(false)
  const nextStep = getNextStep(plan, course.status)
  // As a transition, the page stays until the form has loaded, and the dialog takes the focus when it opens.
  const add = (): void => startTransition(() => setAdding(true))
  const last = course.weeks?.at(-1)
  return (
    <>
      <CoursePage
        {...parts}
        actions={<Actions {...parts} nextStep={nextStep} />}
        sideBefore={
          <>
            {may('marks.read', course.membership) && <GradebookLink courseId={course.id} />}
            {may('course.publish', course.membership) && course.status !== 'ARCHIVED' && <JoinLinkCard courseId={course.id} />}
            {may('user.roster', course.membership) && <Roster course={course} />}
          </>
        }
      >
        <Weeks {...parts} nextStep={nextStep} onAdd={add} />
        <div>
          {plan.weeks.length > 0 && <AddWeekButton isPrimary={false} onClick={add} />}
          <DeletedWeeks courseId={course.id} />
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
