/** What was submitted before, each with its answers, mark and feedback; closed until somebody wants to see it. */
import type { Submission } from '@lms/contract/submissions'
import { dayAndTime } from '#lib/format-date.ts'
import { getPrompt } from '#features/assignments/index.ts'
import { Section } from '#ui/row.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import classes from './earlier-attempts.module.css'
import { AnswerView } from './answer-view.tsx'
import { markText } from './marks.ts'
import { Feedback } from './grade-result.tsx'

type Props = { submission: Submission; maxMarks: number }

export function EarlierAttempts({ submission, maxMarks }: Props) {
  if (submission.attempts.length === 0) return null
  return (
    <Section title="Earlier attempts" count={submission.attempts.length}>
      <div className={classes.list}>
        {submission.attempts.map((one) => (
          <details key={one.attempt} className={classes.attempt}>
            <summary className={classes.summary}>
              <span className={classes.name}>Attempt {one.attempt}</span>
              <span className={classes.meta}>
                {dayAndTime(one.submittedAt)}
                {one.late && ', late'}
              </span>
              <span className={classes.marks}>{one.marks !== null && `${markText(one.marks)} / ${markText(maxMarks)}`}</span>
            </summary>
            <div className={classes.body}>
              <Feedback result={one} />
              {getQuestions(submission, one.questionsVersion).map((question) => (
                <div key={question.id} className={classes.answer}>
                  <p className={classes.prompt}>{getPrompt(question)}</p>
                  <AnswerView question={question} value={answersFromList(one.answers)[question.id]} files={submission.files} />
                </div>
              ))}
            </div>
          </details>
        ))}
      </div>
    </Section>
  )
}
