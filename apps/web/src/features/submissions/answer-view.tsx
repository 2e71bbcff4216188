/** What was answered, to be read: by the student who gave it, or by the one who grades it. */
import type { Question } from '@lms/contract/assignments'
import { isHttpsUrl } from '@lms/contract/rules/https-url'
import type { Submission } from '@lms/contract/submissions'
import { StatusIcon, type StatusName } from '#ui/status.tsx'
import { type AnswerValue, isAnswered } from './answers.ts'
import { FileCard } from './file-card.tsx'
import classes from './answer-view.module.css'

type Mark = { glyph: StatusName; words?: string; tone?: 'ok' | 'bad' }

/** The state of an option: students see what they chose, staff also what is right. */
export function optionMark(isChosen: boolean, isRight: boolean | null): Mark {
  if (isRight === null) return isChosen ? { glyph: 'done', words: 'Chosen' } : { glyph: 'not-started' }
  if (isRight)
    return isChosen ? { glyph: 'graded', words: 'Right answer, chosen', tone: 'ok' } : { glyph: 'done', words: 'Right answer', tone: 'ok' }
  return isChosen ? { glyph: 'cannot', words: 'Chosen, not right', tone: 'bad' } : { glyph: 'not-started' }
}

export function Options({ question, chosen }: { question: Question; chosen: readonly string[] }) {
  const key = question.answerKey?.length ? question.answerKey : null
  return (
    <ul className={classes.options}>
      {question.options.map((option) => {
        const isChosen = chosen.includes(option)
        const { glyph, words, tone } = optionMark(isChosen, key && key.includes(option))
        return (
          <li key={option} className={`${classes.option} ${isChosen || words ? classes.marked : ''}`}>
            <StatusIcon name={glyph} size={16} />
            <span>
              {option} {words && <span className={`${classes.mark} ${tone ? classes[tone] : ''}`}>{words}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

type Props = { question: Question; value: AnswerValue | undefined; files: Submission['files'] }

export function AnswerView({ question, value, files }: Props) {
  const values = [value ?? []].flat().filter(Boolean)
  if (question.type.endsWith('CHOICE')) return <Options question={question} chosen={values} />
  if (!isAnswered(value)) return <p className={classes.none}>No answer</p>
  if (question.type === 'TEXT') return <p className={classes.text}>{values[0]}</p>
  if (question.type === 'LINK') {
    const address = values[0]!.trim()
    return isHttpsUrl(address) ? (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
        {address}
      </a>
    ) : (
      <p className={classes.link}>{address}</p>
    )
  }
  return (
    <div className={classes.files}>
      {values.map((key, index) => {
        const file = files.find((one) => one.key === key)
        return file ? <FileCard key={key} file={file} number={index + 1} /> : <p key={key}>A file that is not there any more</p>
      })}
    </div>
  )
}
