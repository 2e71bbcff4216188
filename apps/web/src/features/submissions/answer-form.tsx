/** Answering an assignment: the brief, the questions in order, and beside them what is still open. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { getEffectiveTime, isPast } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { AssignmentMeta, ruleSentences, useAssignmentCrumbs } from '#features/assignments/index.ts'
import { QuestionChecklist, formatAnswered } from './question-checklist.tsx'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { SheetState } from './sheet-state.tsx'
import { useSubmitAnswers } from './use-submit-answers.ts'
import { AnswerFormAlerts } from './answer-form-alerts.tsx'
import { goToField, QuestionFields } from './question-fields.tsx'
import classes from './student-assignment.module.css'

type Props = {
  assignment: Assignment
  course: Course
  submission: Submission | null
  now: number
  onDone: () => void
  /** Where something was handed in before: back to it. */
  onCancel: (() => void) | undefined
}

export function AnswerForm({ assignment, course, submission, now, onDone, onCancel }: Props) {
  const { questions, title, instructions, maxMarks } = assignment
  const handIn = useSubmitAnswers(assignment, submission, onDone)
  const { sheet, moving, review } = handIn
  const [currentId, setCurrentId] = useState<string | null>(null)
  const crumbs = useAssignmentCrumbs(course, assignment.weekId)
  const rules = ruleSentences(assignment, now)
  const isLate = isPast(assignment.dueAt, Date.parse(getEffectiveTime(submission, new Date(now).toISOString())))
  useHotkeys(
    [
      ['mod+S', () => void sheet.flush()],
      ['mod+Enter', () => review.open()],
    ],
    [],
  )
  const go = (questionId: string): void => {
    review.close()
    // The dialog gives the focus back first.
    setTimeout(() => goToField(questionId))
  }
  const keep = (): void => {
    if (submission) sheet.discard(submission)
    onCancel?.()
  }
  const state = <SheetState sheet={sheet} />
  const side = questions.length > 0 && (
    <QuestionChecklist
      {...{ questions, moving, currentId, rules }}
      answers={sheet.answers}
      saveState={state}
      onGo={go}
      onReview={review.open}
    />
  )
  const count = (
    <>
      <p className={classes.count}>{formatAnswered(questions, sheet.answers)}</p>
      {state}
    </>
  )
  const meta = <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now} />
  return (
    <Page title={title} crumbs={crumbs} kind={side ? 'standard' : 'reading'} meta={meta} side={side}>
      <AnswerFormAlerts
        conflictRef={handIn.conflictRef}
        fileName={handIn.fileName}
        {...{ assignment, submission, sheet, isLate, rules }}
        onKeep={onCancel && keep}
      />
      <div>
        <div className={classes.brief}>{instructions && <RichText html={instructions} />}</div>
        {questions.length === 0 ? (
          <Button loading={review.isPending} onClick={review.submit}>
            Mark as done
          </Button>
        ) : (
          <QuestionFields questions={questions} handIn={handIn} files={submission?.files ?? []} onFocus={setCurrentId} />
        )}
      </div>
      {submission && <EarlierAttempts submission={submission} questions={questions} maxMarks={maxMarks} />}
      {questions.length > 0 && (
        <BottomDock state={count}>
          <Button onClick={review.open}>Review and submit</Button>
        </BottomDock>
      )}
      <SubmitDialog {...{ title, questions, isLate, review }} answers={sheet.answers} isMoving={moving.length > 0} onGo={go} />
    </Page>
  )
}
