/** The course form: its values, their conversion for the API, and its fields. */

import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Course } from '@lms/contract/courses'
import { readWholeNumber } from '@lms/contract/rules/number-text'
import type { FieldErrors, FieldsForm } from '#lib/form.ts'
import { formatClock } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { findDateError } from '#lib/typed-date.ts'
import { formatZone, addDays, fromLocalInput, getToday, isDateValue } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { IconMovie, IconVideo } from '#ui/icons.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import classes from './course-form.module.css'

type FieldsProps = { form: FieldsForm<CourseValues> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export const modes = [
  { value: 'RECORDED', label: 'Recorded', help: 'Videos that students watch in their own time.', icon: <IconMovie {...icon} /> },
  { value: 'LIVE', label: 'Live', help: 'Live sessions at set times. Recordings can be added.', icon: <IconVideo {...icon} /> },
] as const

export function CourseBasics({ form: { values, set, field, inputProps: text } }: FieldsProps) {
  return (
    <FormSection>
      <TextInput name="title" label="Title" autoComplete="off" {...text('title')} />
      <RichTextEditor label="Summary" help="What students learn, and who it is for. Everybody can read it." {...field('description')} />
      <RadioCards label="How it is taught" columns={2} choices={modes} {...field('mode')} />
      <Checkbox
        label="Count a video as watched only when 90 % of it was played"
        description="If off, students can also mark videos as watched. Staff see how each was marked."
        checked={values.requireVideo}
        onChange={(event) => set('requireVideo', event.currentTarget.checked)}
      />
    </FormSection>
  )
}

/** What noon of one zone is in the other, today or half a year later; null if their clocks agree. */
function noonElsewhere(before: string, after: string): string | null {
  const today = getToday(before, serverNow())
  const noons = [today, addDays(today, 182)].map((day) => formatClock(fromLocalInput(`${day}T12:00`, before)!, after))
  return noons.find((noon) => noon !== '12:00') ?? null
}

const timesChoices = (noon: string) =>
  [
    {
      value: 'CLOCK',
      label: 'Keep the times on the clock',
      help: '12:00 stays 12:00, in the new time zone. People in the course get an email about moved live sessions. What has started or passed stays.',
    },
    { value: 'MOMENTS', label: 'Keep the moments', help: `Everything happens when it was planned: 12:00 becomes ${noon}.` },
  ] as const

/** `before`: the course as it is stored. */
export function CourseDates({ form: { values, field }, before }: FieldsProps & { before: Course }) {
  const noon = noonElsewhere(before.timeZone, values.timeZone)
  const calendar = { zone: values.timeZone, weeks: before.weeks ?? [] }
  return (
    <FormSection title="Dates" aside={formatZone(values.timeZone)}>
      <div className={classes.two}>
        <DateTimeField kind="date" label="First day" {...calendar} {...field('startsOn')} />
        <DateTimeField
          kind="date"
          label="Last day"
          {...calendar}
          first={isDateValue(values.startsOn) ? { day: values.startsOn, reason: 'before the first day' } : undefined}
          {...field('endsOn')}
        />
      </div>
      <TimeZoneField help="Used for due dates and sessions." {...field('timeZone')} />
      {noon && <RadioCards label="Week openings, live sessions and due dates" choices={timesChoices(noon)} {...field('keepTimes')} />}
    </FormSection>
  )
}

export const enrolments = [
  { value: 'OPEN', label: 'Open', help: 'Every student can enrol.' },
  {
    value: 'FORM',
    label: 'Sign-up form',
    help: 'Students answer questions. They are enrolled at once, or after staff have read the answers.',
  },
  { value: 'INVITE', label: 'By invitation', help: 'Only admins add students.' },
] as const

const waitingChoices = [
  { value: 'KEEP', label: 'Keep them waiting', help: 'Staff can still approve or decline them.' },
  { value: 'ENROL', label: 'Enrol them', help: 'The waiting list first, while seats are free. They get an email.' },
  { value: 'DECLINE', label: 'Decline them', help: 'They get an email.' },
] as const

/** `before`: the course as it is stored. */
export function CourseAccess({
  form: { values, field, inputProps: text },
  before,
  trainers,
}: FieldsProps & { before: Course; trainers: ReactNode }) {
  const waiting = before.enrolment === values.enrolment ? 0 : (before.signUps?.waiting ?? 0)
  const may = useCan()
  const mayUseForm = may('form.write') || before.enrolment === 'FORM'
  return (
    <FormSection title="People">
      {trainers}
      <RadioCards
        label="Who can enrol"
        choices={enrolments.filter(({ value }) => value !== 'FORM' || mayUseForm)}
        {...(!mayUseForm && { help: 'Students can also enrol with a sign-up form. Ask an admin to write one.' })}
        {...field('enrolment')}
      />
      {waiting > 0 && (
        <RadioCards
          label={`${pluralize(waiting, 'person waits', 'people wait')} for an answer or a seat`}
          choices={waitingChoices}
          {...field('waiting')}
        />
      )}
      <div className={classes.number}>
        <TextInput label="Seats" description="Leave empty for no limit." inputMode="numeric" autoComplete="off" {...text('seats')} />
      </div>
    </FormSection>
  )
}

export const statuses = [
  { value: 'DRAFT', label: 'Draft', help: 'Only staff see it. Publish it from its page when it is ready.' },
  { value: 'PUBLISHED', label: 'Published', help: 'Students find it in the list of courses.' },
  { value: 'ARCHIVED', label: 'Archived', help: 'Nobody can enrol, submit or post. Members can still read it.' },
] as const

export function CourseStatusChoice({ form: { field } }: FieldsProps) {
  return (
    <FormSection>
      <RadioCards label="Status" choices={statuses} {...field('status')} />
    </FormSection>
  )
}

export type CourseValues = {
  title: string
  description: string
  mode: Course['mode']
  startsOn: string
  endsOn: string
  timeZone: string
  coverImage: string | null
  trainerIds: string[]
  enrolment: Course['enrolment']
  /** As typed; empty for no limit. */
  seats: string
  status: Course['status']
  requireVideo: boolean
  /** What happens to those who wait if `enrolment` changes. */
  waiting: 'KEEP' | 'ENROL' | 'DECLINE'
  /** What stays the same of its times if `timeZone` changes. */
  keepTimes: 'CLOCK' | 'MOMENTS'
}

export const toCourseFormValues = (course: Course): CourseValues => ({
  title: course.title,
  description: course.description,
  mode: course.mode,
  startsOn: course.startsOn ?? '',
  endsOn: course.endsOn ?? '',
  timeZone: course.timeZone,
  coverImage: course.coverImage,
  trainerIds: course.trainers.map(({ id }) => id),
  enrolment: course.enrolment,
  seats: course.seats === null ? '' : String(course.seats),
  status: course.status,
  requireVideo: course.requireVideo,
  waiting: 'KEEP',
  keepTimes: 'CLOCK',
})

/** Of what is typed. */
export const checkSeats = (seats: string): string | undefined =>
  seats.trim() && readWholeNumber(seats, 1, 100_000) === null ? 'Enter a number of seats from 1 to 100000, or leave it empty' : undefined

export function checkCourse({ title, startsOn, endsOn, seats }: CourseValues): FieldErrors<keyof CourseValues> {
  return {
    ...(!title.trim() && { title: 'Enter a title' }),
    startsOn: findDateError(startsOn, 'date'),
    endsOn:
      findDateError(endsOn, 'date') ??
      (isDateValue(startsOn) && endsOn && endsOn < startsOn ? 'Choose an end that is not before the start' : undefined),
    seats: checkSeats(seats),
  }
}

/** The fields that creating and changing share. */
export function toCreateCourseInput(values: Omit<CourseValues, 'waiting' | 'keepTimes'>) {
  const { title, description, mode, startsOn, endsOn, timeZone, coverImage, trainerIds, enrolment, seats, status, requireVideo } = values
  return {
    title: title.trim(),
    description,
    mode,
    startsOn: startsOn || null,
    endsOn: endsOn || null,
    timeZone,
    coverImage,
    trainerIds,
    enrolment,
    seats: seats.trim() ? Number(seats) : null,
    status,
    requireVideo,
  }
}
