/** Edit week: its name and dates, its items, and deleting it. */

import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { type Seen, useEditForm } from '#lib/edit-form.ts'
import type { FieldErrors, FieldsForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { openPicks } from '#lib/quick-picks.ts'
import { serverNow } from '#lib/server-clock.ts'
import { describeDate, findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { DangerAction, DangerZone, FormPage, FormSection } from '#ui/form-page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { type ShownField, StaleEditChoice } from '#ui/stale-edit.tsx'
import { notify } from '#ui/toasts.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { useUpdateWeek } from './api.ts'
import { useWeek } from './use-week.tsx'
import { DeleteWeek } from './week-actions.tsx'
import { WeekItemRow, listWeekItems } from './week-item.tsx'

/** The fields of a week: title, position, first day, text, and visibility. */
type WeekValues = {
  title: string
  number: string
  startsOn: string
  description: string
  published: boolean
  /** As entered in the field, in the course's time zone. */
  unlockAt: string
}

const toWeekFormValues = (week: Week, zone: string): WeekValues => ({
  title: week.title,
  number: String(week.number),
  startsOn: week.startsOn ?? '',
  description: week.description,
  published: week.published,
  unlockAt: toLocalInput(week.unlockAt, zone),
})

/** Where it is and when it opens may have changed without an edit of it, with the other weeks and the zone of the course: sent only if changed here. */
const toWeekInput = (values: WeekValues, { values: seen, version }: Seen<WeekValues>, zone: string, week: Week) => ({
  title: values.title.trim(),
  startsOn: values.startsOn || null,
  description: values.description,
  published: values.published,
  ...(values.number !== seen.number && { number: Number(values.number) }),
  ...(values.unlockAt !== seen.unlockAt && { unlockAt: fromLocalInput(values.unlockAt, zone, week.unlockAt) }),
  version,
})

const checkWeek = ({ title, startsOn, unlockAt }: WeekValues): FieldErrors<keyof WeekValues> => ({
  ...(!title.trim() && { title: 'Enter a title' }),
  startsOn: findDateError(startsOn, 'date'),
  unlockAt: findDateError(unlockAt),
})

/** For two versions of a week. */
const shownFields: readonly ShownField<WeekValues>[] = [
  { name: 'title', label: 'Title', show: ({ title }) => title },
  { name: 'number', label: 'Position', show: ({ number }) => `Week ${number}` },
  { name: 'startsOn', label: 'First day', show: ({ startsOn }) => describeDate(startsOn) },
  { name: 'description', label: 'What this week is about', show: ({ description }) => description, isRichText: true },
  { name: 'published', label: 'What students see', show: ({ published }) => (published ? 'Published' : 'Not published') },
  { name: 'unlockAt', label: 'Opens', show: ({ unlockAt }) => describeDate(unlockAt) },
]

type Props = { form: FieldsForm<WeekValues>; course: Course }

const toPlaceOptions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: `Week ${index + 1} of ${count}` }))

function WeekFields({ form: { values, set, error, field, inputProps: text }, course }: Props) {
  const { weekCount, timeZone: zone, weeks = [] } = course
  const now = toLocalInput(new Date(serverNow()).toISOString(), zone)
  return (
    <>
      <FormSection>
        <TextInput label="Title" autoComplete="off" {...text('title')} />
        {weekCount > 1 && (
          <Select
            id="number"
            label="Position"
            description="The other weeks move up or down."
            data={toPlaceOptions(weekCount)}
            value={values.number}
            error={error('number')}
            allowDeselect={false}
            onChange={(number) => number && set('number', number)}
          />
        )}
        <DateTimeField kind="date" label="First day" zone={zone} weeks={weeks} {...field('startsOn')} />
        <RichTextEditor label="What this week is about" {...field('description')} />
      </FormSection>
      <FormSection title="Students">
        <RadioCards
          id="published"
          label="What students see"
          value={values.published ? 'yes' : 'no'}
          error={error('published')}
          onChange={(choice) => set('published', choice === 'yes')}
          choices={[
            { value: 'yes', label: 'Published', help: 'Students open the week, or see when it opens.' },
            { value: 'no', label: 'Not published', help: 'Students see only its title and date.' },
          ]}
        />
        {values.published && (
          <DateTimeField
            label="Opens"
            placeholder="Leave empty to open now"
            zone={zone}
            hasZone
            weeks={weeks}
            picks={openPicks(weeks, { from: values.startsOn, now })}
            {...field('unlockAt')}
          />
        )}
      </FormSection>
    </>
  )
}

export function WeekEditScreen() {
  const { course, week } = useWeek()
  return <WeekEdit course={course} week={week} />
}

function useWeekForm(week: Week, zone: string) {
  const form = useEditForm({
    draft: `week:${week.id}`,
    record: week,
    toValues: (stored: Week) => toWeekFormValues(stored, zone),
    check: checkWeek,
  })
  // Also if the page was left before the response.
  const { mutate, isPending } = useUpdateWeek({ onSaved: (saved) => void form.saved(saved) })
  const send = (sent: WeekValues, seen: Seen<WeekValues>): void =>
    mutate(
      { params: { courseId: week.courseId, weekId: week.id }, body: toWeekInput(sent, seen, zone, week) },
      { onSuccess: (saved) => void notify.success(`Week ${saved.number} is saved`), onError: form.fail },
    )
  return { form, send, isPending }
}

function WeekEdit({ course, week }: { course: Course; week: Week }) {
  const zone = course.timeZone
  const { form, send, isPending } = useWeekForm(week, zone)
  const { stale } = form
  return (
    <PageOfCourse course={course} tab="weeks" title={`Edit week ${week.number}`} weekId={week.id} kind="reading">
      {stale ? (
        <StaleEditChoice key={stale.version} stale={stale} what="week" fields={shownFields} />
      ) : (
        <>
          <FormPage
            form={form}
            onSubmit={form.submit(send)}
            submitLabel="Save changes"
            isPending={isPending}
            hasActions={form.isChanged}
            isSticky
            state={form.changes === 1 ? '1 change' : `${form.changes} changes`}
          >
            <WeekFields form={form} course={course} />
          </FormPage>
          <WeekContents week={week} />
          <WeekEnd week={week} />
        </>
      )}
    </PageOfCourse>
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
        <p>Nothing yet. Videos, live sessions and assignments appear here in the order in which they were added.</p>
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
  const [isConfirming, setConfirming] = useState(false)
  return (
    <DangerZone>
      <DangerAction
        title="Delete this week"
        text="Its videos, sessions and assignments are deleted with it. You can restore it for 30 days."
        action={
          <Button variant="default" c="var(--c-bad)" onClick={() => setConfirming(true)}>
            Delete week {week.number}
          </Button>
        }
      />
      <DeleteWeek
        week={isConfirming ? week : null}
        onClose={() => setConfirming(false)}
        onDeleted={() => void navigate(paths.course.to({ courseId: week.courseId }))}
      />
    </DangerZone>
  )
}
