/** Answering an assignment: the instructions, the questions in order, and next to them what is still open. */

import { Button, Flex, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, type Ref, useState } from 'react'
import type { Assignment, Question } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { getLateness } from '@lms/contract/rules/late-policy'
import { isAnswered } from '@lms/contract/rules/questions'
import { isRecorded } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { IconClock } from '#ui/icons.ts'
import { RichText } from '#ui/rich-text.tsx'
import { SaveStatus } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { AssignmentMeta } from '#features/assignments/assignment-meta.tsx'
import { getOwnLateAfter, ruleSentences } from '#features/assignments/format.ts'
import { getPrompt } from '#features/assignments/question.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { DraftConflictAlert, NotOwedAlert } from './answer-alerts.tsx'
import { answeredCount, type Answers } from './answers.ts'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { formatLateCost } from './marks.ts'
import { goToField, QuestionFields, useFirstAnswerFocus } from './question-fields.tsx'
import { SubmitDialog, useSubmitAnswers } from './submit-answers.tsx'
import { GradeResult } from './submitted-work.tsx'
import type { AnswerDraft } from './use-answer-draft.ts'
import classes from './answer-form.module.css'
import shared from './student-assignment.module.css'

type QuestionChecklistProps = {
  questions: readonly Question[]
  answers: Answers
  /** Questions whose files are being uploaded. */
  moving: readonly string[]
  /** The question that has the focus. */
  currentId: string | null
  saveState: ReactNode
  rules: readonly string[]
  lateCost: string | undefined
  onGo: (questionId: string) => void
  onReview: () => void
}

const formatAnswered = (questions: readonly Question[], answers: Answers): string =>
  `${answeredCount(questions, answers)} of ${questions.length} answered`

/** Which questions have an answer, whether they are saved, and the button to submit. */
function QuestionChecklist({ questions, answers, moving, currentId, saveState, rules, lateCost, onGo, onReview }: QuestionChecklistProps) {
  const getIcon = (id: string) => (moving.includes(id) ? 'in-progress' : isAnswered(answers[id]) ? 'done' : 'not-started')
  const getLabel = (id: string) => (moving.includes(id) ? 'sending a file' : isAnswered(answers[id]) ? 'answered' : 'not answered')
  return (
    <div className={classes.checklist}>
      <Card as="div">
        <Flex align="center" justify="space-between" gap={12} mih={20} mb={10}>
          <Text component="h2" variant="section">
            {formatAnswered(questions, answers)}
          </Text>
          {saveState}
        </Flex>
        <ol className={classes.list}>
          {questions.map(({ id, prompt }) => (
            <li key={id}>
              <button
                type="button"
                className={`${classes.item} ${id === currentId ? classes.current : ''}`}
                aria-label={`${getPrompt({ prompt })}, ${getLabel(id)}`}
                onClick={() => onGo(id)}
              >
                <StatusIcon name={getIcon(id)} size={16} />
                <span>{getPrompt({ prompt })}</span>
              </button>
            </li>
          ))}
        </ol>
        {lateCost && <LateCost words={lateCost} />}
        <Button fullWidth onClick={onReview}>
          Review and submit
        </Button>
        <Text variant="caption" mt={12}>
          {rules.join(' ')}
        </Text>
      </Card>
    </div>
  )
}

const LateCost = ({ words }: { words: string }) => (
  <p className={classes.lateCost}>
    <IconClock size={16} stroke={2} aria-hidden />
    {words}
  </p>
)

type Props = {
  assignment: Assignment
  course: Course
  submission: Submission | null
  now: number
  /** With whether nothing was typed while it was submitted. */
  onDone: (isAll: boolean) => void
  /** If something was submitted before: a link back to it. */
  onCancel: (() => void) | undefined
}

