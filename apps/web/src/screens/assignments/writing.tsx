/** Answering an assignment: the brief, the questions in order, and beside them what is still open. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { AssignmentMeta } from '#modules/assignments/assignment-meta.tsx'
import { ruleSentences } from '#modules/assignments/due.ts'
import { fieldIdOf } from '#modules/submissions/answer-field.tsx'
import { Checklist, countWords } from '#modules/submissions/checklist.tsx'
import { EarlierAttempts } from '#modules/submissions/earlier-attempts.tsx'
import { OtherDevice } from '#modules/submissions/other-device.tsx'
import { Outcome } from '#modules/submissions/outcome.tsx'
import { ReviewDialog } from '#modules/submissions/review-dialog.tsx'
import type { Standing } from '#modules/submissions/standing.ts'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Prose } from '#ui/prose.tsx'
import { useAssignmentCrumbs } from './assignment-crumbs.ts'
import { QuestionFields } from './question-fields.tsx'
import { useHandIn } from './use-hand-in.ts'
import { SheetState } from './sheet-state.tsx'
import classes from './writing.module.css'

type Props = {
  assignment: Assignment
  course: Course
  submission: Submission | null
  standing: Standing
  now: number
  onDone: () => void
  /** Where something was handed in before: back to it. */
  onCancel: (() => void) | undefined
}

function goTo(questionId: string): void {
  const field = document.getElementById(fieldIdOf(questionId))
  field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  const inner = field?.matches('input, textarea') ? field : field?.querySelector<HTMLElement>('input:not([hidden]), button')
  ;(inner ?? field)?.focus({ preventScroll: true })
}

export function Writing({ assignment, course, submission, standing, now, onDone, onCancel }: Props) {
  const { questions } = assignment
  const { sheet, uploads, names, review } = useHandIn(assignment, submission, onDone)
  const [currentId, setCurrentId] = useState<string | null>(null)
  const crumbs = useAssignmentCrumbs(course, assignment.weekId)
  const rules = ruleSentences(assignment, now)
  const isLate = standing === 'late'
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
    setTimeout(() => goTo(questionId))
  }
  const state = <SheetState sheet={sheet} />
  const moving = uploads.uploads.filter(({ error }) => error === null).map(({ questionId }) => questionId)
  const side = questions.length > 0 && (
    <Checklist questions={questions} answers={sheet.answers} moving={moving} currentId={currentId} saveState={state} rules={rules} onGo={go} onReview={review.open}>
      {onCancel && (
        <Button
          variant="subtle"
          fullWidth
          mt={8}
          onClick={() => {
            if (submission) sheet.restart(submission)
            onCancel()
          }}
        >
          Keep what I handed in
        </Button>
      )}
    </Checklist>
  )
  return (
    <Page title={assignment.title} crumbs={crumbs} meta={<AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now} />} side={side}>
      {submission?.status === 'RETURNED' && <Outcome result={submission} maxMarks={assignment.maxMarks} late={false} status="RETURNED" />}
      {isLate && (
        <Note tone="warn" title="The due time is over. You can still submit">
          {rules.slice(1).join(' ') || 'It will count as late.'}
        </Note>
      )}
      {sheet.conflict && <OtherDevice onTakeTheirs={sheet.conflict.takeTheirs} onKeepMine={sheet.conflict.keepMine} />}
      <div>
        {assignment.instructions && (
          <div className={classes.brief}>
            <Prose html={assignment.instructions} />
          </div>
        )}
        {questions.length === 0 ? (
          <Button loading={review.isPending} onClick={review.submit}>
            Mark as done
          </Button>
        ) : (
          <QuestionFields questions={questions} sheet={sheet} uploads={uploads} names={names} faults={review.faults} files={submission?.files ?? []} onFocus={setCurrentId} />
        )}
      </div>
      {submission && <EarlierAttempts submission={submission} questions={questions} maxMarks={assignment.maxMarks} />}
      {questions.length > 0 && (
        <BottomDock
          state={
            <>
              <p className={classes.count}>{countWords(questions, sheet.answers)}</p>
              {state}
            </>
          }
        >
          <Button onClick={review.open}>Review and submit</Button>
        </BottomDock>
      )}
      <ReviewDialog
        isOpen={review.isOpen}
        title={assignment.title}
        questions={questions}
        answers={sheet.answers}
        isLate={isLate}
        isMoving={uploads.isMoving}
        isPending={review.isPending}
        error={review.error}
        requestId={review.requestId}
        onClose={review.close}
        onGo={go}
        onSubmit={review.submit}
      />
    </Page>
  )
}
