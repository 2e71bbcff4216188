/** The last look before submitting: what has no answer yet, what is still on its way, and whether it will be late. */
import { Button, Checkbox } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import { getPrompt } from '#features/assignments/index.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { StatusIcon } from '#ui/status.tsx'
import { type Answers, validateAnswer, isAnswered } from './answers.ts'
import classes from './submit-dialog.module.css'

/** The step itself: whether it is open, and how it went. */
export type Review = {
  isOpen: boolean
  close: () => void
  submit: () => void
  isPending: boolean
  error: string | undefined
  requestId: string | undefined
  isReceiptWanted: boolean
  wantReceipt: (isWanted: boolean) => void
}

type Props = {
  title: string
  questions: readonly Question[]
  answers: Answers
  isLate: boolean
  lateCost: string | undefined
  isMoving: boolean
  review: Review
  onGo: (questionId: string) => void
}

type Line = { question: Question; number: number; words: string; isBlocking: boolean }

export function reviewLines(questions: readonly Question[], answers: Answers): Line[] {
  return questions.flatMap((question, index) => {
    const error = validateAnswer(question, answers[question.id])
    const words = error ?? (isAnswered(answers[question.id]) ? undefined : 'Not answered, optional')
    return words === undefined ? [] : [{ question, number: index + 1, words, isBlocking: error !== undefined }]
  })
}

export function SubmitDialog({ title, questions, answers, isLate, lateCost, isMoving, review, onGo }: Props) {
  const { isOpen, close, submit, isPending, error, requestId } = review
  const lines = reviewLines(questions, answers)
  const blocking = lines.find(({ isBlocking }) => isBlocking)
  const foot = (
    <>
      <Button variant="default" onClick={close}>
        Keep writing
      </Button>
      {blocking ? (
        <Button onClick={() => onGo(blocking.question.id)} data-autofocus>
          Go to question {blocking.number}
        </Button>
      ) : (
        <Button loading={isPending} disabled={isMoving} onClick={submit} data-autofocus>
          Submit
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={`Submit ${title}?`} foot={foot}>
      <div className={classes.body}>
        {error && (
          <Alert tone="bad" title="Not submitted" role="alert" requestId={requestId}>
            {error} Your answers are kept.
          </Alert>
        )}
        {isLate && (
          <Alert tone="warn" title="This will count as late">
            {lateCost}
          </Alert>
        )}
        {isMoving && <Alert title="A file is still on its way">Submit waits until it has arrived.</Alert>}
        {lines.length === 0 ? (
          <p>All {questions.length === 1 ? 'is' : `${questions.length} questions are`} answered.</p>
        ) : (
          <p>
            {lines.filter(({ isBlocking }) => isBlocking).length > 0
              ? 'These need you before you can submit:'
              : 'These have no answer. You can submit without them:'}
          </p>
        )}
        {lines.length > 0 && (
          <ul className={classes.lines}>
            {lines.map(({ question, number, words, isBlocking }) => (
              <li key={question.id}>
                <button type="button" className={classes.line} onClick={() => onGo(question.id)}>
                  <StatusIcon name={isBlocking ? 'missing' : 'not-started'} size={16} />
                  <span className={classes.words}>
                    {number}. {getPrompt(question)}
                    <span className={isBlocking ? classes.bad : classes.meta}>{words}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {!blocking && (
          <Checkbox
            label="Email me a receipt"
            checked={review.isReceiptWanted}
            onChange={(event) => review.wantReceipt(event.currentTarget.checked)}
          />
        )}
      </div>
    </Dialog>
  )
}