export function AnswerForm({ assignment, course, submission, now, onDone, onCancel }: Props) {
  const { questions, title, instructions, maxMarks } = assignment
  const submitting = useSubmitAnswers(assignment, submission, onDone)
  const { draft, moving, review } = submitting
  const [currentId, setCurrentId] = useState<string | null>(null)
  const rules = ruleSentences(assignment, now, submission)
  const { late: isLate } = getLateness(submission, getOwnLateAfter(assignment), new Date(now).toISOString())
  const lateCost = formatLateCost({ ...assignment, timeZone: course.timeZone }, submission, now)
  const isWide = useIsWide()
  useFirstAnswerFocus(questions)
  useHotkeys(
    [
      ['mod+S', () => void draft.flush()],
      ['mod+Enter', () => review.open()],
    ],
    [],
  )
  const go = (questionId: string): void => {
    review.close()
    // The dialog returns the focus first.
    setTimeout(() => goToField(questionId))
  }
  const keep = (): void => {
    // Restores the submitted answers; work recorded by staff has none.
    if (submission && !isRecorded(submission)) draft.discard(submission)
    onCancel?.()
  }
  const state = <DraftState draft={draft} />
  const feedback = submission?.status === 'RETURNED' && (
    <GradeResult result={submission} maxMarks={maxMarks} late={false} status="RETURNED" canSubmit />
  )
  const attempts = submission && <EarlierAttempts submission={submission} maxMarks={maxMarks} />
  const side = questions.length > 0 && (
    <div className={classes.place}>
      <QuestionChecklist
        {...{ questions, moving, currentId, rules, lateCost }}
        answers={draft.answers}
        saveState={state}
        onGo={go}
        onReview={review.open}
      />
      {isWide && feedback}
      {isWide && attempts}
    </div>
  )
  const count = (
    <>
      <Text variant="label">{formatAnswered(questions, draft.answers)}</Text>
      {state}
      {lateCost && <LateCost words={lateCost} />}
    </>
  )
  const meta = <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now} />
  return (
    <PageOfCourse {...{ course, title, meta, side }} tab="weeks" weekId={assignment.weekId} kind={side ? 'standard' : 'reading'}>
      <NotOwedAlert assignment={assignment} canSubmit />
      <AnswerFormAlerts
        conflictRef={submitting.conflictRef}
        fileName={submitting.fileName}
        {...{ assignment, submission, draft, isLate, lateCost, rules }}
        wasChanged={submitting.wasChanged}
        onKeep={onCancel && keep}
      />
      {!(isWide && side) && feedback}
      <div>
        <div className={shared.brief}>{instructions && <RichText html={instructions} />}</div>
        {questions.length === 0 ? (
          <>
            {review.error && (
              <Alert tone="bad" title="Not submitted" role="alert" requestId={review.requestId}>
                {review.error}
              </Alert>
            )}
            <Button loading={review.isPending} onClick={review.submit}>
              Mark as done
            </Button>
          </>
        ) : (
          <QuestionFields questions={questions} submitting={submitting} files={submission?.files ?? []} onFocus={setCurrentId} />
        )}
      </div>
      {!(isWide && side) && attempts}
      {questions.length > 0 && (
        <BottomDock state={count}>
          <Button onClick={review.open}>Review and submit</Button>
        </BottomDock>
      )}
      <SubmitDialog {...{ title, questions, isLate, lateCost, review }} answers={draft.answers} isMoving={moving.length > 0} onGo={go} />
    </PageOfCourse>
  )
}

/** Answers to removed questions; files have no text to copy. */
const formerTexts = (questions: readonly Question[], answers: Answers): string[] =>
  Object.entries(answers)
    .filter(([id, value]) => !questions.some((question) => question.id === id) && typeof value === 'string' && isAnswered(value))
    .map(([, value]) => String(value))

type AnswerFormAlertsProps = {
  assignment: Assignment
  submission: Submission | null
  draft: AnswerDraft
  /** Staff changed the questions after the page had loaded. */
  wasChanged: boolean
  conflictRef: Ref<HTMLDivElement>
  fileName: (key: string) => string
  isLate: boolean
  lateCost: string | undefined
  rules: readonly string[]
  /** Back to the submission; undefined if there is none. */
  onKeep: (() => void) | undefined
}

/** Alerts before writing: returned, late, started on another device, or a change of submitted work. */
function AnswerFormAlerts({
  assignment,
  submission,
  draft,
  wasChanged,
  conflictRef,
  fileName,
  isLate,
  lateCost,
  rules,
  onKeep,
}: AnswerFormAlertsProps) {
  const former = formerTexts(assignment.questions, draft.answers)
  const isOutside = submission !== null && isRecorded(submission)
  const keep = (
    <Button variant="default" size="sm" onClick={onKeep}>
      {isOutside ? 'Back' : 'Keep what I submitted'}
    </Button>
  )
  return (
    <>
      {onKeep && isOutside && (
        <Alert title="Submitted outside LMS" action={keep}>
          This counts until you submit in LMS.
        </Alert>
      )}
      {onKeep && !isOutside && (
        <Alert title="You are changing work that you submitted" action={keep}>
          What you submitted {submission?.submittedAt && formatDayAndTime(submission.submittedAt)} counts until you submit again.
        </Alert>
      )}
      {isLate && (
        <Alert tone="warn" title="The due time has passed. You can still submit">
          {[lateCost && `${lateCost}.`, ...rules.slice(1)].filter(Boolean).join(' ') || 'It will count as late.'}
        </Alert>
      )}
      {wasChanged && (
        <Alert tone="warn" title="This assignment was changed" role="alert">
          Nothing was submitted yet. Check your answers, then submit again.
        </Alert>
      )}
      {former.length > 0 && (
        <Alert title="Your answers to questions that were replaced">
          <p>They are not submitted. Copy what you still need.</p>
          {former.map((text) => (
            <p key={text} className={shared.former} tabIndex={0}>
              {text}
            </p>
          ))}
        </Alert>
      )}
      {draft.conflict && (
        <DraftConflictAlert
          ref={conflictRef}
          questions={assignment.questions}
          mine={draft.answers}
          theirs={draft.conflict.theirs}
          savedAt={draft.conflict.savedAt}
          fileName={fileName}
          onUseTheirs={draft.conflict.useTheirs}
          onKeepMine={draft.conflict.keepMine}
        />
      )}
    </>
  )
}

/** Whether the answers are safe, in the words of the save line. */
function DraftState({ draft }: { draft: Pick<AnswerDraft, 'saving' | 'flush'> }) {
  const { state, at, error } = draft.saving
  if (state === 'idle') return null
  return <SaveStatus state={state} at={at} reason={error ? getErrorMessage(error) : undefined} onRetry={() => void draft.flush()} />
}
