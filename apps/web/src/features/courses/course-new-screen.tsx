/** New course: one page with a preview, then the course itself. */

import { Box, Checkbox, Flex, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Form, useForm } from '#lib/form.ts'
import { formatDay } from '#lib/format-date.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { UnsavedChangesGuard } from '#ui/dialog.tsx'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { FormWithAside } from '#ui/form-with-aside.tsx'
import { IconChevronDown } from '#ui/icons.ts'
import { Page, useAutoFocus } from '#ui/page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { ImageField } from '#features/files/image-field.tsx'
import { TrainersField } from '#features/users/people-field.tsx'
import { useCreateCourse } from './api.ts'
import { CourseCover } from './course-cover.tsx'
import { modes } from './course-form.tsx'
import { CoursePreview, SmallPreview } from './course-preview.tsx'
import { checkNewCourse, findLastDay, newCourse, type NewCourse, toNewCourseInput } from './new-course.ts'
import { WeekCountField } from './week-count-field.tsx'
import classes from './course-new.module.css'

type FieldsProps = { form: Form<NewCourse> }

function Weeks({ form: { values, field } }: FieldsProps) {
  const lastDay = findLastDay(values)
  const isPhone = useIsPhone()
  const isUndated = values.startsOn === ''
  return (
    <Flex wrap="wrap" gap="8px 16px">
      <Box w={isPhone ? '100%' : 200}>
        <DateTimeField kind="date" label="First day" zone={values.timeZone} {...field('startsOn')} />
      </Box>
      <WeekCountField {...field('weekCount')} />
      <Text variant="meta" role="status" w="100%">
        {lastDay && `Last day ${formatDay(lastDay, 'UTC')}. Weeks can be added and moved later.`}
        {isUndated && 'Weeks get no dates. They can be added later.'}
      </Text>
    </Flex>
  )
}

const statuses = [
  { value: 'DRAFT', label: 'Draft', help: 'Only staff see it. Publish it when it is ready.' },
  { value: 'PUBLISHED', label: 'Published', help: 'Students see it and can enrol now.' },
] as const

/** Who can enrol. Only admins write sign-up forms and add students. */
function Enrolment({ form: { field } }: FieldsProps) {
  const may = useCan()
  const isAdmin = may('form.write')
  const choices = [
    { value: 'OPEN', label: 'Open', help: 'Any student.' },
    { value: 'FORM', label: 'Sign-up form', help: 'You approve people.' },
    { value: 'INVITE', label: 'By invitation', help: isAdmin ? 'You add students.' : 'Admins add students.' },
  ] as const
  return (
    <Stack gap={6}>
      <RadioCards
        label="Who can enrol"
        columns={isAdmin ? 3 : 2}
        choices={isAdmin ? choices : choices.filter(({ value }) => value !== 'FORM')}
        {...field('enrolment')}
      />
      <Text variant="meta">
        {!isAdmin && 'Students can also enrol with a sign-up form. Ask an admin to write one. '}
        Every course also has a join link that you can share.
      </Text>
    </Stack>
  )
}

function MoreOptions({ form: { values, set, field, error, inputProps: text } }: FieldsProps) {
  /** The first day stays today. */
  const changeZone = (zone: string): void => {
    const now = serverNow()
    if (values.startsOn === getToday(values.timeZone, now)) set('startsOn', getToday(zone, now))
    set('timeZone', zone)
  }
  return (
    <details className={classes.more}>
      <summary>
        <span>
          <Text span variant="label" display="block">
            More options
          </Text>
          <Text span variant="meta">
            Description, cover, seats, time zone
          </Text>
        </span>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </summary>
      <Stack gap={16} p="8px 0 20px">
        <RichTextEditor
          label="Description"
          help="What students learn, and who it is for. The first sentence is shown in the list of courses."
          {...field('description')}
        />
        <ImageField
          id="coverImage"
          label="Cover"
          help="A picture for the list of courses. Without one, the course gets a cover in its own colour."
          hasImage={values.coverImage !== null}
          unsaved={values.coverImage}
          longest={1280}
          error={error('coverImage')}
          renderPreview={(chosen) => <CourseCover id="new" title={values.title || 'Course'} src={chosen} width={60} height={74} />}
          onChange={(key) => set('coverImage', key)}
        />
        <TextInput label="Seats" description="Leave empty for no limit." inputMode="numeric" autoComplete="off" {...text('seats')} />
        <TimeZoneField help="Used for due dates and sessions." {...field('timeZone')} onChange={changeZone} />
        <Checkbox
          label="Count a video as watched only when 90 % of it was played"
          description="If off, students can also mark videos as watched. Staff see how each was marked."
          checked={values.requireVideo}
          onChange={(event) => set('requireVideo', event.currentTarget.checked)}
        />
      </Stack>
    </details>
  )
}

function useNewCourse() {
  const navigate = useNavigate()
  const [initial] = useState(newCourse)
  const form = useForm<NewCourse>({ draft: 'course:new', initial, check: checkNewCourse })
  const create = useCreateCourse({ onSaved: () => void form.saved() })
  const send = (values: NewCourse): void =>
    create.mutate(
      { body: toNewCourseInput(values) },
      {
        onSuccess: (course) => {
          notify.success(course.status === 'PUBLISHED' ? 'Course created and published' : 'Course created')
          void navigate(paths.course.to({ courseId: course.id }))
        },
        onError: form.fail,
      },
    )
  // Until its page is there, this one waits.
  return { form, send, isPending: create.isPending || create.isSuccess }
}

export function CourseNewScreen() {
  const root = useCoursesBreadcrumb()
  const may = useCan()
  const isPhone = useIsPhone()
  const { form, send, isPending } = useNewCourse()
  const { values, set, field, error, inputProps: text } = form
  useAutoFocus('title')
  const action = values.status === 'PUBLISHED' ? 'Create and publish course' : 'Create course'
  const props = { form, onSubmit: form.submit(send), submitLabel: isPending ? 'Creating course' : action, isPending }
  const fields = (
    <>
      <FormSection>
        <TextInput label="Title" autoComplete="off" {...text('title')} />
        <Weeks form={form} />
        <RadioCards label="How it is taught" columns={2} choices={modes} {...field('mode')} />
        {may('user.list') && (
          <TrainersField value={values.trainerIds} error={error('trainerIds')} onChange={(ids) => set('trainerIds', ids)} />
        )}
        <Enrolment form={form} />
        <RadioCards label="Visibility" columns={2} choices={statuses} {...field('status')} />
      </FormSection>
      <MoreOptions form={form} />
    </>
  )
  return (
    <Page title="New course" crumbs={[root, { label: 'New course' }]}>
      {isPhone ? (
        <FormPage {...props} state={<SmallPreview values={values} />}>
          {fields}
        </FormPage>
      ) : (
        <FormWithAside {...props} renderAside={(button) => <CoursePreview values={values} button={button} />}>
          {fields}
        </FormWithAside>
      )}
      <UnsavedChangesGuard
        isActive={values.title.trim() !== '' && !isPending}
        isStored
        title="Leave without creating the course?"
        text="What you typed is discarded."
        stay="Keep editing"
        leave="Discard"
        onLeave={() => form.discard()}
      />
    </Page>
  )
}
