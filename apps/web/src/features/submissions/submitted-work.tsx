/** The work to grade: questions in order with what was answered, of the attempt that is looked at. */
import type { Assignment } from '@lms/contract/assignments'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { QuestionFrame } from '#features/assignments/index.ts'
import { Alert } from '#ui/alert.tsx'
import { AnswerView } from './answer-view.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import { Feedback } from './grade-result.tsx'
import classes from './grading-desktop.module.css'
import { markText } from './marks.ts'

type Props = { submission: Submission; assignment: Assignment; shown: number; onShowNewest: () => void }

export function SubmittedWork({ submission, assignment, shown, onShowNewest }: Props) {
  const earlier = submission.attempts.find(({ attempt }) => attempt === shown)
  const answers = answersFromList((earlier ?? submission).answers)
  const questions = getQuestions(submission, (earlier ?? submission).questionsVersion)
  if (!earlier && submission.recordedBy) return <Alert title={`Submitted outside LMS, recorded by ${submission.recordedBy.name}`} />
  const action = (
    <Button variant="default" size="sm" onClick={onShowNewest}>
      Show attempt {submission.attempt}
    </Button>
  )
  return (
    <div className={classes.submittedWorkWork}>
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
        {questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1} note={isAutoGraded(question) ? 'auto-graded' : undefined}>
            <AnswerView question={question} value={answers[question.id]} files={submission.files} />
          </QuestionFrame>
        ))}
      </div>
      {questions.length === 0 && <p>This assignment has no questions. It was marked as done.</p>}
    </div>
  )
}
