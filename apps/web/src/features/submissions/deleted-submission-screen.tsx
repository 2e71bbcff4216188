/** A student's own submission in a deleted course, week or assignment: read-only, with its files, marks and feedback. */

import { Badge } from '@mantine/core'
import { useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { Alert } from '#ui/alert.tsx'
import { Page } from '#ui/page.tsx'
import { QuestionFrame } from '#features/assignments/question.tsx'
import { AnswerView } from '#features/questions/answer-view.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import { myDeletedSubmissionQuery } from './api.ts'
import { deletedLabels } from './deleted-submissions.tsx'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { Feedback, GradeResult, SubmissionReceipt } from './submitted-work.tsx'

const root = { label: 'My Assignments', to: paths.assignments.to() }

export function DeletedSubmissionScreen() {
  const { submissionId = '' } = useParams()
  const { submission, assignment, courseTitle, deleted } = useScreenQuery(myDeletedSubmissionQuery({ params: { id: submissionId } })).data
  const { title, maxMarks } = assignment
  const isSubmitted = submission.attempt > 0
  const answers = answersFromList(isSubmitted ? submission.answers : (submission.draft ?? []))
  const meta = (
    <>
      <span>{courseTitle}</span>
      <Badge>{deletedLabels[deleted]}</Badge>
    </>
  )
  return (
    <Page
      title={title}
      crumbs={[root, { label: title }]}
      kind={isSubmitted ? 'standard' : 'reading'}
      meta={meta}
      side={isSubmitted && <SubmissionReceipt submission={submission} isNew={false} rules={[]} />}
    >
      <Alert title={`This ${deleted.toLowerCase()} was deleted`}>
        You can still read what you {isSubmitted ? 'submitted, with your marks' : 'wrote'}. It cannot be changed.
      </Alert>
      {submission.status === 'GRADED' && (
        <GradeResult result={submission} maxMarks={maxMarks} late={submission.late} status="GRADED" canSubmit={false} />
      )}
      {submission.status === 'RETURNED' && <Feedback result={submission} />}
      <div>
        {getQuestions(submission).map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1}>
            <AnswerView question={question} value={answers[question.id]} files={submission.files} />
          </QuestionFrame>
        ))}
      </div>
      <EarlierAttempts submission={submission} maxMarks={maxMarks} isDeleted />
    </Page>
  )
}
