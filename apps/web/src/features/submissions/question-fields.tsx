/** The questions of an assignment with their fields. */
import type { Question } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/file-size.ts'
import { headingIdOf, QuestionFrame } from '#features/assignments/index.ts'
import { acceptOf } from '#features/files/index.ts'
import { AnswerField, fieldIdOf } from './answer-field.tsx'
import { fileMeta, fileName } from './file-card.tsx'
import { type AttachedFile, FileField } from './file-field.tsx'
import { answerKinds, type SubmitAnswers } from './use-submit-answers.ts'

type Props = {
  questions: readonly Question[]
  handIn: Pick<SubmitAnswers, 'sheet' | 'uploads' | 'names' | 'review'>
  files: Submission['files']
  onFocus: (questionId: string) => void
}

/** Puts the focus into the field of a question, whatever kind it is. */
export function goToField(questionId: string): void {
  const field = document.getElementById(fieldIdOf(questionId))
  field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  const inner = field?.matches('input, textarea') ? field : field?.querySelector<HTMLElement>('input:not([hidden]), button')
  ;(inner ?? field)?.focus({ preventScroll: true })
}

export function QuestionFields({ questions, handIn, files, onFocus }: Props) {
  const { sheet, uploads, names, review } = handIn
  const attachedTo = (questionId: string): AttachedFile[] =>
    [sheet.answers[questionId] ?? []]
      .flat()
      .filter(Boolean)
      .map((key, index) => {
        const known = files.find((file) => file.key === key)
        const sent = names[key]
        if (sent) return { key, name: sent.name, meta: fileSize(sent.size), url: known?.url }
        return known ? { key, name: fileName(known, index + 1), meta: fileMeta(known), url: known.url } : { key, name: `File ${index + 1}` }
      })
  return (
    <>
      {questions.map((question, index) => (
        <div key={question.id} onFocus={() => onFocus(question.id)} onBlur={() => void sheet.flush()}>
          <QuestionFrame question={question} number={index + 1} isOptionalNamed>
            <AnswerField
              question={question}
              labelledBy={headingIdOf(question.id)}
              value={sheet.answers[question.id]}
              error={review.faults[question.id]}
              onChange={(value) => sheet.setAnswer(question.id, value)}
              files={
                <FileField
                  question={question}
                  id={fieldIdOf(question.id)}
                  attached={attachedTo(question.id)}
                  uploads={uploads}
                  accept={acceptOf(answerKinds)}
                  error={review.faults[question.id]}
                  onRemove={(key) => sheet.setAnswer(question.id, (before) => [before ?? []].flat().filter((other) => other !== key))}
                />
              }
            />
          </QuestionFrame>
        </div>
      ))}
    </>
  )
}
