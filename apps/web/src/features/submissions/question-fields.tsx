/** The questions of an assignment with their fields. */

import { useEffect } from 'react'
import type { Question } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/files.ts'
import { useSession } from '#lib/session.ts'
import { RequiredNote } from '#ui/form-page.tsx'
import { getHeadingId, getPrompt, QuestionFrame } from '#features/assignments/question.tsx'
import { getAcceptAttribute } from '#features/files/file-types.ts'
import { AnswerField } from '#features/questions/answer-field.tsx'
import { fileMeta, fileName } from '#features/questions/answer-view.tsx'
import { type AttachedFile, FileField } from '#features/questions/file-field.tsx'
import { shuffle } from './answers.ts'
import { answerKinds, type SubmitAnswers } from './submit-answers.tsx'

const toFieldId = (questionId: string): string => `answer-${questionId}`

type Props = {
  questions: readonly Question[]
  submitting: Pick<SubmitAnswers, 'draft' | 'uploads' | 'names' | 'review'>
  files: Submission['files']
  onFocus: (questionId: string) => void
}

/** Focuses the field of a question, whatever its type. */
export function goToField(questionId: string): void {
  document.getElementById(toFieldId(questionId))?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  getFocusTarget(questionId)?.focus({ preventScroll: true })
}

const getFocusTarget = (questionId: string): HTMLElement | null => {
  const field = document.getElementById(toFieldId(questionId))
  if (field?.matches('input, textarea')) return field
  return field?.querySelector<HTMLElement>('input:not([hidden]), button') ?? field
}

/**
 * Focuses the first answer when the page opens, without scrolling. Not on phones and tablets, where the keyboard would cover the
 * question.
 */
export function useFirstAnswerFocus(questions: readonly Question[]): void {
  useEffect(() => {
    const first = questions[0]
    if (!first || !matchMedia('(pointer: fine)').matches || document.activeElement?.closest('input, textarea, [role=dialog]')) return
    const target = getFocusTarget(first.id)
    target?.focus({ preventScroll: true })
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, so that the focus does not move later
  }, [])
}

export function QuestionFields({ questions, submitting, files, onFocus }: Props) {
  const { draft, uploads, names, review } = submitting
  const userId = useSession((session) => session.user?.id)
  const inOrder = (question: Question): Question =>
    question.shuffle ? { ...question, options: shuffle(question.options, `${userId}${question.id}`) } : question
  const attachedTo = (questionId: string): AttachedFile[] =>
    [draft.answers[questionId] ?? []]
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
      {questions.some(({ required }) => required) && <RequiredNote />}
      {questions.map((question, index) => (
        <div key={question.id} onFocus={() => onFocus(question.id)} onBlur={() => void draft.flush()}>
          <QuestionFrame question={question} number={index + 1} isRequiredMarked>
            <AnswerField
              question={inOrder(question)}
              prompt={getPrompt(question)}
              id={toFieldId(question.id)}
              labelledBy={getHeadingId(question.id)}
              value={draft.answers[question.id]}
              error={review.errors[question.id]}
              onChange={(value) => draft.setAnswer(question.id, value)}
              files={
                <FileField
                  fieldId={question.id}
                  id={toFieldId(question.id)}
                  attached={attachedTo(question.id)}
                  uploads={uploads}
                  accept={getAcceptAttribute(answerKinds)}
                  error={review.errors[question.id]}
                  onRemove={(key) => draft.setAnswer(question.id, (before) => [before ?? []].flat().filter((other) => other !== key))}
                />
              }
            />
          </QuestionFrame>
        </div>
      ))}
    </>
  )
}
