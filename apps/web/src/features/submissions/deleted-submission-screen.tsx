/** A student's own submission whose course or week was deleted: to be read, with its files, marks and feedback. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { QuestionFrame } from '#features/assignments/index.ts'
import { fromList } from './answers.ts'
import { deletedLabels } from './deleted-submissions.tsx'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { GivenAnswer } from './given-answer.tsx'
import { Feedback, Outcome } from './outcome.tsx'
import { myDeletedSubmissionQuery } from './api.ts'
import { Receipt } from './receipt.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { Tag } from '#ui/tag.tsx'

const root = { label: 'My Assignments', to: paths.assignments.to() }

export function DeletedSubmissionScreen() {
  const { submissionId = '' } = useParams()
  const found = useQuery(myDeletedSubmissionQuery({ params: { id: submissionId } }))
  if (found.isError && !found.data)
    return (
      <ScreenProblem
        error={found.error}
        what="submission"
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
        to={root.to}
        toLabel={`Go to ${root.label}`}
      />
    )
  if (!found.data) return <LoadingScreen />
  const { submission, assignment, courseTitle, deleted } = found.data
  const { title, questions, maxMarks } = assignment
  const isSubmitted = submission.attempt > 0
  const answers = fromList(isSubmitted ? submission.answers : (submission.draft ?? []))
  const meta = (
    <>
      <span>{courseTitle}</span>
      <Tag>{deletedLabels[deleted]}</Tag>
    </>
  )
  return (
    <Page
      title={title}
      crumbs={[root, { label: title }]}
      kind={isSubmitted ? 'standard' : 'reading'}
      meta={meta}
      side={isSubmitted && <Receipt submission={submission} isNew={false} rules={[]} />}
    >
      <Note title={deleted === 'COURSE' ? 'This course was deleted' : 'This week was deleted'}>
        You can still read what you {isSubmitted ? 'submitted, with your marks' : 'wrote'}. It cannot be changed.
      </Note>
      {submission.status === 'GRADED' && <Outcome result={submission} maxMarks={maxMarks} late={submission.late} status="GRADED" />}
      {submission.status === 'RETURNED' && <Feedback result={submission} />}
      <div>
        {questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1}>
            <GivenAnswer question={question} value={answers[question.id]} files={submission.files} />
          </QuestionFrame>
        ))}
      </div>
      <EarlierAttempts submission={submission} questions={questions} maxMarks={maxMarks} />
    </Page>
  )
}
