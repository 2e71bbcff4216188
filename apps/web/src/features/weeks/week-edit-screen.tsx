/** Edit week: what it says of itself, what stands in it, and its end. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { courseAssignmentsQuery } from '#features/assignments/api.ts'
import { DeleteWeek } from './delete-week.tsx'
import { useUpdateWeek } from './api.ts'
import { checkWeek, toWeekFormValues, toWeekInput, WeekFields, type WeekValues } from './week-form.tsx'
import { WeekItemRow } from './week-item-row.tsx'
import { listWeekItems } from './week-item.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { DangerAction, DangerZone } from '#ui/danger-zone.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { Page } from '#ui/page.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { useWeek, useWeekCrumbs } from './use-week.ts'
import { WeekProblem } from './week-problem.tsx'

export function WeekEditScreen() {
  const { course, week, ...rest } = useWeek()
  const email = useSession((session) => session.user?.email)
  const may = useCan()
  if (!course || !week) return <WeekProblem {...rest} />
  if (!may('week.write', course.membership)) return <NoAccess email={email} help="Trainers edit the courses that they teach." />
  return <WeekEdit course={course} week={week} />
}

function WeekEdit({ course, week }: { course: Course; week: Week }) {
  const zone = course.timeZone
  const crumbs = useWeekCrumbs(course, week, 'Edit')
  const form = useForm<WeekValues>({ draft: `week:${week.id}`, initial: toWeekFormValues(week, zone), check: checkWeek(zone) })
  const update = useUpdateWeek()
  const send = (values: WeekValues): void =>
    update.mutate(
      { params: { courseId: course.id, weekId: week.id }, body: toWeekInput(values, zone) },
      {
        onSuccess: (saved) => {
          form.saved(values, toWeekFormValues(saved, zone))
          notify.success(`Week ${saved.number} is saved`)
        },
        onError: form.fail,
      },
    )
  return (
    <Page title={`Edit week ${week.number}`} kind="reading" crumbs={crumbs}>
      <FormPage
        form={form}
        onSubmit={form.submit(send)}
        submitLabel="Save changes"
        isPending={update.isPending}
        hasActions={form.isChanged}
        isSticky
        state={form.changes === 1 ? '1 change' : `${form.changes} changes`}
      >
        <WeekFields form={form} weekCount={course.weekCount} zone={zone} />
      </FormPage>
      <WeekContents week={week} />
      <WeekEnd week={week} />
    </Page>
  )
}

function WeekContents({ week }: { week: Week }) {
  const { courseId, id: weekId } = week
  const items = listWeekItems(week)
  const links = (
    <span style={{ display: 'flex', gap: 8 }}>
      <Button variant="default" size="sm" component={Link} to={paths.mediaNew.to({ courseId, weekId })}>
        Add media
      </Button>
      <Button variant="default" size="sm" component={Link} to={paths.assignmentNew.to({ courseId, weekId })}>
        Add assignment
      </Button>
    </span>
  )
  const addressOf = (id: string, kind: string): string =>
    kind === 'ASSIGNMENT'
      ? paths.assignment.to({ courseId, weekId, assignmentId: id })
      : paths.mediaEdit.to({ courseId, weekId, mediaId: id })
  return (
    <Section title="In this week" count={items.length} action={links}>
      {items.length === 0 ? (
        <p>Nothing yet. Videos, live sessions and assignments stand here in the order in which they were added.</p>
      ) : (
        <Rows>
          {items.map((item) => (
            <WeekItemRow key={item.id} item={item} now={serverNow()} to={addressOf(item.id, item.kind)} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function WeekEnd({ week }: { week: Week }) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { data } = useQuery({ ...courseAssignmentsQuery({ params: { courseId: week.courseId }, query: { limit: 100 } }), enabled: isAsked })
  const submissions =
    data?.items.filter(({ weekId }) => weekId === week.id).reduce((sum, { counts }) => sum + (counts?.submitted ?? 0), 0) ?? 0
  return (
    <DangerZone>
      <DangerAction
        title="Delete this week"
        text="Its videos, sessions and assignments are deleted with it. You can restore it for 30 days."
        action={
          <Button variant="default" c="var(--c-bad)" onClick={() => setAsked(true)}>
            Delete week {week.number}
          </Button>
        }
      />
      <DeleteWeek
        week={isAsked ? week : null}
        submissions={submissions}
        onClose={() => setAsked(false)}
        onDeleted={() => void navigate(paths.course.to({ courseId: week.courseId }))}
      />
    </DangerZone>
  )
}
