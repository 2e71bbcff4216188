/** The builder of a course's sign-up form: its questions at the left, one of them in the middle, and as the student sees it. */

import { Box, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isFormOpen } from '@lms/contract/rules/course-state'
import { isVisible } from '@lms/contract/rules/post-content'
import type { SignupForm } from '@lms/contract/signup-forms'
import type { Form } from '#lib/form.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { serverNow } from '#lib/server-clock.ts'
import { fromLocalInput } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { ConflictAlert, FormErrors } from '#ui/form-page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Section } from '#ui/row.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import frameClasses from '#features/questions/builder.module.css'
import { formQuery } from './api.ts'
import { QuestionField } from './question-field.tsx'
import { QuestionList } from './question-list.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { type FormValues, useFormBuilder } from './use-form-builder.ts'

export function FormBuilderScreen() {
  const { courseId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const { data: form } = useScreenQuery(formQuery({ params: { courseId } }))
  return <Builder key={courseId} course={course} published={form} />
}

const reviewOptions = [
  { value: 'REVIEWED', label: 'Staff review each response', help: 'Nobody is enrolled until someone approves the answers.' },
  { value: 'AUTOMATIC', label: 'Enrol at once', help: 'Students are enrolled when they send the form, while there are seats.' },
] as const
const statusOptions = [
  { value: 'OPEN', label: 'Open' },
  { value: 'CLOSED', label: 'Closed' },
] as const

type Builder = ReturnType<typeof useFormBuilder>

function Settings({ form, course: { timeZone: zone, weeks = [] } }: { form: Form<FormValues>; course: Course }) {
  const isOver = !isFormOpen({ status: 'OPEN', closesAt: fromLocalInput(form.values.closesAt, zone) }, serverNow())
  return (
    <Section title="Sign-up">
      <Stack gap={20} maw={720}>
        <RadioCards label="When someone sends the form" choices={reviewOptions} columns={2} {...form.field('review')} />
        <RadioCards label="The form is" choices={statusOptions} columns={2} {...form.field('status')} />
        <Box maw={320}>
          <DateTimeField
            label="Open until"
            {...(isOver && { help: 'This time has passed: nobody can sign up.' })}
            placeholder="Leave empty to keep it open"
            zone={zone}
            hasZone
            usualTime="23:59"
            weeks={weeks}
            {...form.field('closesAt')}
          />
        </Box>
      </Stack>
    </Section>
  )
}

function Builder({ course, published }: { course: Course; published: SignupForm | null }) {
  const courseId = course.id
  const isPhone = useIsPhone()
  const builder = useFormBuilder(course, published)
  const { form, selected, onAction } = builder
  const { values } = form
  const question = values.questions[selected]
  const publish = (
    <Button loading={builder.isSaving} onClick={builder.publish}>
      {published ? 'Publish changes' : 'Publish form'}
    </Button>
  )
  const responses = published && (
    <Button variant="default" component={Link} to={paths.signUpResponses.to({ courseId })}>
      {pluralize(published.responseCount ?? 0, 'answer')}
    </Button>
  )
  return (
    <PageOfCourse
      course={course}
      tab="sign-up"
      kind="wide"
      title="Sign-up form"
      meta={
        <>
          <span>{pluralize(values.questions.length, 'question')}</span>
          {published && published.responseCount !== 0 && <span>Answers are kept when you change the questions</span>}
          {form.restoredFrom && (
            <span>
              Draft from {formatDayAndTime(form.restoredFrom)}, not published.{' '}
              <Button variant="subtle" size="compact-sm" onClick={builder.discard}>
                Discard
              </Button>
            </span>
          )}
        </>
      }
      actions={
        <>
          {responses}
          {!isPhone && publish}
        </>
      }
    >
      <FormErrors form={form} title="Not published" />
      {builder.isConflict && (
        <ConflictAlert
          title="This form was changed by someone else"
          take="Use their version"
          onTakeTheirs={builder.takeTheirs}
          onKeepMine={builder.replaceTheirs}
        >
          Nothing was published. Use their version, or keep yours and publish it instead of theirs.
        </ConflictAlert>
      )}
      {course.enrolment !== 'FORM' && (
        <Alert
          tone="warn"
          title="Students do not sign up with this form yet"
          action={
            <Button variant="default" size="sm" component={Link} to={paths.courseEdit.to({ courseId })}>
              Edit course
            </Button>
          }
        >
          Choose “Sign-up form” under “Who can enrol”.
        </Alert>
      )}
      <div className={frameClasses.frame}>
        <QuestionList builder={builder} />
        {question ? (
          <QuestionPanel
            key={question.key}
            question={question}
            index={selected}
            count={values.questions.length}
            error={form.error}
            onAction={onAction}
          />
        ) : (
          <p className={frameClasses.panel}>Add a question on the left.</p>
        )}
        <PreviewColumn>{question && <Preview key={question.key} builder={builder} />}</PreviewColumn>
      </div>
      <Settings form={form} course={course} />
      <VisuallyHidden role="status">{builder.announcement}</VisuallyHidden>
      {isPhone && <BottomDock>{publish}</BottomDock>}
    </PageOfCourse>
  )
}

/** Can be tried out; nothing is sent. */
const PreviewColumn = ({ children }: { children: ReactNode }) => (
  <aside className={frameClasses.aside} aria-label="Preview">
    <Text variant="caption" c="dimmed" mb={12}>
      As the student sees it
    </Text>
    {children}
  </aside>
)

function Preview({ builder: { form, selected, tried, setTried } }: { builder: Builder }) {
  const { key, ...question } = form.values.questions[selected]!
  const options = question.options.filter(isVisible)
  return (
    <QuestionField question={{ ...question, id: `preview-${key}`, options: [...new Set(options)] }} value={tried} onChange={setTried} />
  )
}
