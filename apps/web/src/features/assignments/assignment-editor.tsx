/** The editor of an assignment. Input is a draft on this device until it is saved. */

import { Button, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isPromptRequired } from '@lms/contract/rules/assignment-questions'
import { isolate } from '@lms/contract/rules/direction'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { FormErrors } from '#ui/form-page.tsx'
import { IconCopy } from '#ui/icons.ts'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import builder from '#features/questions/builder.module.css'
import { DeleteAssignment, DuplicateAssignment } from './assignment-actions.tsx'
import { RuleFields, ScheduleFields } from './assignment-fields.tsx'
import { BasicFields } from './assignment-form.tsx'
import { EditorAside } from './editor-aside.tsx'
import { EditorList } from './editor-list.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { type AssignmentEditing, type EditorProps, formatChanges, useAssignmentEditor } from './use-assignment-editor.ts'

export function AssignmentEditor(props: EditorProps) {
  const { course, assignment, usage } = props
  const { courseId, weekId } = assignment
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const editing = useAssignmentEditor(props)
  const { form, changes, here } = editing
  const [selected, setSelected] = useState<number | null>(null)
  const [dialog, setDialog] = useState<'delete' | 'duplicate' | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const select = (at: number | null): void => {
    setSelected(at)
    // On phones the selected part is below the list.
    if (isPhone) requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }))
  }
  const saveButton = changes.length > 0 && (
    <Button loading={editing.isSaving} onClick={editing.submit}>
      Save {formatChanges(changes.length)}
    </Button>
  )
  return (
    <PageOfCourse
      course={course}
      tab="weeks"
      weekId={weekId}
      kind="wide"
      title={`Edit ${isolate(assignment.title)}`}
      crumbs={[{ label: assignment.title, to: here }]}
      meta={<EditorMeta usage={usage} editing={editing} />}
      actions={
        <>
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={() => setDialog('duplicate')}>
            Duplicate
          </Button>
          {!isPhone && saveButton}
        </>
      }
    >
      <EditorAlerts usage={usage} editing={editing} />
      <div className={builder.frame}>
        <EditorList form={form} changes={changes} selected={selected} onSelect={select} onDelete={() => setDialog('delete')} />
        <div ref={panel} className={builder.panel}>
          <SelectedPart
            course={course}
            assignment={assignment}
            usage={usage}
            editing={editing}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
        <EditorAside assignmentId={assignment.id} usage={usage} editing={editing} />
      </div>
      <VisuallyHidden role="status">{form.said}</VisuallyHidden>
      {isPhone && saveButton && <BottomDock>{saveButton}</BottomDock>}
      <DeleteAssignment
        isOpen={dialog === 'delete'}
        assignment={assignment}
        submissions={usage.submitted}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          form.discard()
          void navigate(paths.course.to({ courseId }))
        }}
      />
      <DuplicateAssignment isOpen={dialog === 'duplicate'} assignment={assignment} onClose={() => setDialog(null)} />
    </PageOfCourse>
  )
}

type PartProps = Pick<EditorProps, 'usage'> & { editing: AssignmentEditing }

function EditorMeta({ usage, editing: { form, changes, discard } }: PartProps) {
  return (
    <>
      <span>
        {usage.submitted} of {usage.students} students submitted
      </span>
      {form.restoredFrom && changes.length > 0 ? (
        <span>
          Draft from {formatDayAndTime(form.restoredFrom)}, students see no change yet.{' '}
          <Button variant="subtle" size="compact-sm" onClick={discard}>
            Discard
          </Button>
        </span>
      ) : (
        changes.length > 0 && <span>Students see no change yet</span>
      )}
    </>
  )
}

/** What a change means for those who have submitted, and why the last one was not saved. */
function EditorAlerts({ usage: { submitted }, editing: { form, conflict, here } }: PartProps) {
  return (
    <>
      {submitted > 0 && (
        <Alert title={submitted === 1 ? '1 student has submitted' : `${submitted} students have submitted`}>
          Change wording, dates, late policy, attempts and marks at any time. A question with answers is replaced: the old one no longer
          counts, and its answers stay readable.
        </Alert>
      )}
      {conflict && (
        <Alert
          tone="warn"
          title="Nothing was saved"
          role="alert"
          action={
            <>
              <Button variant="default" size="sm" onClick={conflict.keepMine}>
                Keep my changes
              </Button>
              <Button variant="default" size="sm" onClick={() => form.discard()} component="a" href={here}>
                See the new version
              </Button>
            </>
          }
        >
          {conflict.message} After “Keep my changes”, saving replaces the other ones.
        </Alert>
      )}
      <FormErrors form={form} title="Not saved" />
    </>
  )
}

type SelectedProps = PartProps &
  Pick<EditorProps, 'course' | 'assignment'> & { selected: number | null; onSelect: (at: number | null) => void }

/** The fields of the part that is selected in the list: a question, or else those of the assignment. */
function SelectedPart({ course, assignment, usage, editing: { form }, selected, onSelect }: SelectedProps) {
  const { values, onAction } = form
  const question = selected === null ? undefined : values.questions[selected]
  if (!question || selected === null)
    return (
      <>
        <BasicFields form={form} />
        <ScheduleFields form={form} course={course} weekId={assignment.weekId} />
        <RuleFields form={form} />
      </>
    )
  return (
    <QuestionEditor
      key={question.key}
      question={question}
      index={selected}
      count={values.questions.length}
      error={form.error}
      isPromptRequired={isPromptRequired(values.questions, values.instructions)}
      isFramed
      use={usage.questions.find(({ questionId, answers: count }) => questionId === question.id && count > 0)}
      onAction={(action) => {
        onAction(action)
        if (action.do === 'move') onSelect(Math.min(Math.max(action.to, 0), values.questions.length - 1))
        if (action.do === 'duplicate') onSelect(action.at + 1)
        if (action.do === 'remove') onSelect(action.at > 0 ? action.at - 1 : null)
      }}
    />
  )
}
