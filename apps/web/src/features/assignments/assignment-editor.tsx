/** The editor of an assignment. Input is a draft on this device until it is saved. */

import { Button, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Assignment, Question } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { isPromptRequired } from '@lms/contract/rules/assignment-questions'
import { isolate } from '@lms/contract/rules/direction'
import { hasOptions } from '@lms/contract/rules/questions'
import { dayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { FormErrors } from '#ui/form-page.tsx'
import { IconCopy } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import builder from '#features/questions/builder.module.css'
import { type assignmentUsageQuery, useSaveAssignment } from './api.ts'
import { DeleteAssignment, DuplicateAssignment } from './assignment-actions.tsx'
import { RuleFields, ScheduleFields } from './assignment-fields.tsx'
import {
  type AssignmentFormValues,
  parsePoints,
  type QuestionValues,
  toAssignmentInput,
  toAssignmentFormValues,
  validateAssignment,
} from './assignment-form-values.ts'
import { BasicFields } from './assignment-form.tsx'
import { useAssignmentCrumbs } from './assignment-meta.tsx'
import { ChangeList, describeChanges } from './change-list.tsx'
import { EditorList } from './editor-list.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionToRead } from './question-to-read.tsx'
import { useAssignmentForm } from './use-assignment-form.ts'
import classes from './assignment-form.module.css'

type Usage = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof assignmentUsageQuery>['queryFn']>>>>
type Props = { course: Course; assignment: Assignment; usage: Usage }

const formatChanges = (count: number): string => pluralize(count, 'change')

export function AssignmentEditor({ course, assignment, usage }: Props) {
  const { id, courseId, weekId } = assignment
  const zone = course.timeZone
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const saved = toAssignmentFormValues(assignment, zone)
  const form = useAssignmentForm({ draft: `assignment-edit:${id}`, initial: saved })
  const [selected, setSelected] = useState<number | null>(null)
  const [pane, setPane] = useState<'changes' | 'preview'>(usage.submitted > 0 ? 'changes' : 'preview')
  const [recheckLate, setRecheckLate] = useState(false)
  const [dialog, setDialog] = useState<'delete' | 'duplicate' | null>(null)
  const [version, setVersion] = useState(assignment.version)
  const isAllSaved = useRef(true)
  const save = useSaveAssignment({
    onSaved: (reply) => {
      isAllSaved.current = form.saved(toAssignmentFormValues(reply, zone))
      setVersion(reply.version)
    },
  })
  const crumbs = useAssignmentCrumbs(course, weekId)
  const here = paths.assignment.to({ courseId, weekId, assignmentId: id })

  const panel = useRef<HTMLDivElement>(null)
  const select = (at: number | null): void => {
    setSelected(at)
    // On phones the selected part is below the list.
    if (isPhone) requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }))
  }

  const { values, onAction } = form
  const answers = new Map(usage.questions.map(({ questionId, answers: count }) => [questionId, count]))
  const changes = describeChanges(saved, values, zone, answers)
  const question = selected === null ? undefined : values.questions[selected]
  const isFaultless = Object.keys(validateAssignment(values)).length === 0
  const body = { ...toAssignmentInput(values, zone, assignment), ...(recheckLate && { recheckLate }) }
  const isStale = save.error?.problem === 'version-conflict'

  // oxlint-disable-next-line react/refs -- read when the answer comes
  const submit = form.submit(() => {
    if (save.isPending) return
    save.mutate(
      { params: { id }, body: { ...body, version } },
      {
        onSuccess: () => {
          notify.success(`${formatChanges(changes.length)} saved`)
          // What was typed since is not saved yet.
          if (isAllSaved.current) void navigate(here)
        },
        onError: (error) => error.problem !== 'version-conflict' && form.fail(error),
      },
    )
  })
  const newest = save.error?.current as { version: number } | undefined
  const saveButton = changes.length > 0 && (
    <Button loading={save.isPending} onClick={submit}>
      Save {formatChanges(changes.length)}
    </Button>
  )
  const meta = (
    <>
      <span>
        {usage.submitted} of {usage.students} students submitted
      </span>
      {form.restoredFrom && changes.length > 0 ? (
        <span>
          Draft from {dayAndTime(form.restoredFrom)}, students see no change yet.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => form.discard(saved)}>
            Discard
          </Button>
        </span>
      ) : (
        changes.length > 0 && <span>Students see no change yet</span>
      )}
    </>
  )
  return (
    <Page
      kind="wide"
      title={`Edit ${isolate(assignment.title)}`}
      crumbs={[...crumbs, { label: assignment.title, to: here }]}
      meta={meta}
      actions={
        <>
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={() => setDialog('duplicate')}>
            Duplicate
          </Button>
          {!isPhone && saveButton}
        </>
      }
    >
      {usage.submitted > 0 && (
        <Alert title={usage.submitted === 1 ? '1 student has submitted' : `${usage.submitted} students have submitted`}>
          Change wording, dates, late policy, attempts and marks at any time. A question with answers is replaced: the old one no longer
          counts, and its answers stay readable.
        </Alert>
      )}
      {isStale && (
        <Alert
          tone="warn"
          title="Nothing was saved"
          role="alert"
          action={
            <>
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  setVersion(newest?.version ?? version)
                  save.reset()
                }}
              >
                Keep my changes
              </Button>
              <Button variant="default" size="sm" onClick={() => form.discard()} component="a" href={here}>
                See the new version
              </Button>
            </>
          }
        >
          {save.error?.message} After “Keep my changes”, saving replaces the other ones.
        </Alert>
      )}
      <FormErrors form={form} title="Not saved" />
      <div className={builder.frame}>
        <EditorList form={form} changes={changes} selected={selected} onSelect={select} onDelete={() => setDialog('delete')} />
        <div ref={panel} className={builder.panel}>
          {question && selected !== null ? (
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
                if (action.do === 'move') setSelected(Math.min(Math.max(action.to, 0), values.questions.length - 1))
                if (action.do === 'duplicate') setSelected(action.at + 1)
                if (action.do === 'remove') setSelected(action.at > 0 ? action.at - 1 : null)
              }}
            />
          ) : (
            <>
              <BasicFields form={form} />
              <ScheduleFields form={form} zone={zone} />
              <RuleFields form={form} />
            </>
          )}
        </div>
        <aside className={builder.aside} aria-label="Changes and preview">
          <SegmentedControl
            fullWidth
            aria-label="Show"
            value={pane}
            data={[
              { value: 'changes', label: changes.length > 0 ? `Changes ${changes.length}` : 'Changes' },
              { value: 'preview', label: 'Student preview' },
            ]}
            onChange={(value) => setPane(value)}
          />
          {pane === 'changes' ? (
            <ChangeList
              assignmentId={id}
              changes={changes}
              body={usage.submitted > 0 && isFaultless ? body : null}
              isDueEarlier={body.dueAt !== null && (assignment.dueAt === null || body.dueAt < assignment.dueAt)}
              recheckLate={recheckLate}
              onRecheckLate={setRecheckLate}
            />
          ) : (
            <StudentPreview values={values} />
          )}
          {usage.formerQuestions.length > 0 && (
            <details className={classes.former}>
              <summary className={classes.words}>Questions asked before, with answers: {usage.formerQuestions.length}</summary>
              {usage.formerQuestions.map((former, index) => (
                <QuestionToRead key={former.id} question={former} number={index + 1} />
              ))}
            </details>
          )}
        </aside>
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
    </Page>
  )
}

const toQuestion = (question: QuestionValues): Question => {
  const { key, type, prompt, required, options } = question
  const points = parsePoints(question)
  const shown = hasOptions(type) ? [...new Set(options.map((option) => option.trim()).filter(Boolean))] : []
  return { id: `preview-${key}`, type, prompt, required, options: shown, points: Number.isNaN(points) ? 0 : points }
}

/** An edited assignment as a student will read it; works before anything is saved. */
function StudentPreview({ values: { title, instructions, questions } }: { values: AssignmentFormValues }) {
  return (
    <Stack gap={12}>
      <Text variant="section">
        <bdi>{title}</bdi>
      </Text>
      {instructions && <RichText html={instructions} />}
      {questions.map((question, index) => (
        <QuestionToRead key={question.key} question={toQuestion(question)} number={index + 1} />
      ))}
    </Stack>
  )
}
