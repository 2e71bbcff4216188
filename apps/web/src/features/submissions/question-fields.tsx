/** The questions of an assignment with their fields. */

import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Question } from '@lms/contract/assignments'
import { completeUrl } from '@lms/contract/rules/https-url'
import { describeRoom, textLimits } from '@lms/contract/rules/limits'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/files.ts'
import { useSession } from '#lib/session.ts'
import { ChoiceCards } from '#ui/radio-cards.tsx'
import { getHeadingId, QuestionFrame } from '#features/assignments/index.ts'
import { getAcceptAttribute } from '#features/files/index.ts'
import { shuffle, validateAnswer } from '#features/submissions/answers.ts'
import { fileMeta, fileName } from './answer-view.tsx'
import type { AnswerValue } from './answers.ts'
import { type AttachedFile, FileField } from './file-field.tsx'
import { answerKinds, type SubmitAnswers } from './submit-answers.tsx'
import classes from './answer-view.module.css'

type AnswerFieldProps = {
  question: Question
  /** The id of the heading that names the field. */
  labelledBy: string
  value: AnswerValue | undefined
  error?: string | undefined
  onChange: (value: AnswerValue) => void
  /** The field for files, from the caller, which uploads them. */
  files: ReactNode
}

const toFieldId = (questionId: string): string => `answer-${questionId}`

const getText = (value: AnswerValue | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

type LinkFieldProps = Pick<AnswerFieldProps, 'question' | 'error'> & {
  id: string
  'aria-labelledby': string
  value: string
  onChange: (value: string) => void
}

/** On leaving the field, the address is completed, and a fault is named. */
function LinkField({ question, value, error, onChange, ...named }: LinkFieldProps) {
  const [left, setLeft] = useState<string>()
  const fault = value !== '' && left === value ? validateAnswer(question, value) : undefined
  const leave = (): void => {
    const complete = completeUrl(value)
    setLeft(complete)
    if (complete !== value) onChange(complete)
  }
  return (
    <TextInput
      {...named}
      type="url"
      inputMode="url"
      placeholder="https://"
      value={value}
      error={error ?? fault}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** The field of one question, by its type. */
function AnswerField({ question, labelledBy, value, error, onChange, files }: AnswerFieldProps) {
  const id = toFieldId(question.id)
  const named = { id, 'aria-labelledby': labelledBy, error }
  const userId = useSession((session) => session.user?.id)
  const options = question.shuffle ? shuffle(question.options, `${userId}${question.id}`) : question.options
  switch (question.type) {
    case 'TEXT':
      return (
        <Textarea
          {...named}
          autosize
          minRows={5}
          maxRows={24}
          value={getText(value)}
          description={describeRoom(getText(value), textLimits.answer)}
          inputWrapperOrder={['input', 'description', 'error']}
          classNames={{ input: classes.questionFieldsText ?? '' }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'LINK':
      return <LinkField {...named} question={question} value={getText(value)} onChange={onChange} />
    case 'FILE':
      return files
    default:
      return (
        <ChoiceCards
          id={id}
          labelledBy={labelledBy}
          options={options}
          isMany={question.type === 'MULTIPLE_CHOICE'}
          canClear={!question.required}
          value={value}
          error={error}
          onChange={onChange}
        />
      )
  }
}

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
      {questions.map((question, index) => (
        <div key={question.id} onFocus={() => onFocus(question.id)} onBlur={() => void draft.flush()}>
          <QuestionFrame question={question} number={index + 1} isOptionalNamed>
            <AnswerField
              question={question}
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
