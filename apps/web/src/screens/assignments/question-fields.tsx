/** The questions of an assignment with their fields. */
import type { Question } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/file-size.ts'
import { headingIdOf, QuestionFrame } from '#modules/assignments/question-frame.tsx'
import { acceptOf } from '#modules/files/file-types.ts'
import { AnswerField, fieldIdOf } from '#modules/submissions/answer-field.tsx'
import { fileMeta, fileName } from '#modules/submissions/file-card.tsx'
import { type AttachedFile, FileField } from '#modules/submissions/file-field.tsx'
import type { AnswerSheet } from '#modules/submissions/use-answer-sheet.ts'
import type { Uploads } from '#modules/submissions/use-uploads.ts'
import { answerKinds, type FileNames } from './use-hand-in.ts'

type Props = {
  questions: readonly Question[]
  sheet: AnswerSheet
  uploads: Uploads
  names: FileNames
  faults: Record<string, string | undefined>
  files: Submission['files']
  onFocus: (questionId: string) => void
}

export function QuestionFields({ questions, sheet, uploads, names, faults, files, onFocus }: Props) {
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
              error={faults[question.id]}
              onChange={(value) => sheet.setAnswer(question.id, value)}
              files={
                <FileField
                  question={question}
                  id={fieldIdOf(question.id)}
                  attached={attachedTo(question.id)}
                  uploads={uploads}
                  accept={acceptOf(answerKinds)}
                  error={faults[question.id]}
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
