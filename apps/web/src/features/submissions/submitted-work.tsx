/** The work itself: questions in order with what was answered, of the attempt that is looked at. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { QuestionFrame } from '#features/assignments/index.ts'
import { answersFromList } from './answers.ts'
import { AnswerView } from './answer-view.tsx'
import { markText } from './marks.ts'
import { Feedback } from './grade-result.tsx'
import { isAutomatic } from './grade-form-values.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './submitted-work.module.css'

type Props = { submission: Submission; assignment: Assignment; shown: number; onShowNewest: () => void }

export function SubmittedWork({ submission, assignment, shown, onShowNewest }: Props) {
  const earlier = submission.attempts.find(({ attempt }) => attempt === shown)
  const answers = answersFromList((earlier ?? submission).answers)
  const action = (
    <Button variant="default" size="sm" onClick={onShowNewest}>
      Show attempt {submission.attempt}
    </Button>
  )
  return (
    <div className={classes.work}>
      {earlier && (
        <Alert
          title={`Attempt ${earlier.attempt}${earlier.marks === null ? '' : `, ${markText(earlier.marks)} / ${markText(assignment.maxMarks)}`}`}
          action={action}
        >
          Your marks go to attempt {submission.attempt}, the newest.
          {earlier.feedback && <Feedback result={earlier} />}
        </Alert>
      )}
      <div>
        {assignment.questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1} note={isAutomatic(question) ? 'auto-graded' : undefined}>
            <AnswerView question={question} value={answers[question.id]} files={submission.files} />
          </QuestionFrame>
        ))}
      </div>
      {assignment.questions.length === 0 && <p>This assignment has no questions. It was marked as done.</p>}
    </div>
  )
}
