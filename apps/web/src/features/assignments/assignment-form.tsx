/** The assignment form: basics, questions, dates and rules on the left, a summary on the right. */

import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isPromptRequired } from '@lms/contract/rules/assignment-questions'
import { assignmentQuestionTypes } from '@lms/contract/rules/questions'
import type { Week } from '@lms/contract/weeks'
import type { Form } from '#lib/form.ts'
import { formatDayAndTime, formatDueTime, formatRelative } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { addDays, fromLocalInput, getToday } from '#lib/zoned-date-time.ts'
import { Card } from '#ui/card.tsx'
import { FormErrors, RequiredNote } from '#ui/form-page.tsx'
import { useAutoFocus } from '#ui/page.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { AddQuestionMenu } from '#features/questions/add-question-menu.tsx'
import { useCreateAssignment } from './api.ts'
import { RuleFields, ScheduleFields } from './assignment-fields.tsx'
import { type AssignmentFormValues, getMaxMarks, startValues, toAssignmentInput } from './assignment-form-values.ts'
import { QuestionEditor } from './question-editor.tsx'
import { type AssignmentBuilder, useAssignmentForm } from './use-assignment-form.ts'
import classes from './assignment-form.module.css'

type Props = { course: Course; week: Week }

function Questions({ builder }: { builder: AssignmentBuilder }) {
  const { values, error, onAction } = builder
  const count = values.questions.length
  return (
    <Section title="Questions" count={count}>
      <div className={classes.questions}>
        {values.questions.map((question, index) => (
          <QuestionEditor
            key={question.key}
            question={question}
            index={index}
            count={count}
            error={error}
            isPromptRequired={isPromptRequired(values.questions, values.instructions)}
            onAction={onAction}
          />
        ))}
        <AddQuestionMenu types={assignmentQuestionTypes} onAdd={(type) => onAction({ do: 'add', type })} />
      </div>
    </Section>
  )
}

/** By default, an assignment is due at the end of its week. */
const toDueAtEnd = ({ startsOn }: Week, zone: string): string => {
  const lastDay = startsOn ? addDays(startsOn, 6) : ''
  return lastDay >= getToday(zone, serverNow()) ? `${lastDay}T23:59` : ''
}

export function AssignmentForm({ course, week }: Props) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const zone = course.timeZone
  const { id: courseId } = course
  const [initial] = useState(() => startValues(toDueAtEnd(week, zone)))
  const builder = useAssignmentForm({ draft: `assignment-new:${week.id}`, initial })
  const { values, restoredFrom } = builder
  const create = useCreateAssignment({ onSaved: () => void builder.saved(startValues(toDueAtEnd(week, zone))) })
  useAutoFocus('title')
  // Until the page of the new assignment is there, this one waits.
  const isWaiting = create.isPending || create.isSuccess
  const pending = isWaiting ? create.variables.body.status : null
  const save = (status: 'DRAFT' | 'PUBLISHED'): void => {
    if (isWaiting) return
    builder.submit(() =>
      create.mutate(
        { params: { courseId, weekId: week.id }, body: { ...toAssignmentInput(values, zone), status } },
        {
          onSuccess: ({ id: assignmentId }) => {
            notify.success(status === 'PUBLISHED' ? 'The assignment is published' : 'The draft is saved')
            void navigate(paths.assignment.to({ courseId, weekId: week.id, assignmentId }), { replace: true })
          },
          onError: builder.fail,
        },
      ),
    )()
  }
  const actions = (
    <>
      <Button variant="default" loading={pending === 'DRAFT'} onClick={() => save('DRAFT')}>
        Save draft
      </Button>
      <Button loading={pending === 'PUBLISHED'} onClick={() => save('PUBLISHED')}>
        Publish
      </Button>
    </>
  )
  return (
    <PageOfCourse
      course={course}
      tab="weeks"
      weekId={week.id}
      title="New assignment"
      meta={
        restoredFrom && (
          <span>
            Restored from {formatDayAndTime(restoredFrom)}.{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => builder.discard(startValues(toDueAtEnd(week, zone)))}>
              Start again
            </Button>
          </span>
        )
      }
      side={
        <AssignmentFormSummary values={values} zone={zone}>
          {!isPhone && <div className={classes.actions}>{actions}</div>}
        </AssignmentFormSummary>
      }
    >
      <FormErrors form={builder} title="Not saved" />
      <BasicFields form={builder} />
      <Questions builder={builder} />
      <ScheduleFields form={builder} course={course} weekId={week.id} />
      <RuleFields form={builder} />
      <VisuallyHidden role="status">{builder.said}</VisuallyHidden>
      {isPhone && <BottomDock>{actions}</BottomDock>}
    </PageOfCourse>
  )
}

export const BasicFields = ({ form }: { form: Form<AssignmentFormValues> }) => (
  <div className={classes.basics}>
    <RequiredNote />
    <TextInput label="Title" maxLength={200} {...form.inputProps('title')} />
    <RichTextEditor
      label="Instructions"
      help="What to do, and what a good answer has. Students read it above the questions."
      {...form.field('instructions')}
    />
  </div>
)

type AssignmentFormSummaryProps = { values: AssignmentFormValues; zone: string; children: ReactNode }

/** The assignment so far in one card: marks, questions, and its dates in order. */
function AssignmentFormSummary({ values, zone, children }: AssignmentFormSummaryProps) {
  const { questions, availableFrom, dueAt, closesAt } = values
  const steps = [
    { name: 'Opens', at: fromLocalInput(availableFrom, zone), otherwise: 'When published' },
    { name: 'Due', at: fromLocalInput(dueAt, zone), otherwise: 'No due date' },
    { name: 'Closes', at: fromLocalInput(closesAt, zone), otherwise: 'Stays open' },
  ]
  const count = questions.length
  const now = useServerNow(60_000)
  return (
    <div className={classes.place}>
      <Card as="div">
        <p>
          <Stat rest={getMaxMarks(questions) === 1 ? 'mark' : 'marks'}>{getMaxMarks(questions)}</Stat>
        </p>
        <Text variant="meta">
          {count === 0 ? 'No questions: students mark it as done' : `${count} ${count === 1 ? 'question' : 'questions'}`}
        </Text>
        <ol className={classes.steps}>
          {steps.map(({ name, at, otherwise }) => (
            <li key={name} className={at ? classes.set : undefined}>
              <Text span variant="label">
                {name}
              </Text>
              <span>{at ? formatDueTime(at, zone) : otherwise}</span>
              {at && (
                <Text span variant="meta">
                  {formatRelative(at, now)}
                </Text>
              )}
            </li>
          ))}
        </ol>
        {children}
      </Card>
    </div>
  )
}
