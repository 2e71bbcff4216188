/** The fields of a course: what it is, when it runs, who teaches, who may come. */
import { Checkbox, TextInput } from '@mantine/core'
import { IconMovie, IconVideo } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Form } from '#lib/form.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import classes from './course-form.module.css'
import { type CourseValues, weeksBetween } from './course-values.ts'

type FieldsProps = { form: Form<CourseValues> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const modes = [
  { value: 'RECORDED', label: 'Recorded', help: 'Videos that students watch when they like.', icon: <IconMovie {...icon} /> },
  { value: 'LIVE', label: 'Live', help: 'Sessions at set times. Recordings can be added.', icon: <IconVideo {...icon} /> },
] as const

export function CourseBasics({ form: { values, set, fault } }: FieldsProps) {
  return (
    <FormSection>
      <TextInput
        id="title"
        name="title"
        label="Title"
        autoComplete="off"
        value={values.title}
        error={fault('title')}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <RichTextEditor
        id="description"
        label="Summary"
        help="What students learn, and who it is for. Everybody can read it."
        value={values.description}
        error={fault('description')}
        onChange={(html) => set('description', html)}
      />
      <ChoiceCards
        id="mode"
        label="How it is taught"
        columns={2}
        choices={modes}
        value={values.mode}
        error={fault('mode')}
        onChange={(mode) => set('mode', mode)}
      />
      <Checkbox
        label="Count a video as watched only when 90 % of it was played"
        description="Otherwise students may also mark videos as watched themselves. Staff see which it was."
        checked={values.requireVideo}
        onChange={(event) => set('requireVideo', event.currentTarget.checked)}
      />
    </FormSection>
  )
}

/** `hasWeeks` asks how many weeks to make, which only a new course does. */
export function CourseDates({ form: { values, set, fault }, hasWeeks }: FieldsProps & { hasWeeks: boolean }) {
  const fitting = weeksBetween(values.startsOn, values.endsOn)
  return (
    <FormSection title="Dates">
      <div className={classes.two}>
        <DateTimeField
          kind="date"
          id="startsOn"
          label="First day"
          value={values.startsOn}
          error={fault('startsOn')}
          onChange={(day) => set('startsOn', day)}
        />
        <DateTimeField
          kind="date"
          id="endsOn"
          label="Last day"
          value={values.endsOn}
          error={fault('endsOn')}
          {...(values.startsOn && { min: values.startsOn })}
          onChange={(day) => set('endsOn', day)}
        />
      </div>
      <TimeZoneField
        id="timeZone"
        help="Due times and sessions are written in it."
        value={values.timeZone}
        error={fault('timeZone')}
        onChange={(zone) => set('timeZone', zone)}
      />
      {hasWeeks && (
        <div className={classes.number}>
          <TextInput
            id="weekCount"
            label="Number of weeks"
            description={
              values.startsOn ? 'Each is made empty and dated from the first day.' : 'Each is made empty. More can be added later.'
            }
            inputMode="numeric"
            autoComplete="off"
            value={values.weekCount}
            error={fault('weekCount')}
            onChange={(event) => set('weekCount', event.currentTarget.value)}
          />
          {fitting !== null && String(fitting) !== values.weekCount.trim() && (
            <p className={classes.hint}>
              {fitting} {fitting === 1 ? 'week fits' : 'weeks fit'} between these days.{' '}
              <button type="button" className={classes.take} onClick={() => set('weekCount', String(fitting))}>
                Use {fitting}
              </button>
            </p>
          )}
        </div>
      )}
    </FormSection>
  )
}

const enrolments = [
  { value: 'OPEN', label: 'Open', help: 'Every student can enrol.' },
  {
    value: 'FORM',
    label: 'Sign-up form',
    help: 'Students answer a form first. Forms cannot be written yet, so nobody can join until you choose another way.',
  },
  { value: 'INVITE', label: 'By invitation', help: 'Only staff add students.' },
] as const

export function CourseAccess({ form: { values, set, fault }, trainers }: FieldsProps & { trainers: ReactNode }) {
  return (
    <FormSection title="People">
      {trainers}
      <ChoiceCards
        id="enrolment"
        label="Who may enrol"
        choices={enrolments}
        value={values.enrolment}
        error={fault('enrolment')}
        onChange={(rule) => set('enrolment', rule)}
      />
      <div className={classes.number}>
        <TextInput
          id="seats"
          label="Seats"
          description="Empty for no limit."
          inputMode="numeric"
          autoComplete="off"
          value={values.seats}
          error={fault('seats')}
          onChange={(event) => set('seats', event.currentTarget.value)}
        />
      </div>
    </FormSection>
  )
}

const draft = { value: 'DRAFT', label: 'Draft', help: 'Only its staff see it.' } as const
const published = { value: 'PUBLISHED', label: 'Published', help: 'Everybody finds it in the list of courses.' } as const
const archived = { value: 'ARCHIVED', label: 'Archived', help: 'Nobody new can enrol. Members still read it.' } as const

/** A new course is a draft or published; later it can be archived too. */
export function CourseStatusChoice({ form: { values, set, fault }, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <FormSection>
      <ChoiceCards
        id="status"
        label="Status"
        choices={isNew ? [draft, { ...published, label: 'Publish now' }] : [draft, published, archived]}
        columns={isNew ? 2 : 1}
        value={values.status}
        error={fault('status')}
        onChange={(status) => set('status', status)}
      />
    </FormSection>
  )
}
