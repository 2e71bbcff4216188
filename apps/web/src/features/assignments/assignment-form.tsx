/** The builder of an assignment: basics, questions, dates and rules at the left, what comes of it at the right. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button, Menu, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { paths } from '#lib/paths.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { AssignmentFormSummary } from './assignment-form-summary.tsx'
import { getError, getFieldId, questionTypes } from './assignment-form-values.ts'
import { QuestionEditor } from './question-editor.tsx'
import { RuleFields } from './rule-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Alert } from '#ui/alert.tsx'
import { Page } from '#ui/page.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { Section } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { notify } from '#ui/toasts.tsx'
import classes from './assignment-form.module.css'
import { useAssignmentForm } from './use-assignment-form.ts'

type Props = { course: Course; week: Week }

function Questions({ builder }: { builder: ReturnType<typeof useAssignmentForm> }) {
  const { values, faults, onAction } = builder
  const count = values.questions.length
  return (
    <Section title="Questions" count={count}>
      <div className={classes.questions}>
        {values.questions.map((question, index) => (
          <QuestionEditor key={question.key} question={question} index={index} count={count} faults={faults} onAction={onAction} />
        ))}
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" className={classes.add ?? ''} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
              Add question
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {questionTypes.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onAction({ do: 'add', type: value })}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </Section>
  )
}

function Faults({ builder }: { builder: ReturnType<typeof useAssignmentForm> }) {
  const { summary, formFault, turn } = builder
  return (
    <>
      {summary.length > 0 && <ErrorSummary key={turn} faults={summary} />}
      {formFault && (
        <Alert tone="bad" title="Not saved" role="alert" requestId={formFault.requestId}>
          {formFault.words}
        </Alert>
      )}
    </>
  )
}

export function AssignmentForm({ course, week }: Props) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const root = useCoursesBreadcrumb()
  const zone = course.timeZone
  const { id: courseId } = course
  const builder = useAssignmentForm(week, zone, (assignmentId, status) => {
    notify.success(status === 'PUBLISHED' ? 'The assignment is published' : 'The draft is saved')
    void navigate(paths.assignment.to({ courseId, weekId: week.id, assignmentId }), { replace: true })
  })
  const { values, faults, change, pending, restoredFrom } = builder
  const actions = (
    <>
      <Button variant="default" loading={pending === 'DRAFT'} onClick={() => builder.save('DRAFT')}>
        Save draft
      </Button>
      <Button loading={pending === 'PUBLISHED'} onClick={() => builder.save('PUBLISHED')}>
        Publish
      </Button>
    </>
  )
  const crumbs = [
    root,
    { label: course.title, to: paths.course.to({ courseId }) },
    { label: `Week ${week.number}`, to: paths.week.to({ courseId, weekId: week.id }) },
  ]
  return (
    <Page
      title="New assignment"
      crumbs={crumbs}
      meta={
        restoredFrom && (
          <span>
            Restored from {dayAndTime(restoredFrom)}.{' '}
            <Button variant="subtle" size="compact-sm" onClick={builder.startAgain}>
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
      <Faults builder={builder} />
      <div className={classes.basics}>
        <TextInput
          id={getFieldId('/title')}
          label="Title"
          maxLength={200}
          value={values.title}
          error={getError(faults, '/title')}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <RichTextEditor
          id={getFieldId('/instructions')}
          label="Instructions"
          help="What to do, and what a good answer has. Students read it above the questions."
          value={values.instructions}
          error={getError(faults, '/instructions')}
          onChange={(instructions) => change({ instructions })}
        />
      </div>
      <Questions builder={builder} />
      <ScheduleFields values={values} zone={zone} faults={faults} onChange={change} />
      <RuleFields values={values} faults={faults} onChange={change} />
      <VisuallyHidden role="status">{builder.said}</VisuallyHidden>
      {isPhone && <BottomDock>{actions}</BottomDock>}
    </Page>
  )
}
