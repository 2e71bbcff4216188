/** Which questions have an answer, whether it is safe, and the way to hand in. */
import { Button } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { type Answers, answeredCount, isAnswered } from './answers.ts'
import classes from './question-checklist.module.css'

type Props = {
  questions: readonly Question[]
  answers: Answers
  /** Questions whose files are on their way. */
  moving: readonly string[]
  /** The question that has the focus. */
  currentId: string | null
  saveState: ReactNode
  rules: readonly string[]
  onGo: (questionId: string) => void
  onReview: () => void
}

export const formatAnswered = (questions: readonly Question[], answers: Answers): string =>
  `${answeredCount(questions, answers)} of ${questions.length} answered`

export function QuestionChecklist({ questions, answers, moving, currentId, saveState, rules, onGo, onReview }: Props) {
  const glyphOf = (id: string) => (moving.includes(id) ? 'in-progress' : isAnswered(answers[id]) ? 'done' : 'not-started')
  const wordOf = (id: string) => (moving.includes(id) ? 'sending a file' : isAnswered(answers[id]) ? 'answered' : 'not answered')
  return (
    <div className={classes.place}>
      <Card as="div">
        <div className={classes.head}>
          <h2 className={classes.count}>{formatAnswered(questions, answers)}</h2>
          {saveState}
        </div>
        <ol className={classes.list}>
          {questions.map(({ id, prompt }) => (
            <li key={id}>
              <button
                type="button"
                className={`${classes.item} ${id === currentId ? classes.current : ''}`}
                aria-label={`${prompt}, ${wordOf(id)}`}
                onClick={() => onGo(id)}
              >
                <StatusIcon name={glyphOf(id)} size={16} />
                <span>{prompt}</span>
              </button>
            </li>
          ))}
        </ol>
        <Button fullWidth onClick={onReview}>
          Review and submit
        </Button>
        <p className={classes.rules}>{rules.join(' ')}</p>
      </Card>
    </div>
  )
}
