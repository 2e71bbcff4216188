/** The form for respondents: the questions, and next to them progress and the submit button. */

import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { SignupForm } from '@lms/contract/signup-forms'
import { fileSize } from '#lib/files.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors } from '#ui/form-page.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { DraftStatus } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { getAcceptAttribute } from '#features/files/file-types.ts'
import { FileField } from '#features/questions/file-field.tsx'
import { formatTaken } from './labels.ts'
import { getAnswerFieldId, QuestionField } from './question-field.tsx'
import { type SignUpState, signUpFileKinds, useSignUp } from './use-sign-up.ts'
import classes from './sign-up-fields.module.css'
import shared from './sign-up-forms.module.css'

/** With more questions than this, the form has steps. */
const stepSize = 7

type Props = { form: SignupForm; course: Course; isChange: boolean; onDone: () => void; onCancel: () => void }

/** “Question 4 is new.” */
function describeChange(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'Your answers are kept where the questions are the same.'
  const last = numbers.at(-1)
  return `${numbers.length === 1 ? `Question ${last} is` : `Questions ${numbers.slice(0, -1).join(', ')} and ${last} are`} new. Your other answers are kept.`
}

function Question({ form, index, signUp }: { form: SignupForm; index: number; signUp: SignUpState }) {
  const question = form.questions[index]!
  const { answers, files, uploads } = signUp
  const error = signUp.error(question.id)
  const keys = [answers[question.id] ?? []].flat().filter(Boolean)
  return (
    <QuestionField
      question={question}
      number={index + 1}
      value={answers[question.id]}
      error={error}
      onChange={(value) => signUp.setAnswer(question.id, value)}
      onBlur={() => signUp.checkField(question)}
      {...(question.type === 'FILE' && {
        files: (
          <FileField
            fieldId={question.id}
            id={getAnswerFieldId(question.id)}
            attached={keys.map((key, at) => ({
              key,
              name: files[key]?.name ?? `File ${at + 1}`,
              meta: files[key] && fileSize(files[key].size),
            }))}
            uploads={uploads}
            accept={getAcceptAttribute(signUpFileKinds)}
            hint="PDF, Word, Excel, PowerPoint, text or ZIP up to 100 MB, pictures up to 5 MB"
            error={error}
            onRemove={(key) =>
              signUp.setAnswer(
                question.id,
                keys.filter((other) => other !== key),
              )
            }
          />
        ),
      })}
    />
  )
}

function Checklist({ form, signUp }: { form: SignupForm; signUp: SignUpState }) {
  return (
    <ol className={classes.checklist}>
      {form.questions.map((question) => {
        const hasError = signUp.error(question.id) !== undefined
        return (
          <li key={question.id} className={hasError ? classes.wrong : undefined}>
            <StatusIcon name={hasError ? 'missing' : signUp.hasAnswer(question) ? 'done' : 'not-started'} size={16} />
            <span>{question.label}</span>
          </li>
        )
      })}
    </ol>
  )
}

function AnsweredCount({ answered, total }: { answered: number; total: number }) {
  return (
    <>
      <Stack gap={2} mb={10}>
        <strong>
          {answered} of {total} answered
        </strong>
        {answered > 0 && <DraftStatus word="Draft saved on this device" />}
      </Stack>
      <ProgressBar label="Questions answered" value={(answered / total) * 100} />
    </>
  )
}

export function SignUpFields({ form, course, isChange, onDone, onCancel }: Props) {
  const isPhone = useIsPhone()
  const signUp = useSignUp(form, isChange, onDone)
  const [chosenStep, setStep] = useState(0)
  const { questions } = form
  const steps = questions.length > stepSize ? Math.ceil(questions.length / stepSize) : 1
  // A form that was changed may have fewer.
  const step = Math.min(chosenStep, steps - 1)
  const isLast = step === steps - 1
  const goTo = (next: number): void => {
    setStep(next)
    window.scrollTo(0, 0)
  }
  const { conflictCount } = signUp
  const changeNote = useRef<HTMLDivElement>(null)
  // Nothing was sent: the note says why, and the newer form is below it.
  useEffect(() => {
    if (conflictCount > 0 && signUp.isFormChanged) changeNote.current?.focus()
  }, [conflictCount, signUp.isFormChanged])
  const firstWrong = questions.findIndex(({ id }) => signUp.error(id))
  // A question of an earlier step may need attention.
  useEffect(() => {
    if (firstWrong >= 0 && steps > 1) setStep(Math.floor(firstWrong / stepSize))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on sending: typing must not move the page
  }, [signUp.form.submitCount])
  const cancel = (): void => {
    signUp.discard()
    onCancel()
  }
  const isFull = form.seatsLeft === 0
  const isWaiting = form.autoApprove && isFull
  const sendLabel = isChange ? 'Save answers' : isWaiting ? 'Join the waiting list' : 'Send answers'
  const button = isLast ? (
    <Button fullWidth={!isPhone} loading={signUp.isSending} onClick={signUp.send}>
      {sendLabel}
    </Button>
  ) : (
    <Button fullWidth={!isPhone} onClick={() => goTo(step + 1)}>
      Next
    </Button>
  )
  return (
    <div className={classes.filling}>
      <div>
        <div className={classes.notes}>
          <FormErrors form={signUp.form} title="Not sent" />
          {signUp.isFormChanged && (
            <Alert
              key={signUp.conflictCount}
              ref={changeNote}
              tone="warn"
              role="status"
              title="This form was changed"
              action={
                <Button variant="default" size="sm" onClick={signUp.acceptChange}>
                  Continue
                </Button>
              }
            >
              {describeChange(signUp.newQuestions)}
            </Alert>
          )}
          {isFull && !isChange && (
            <Alert title={formatTaken(course.seats)}>
              {isWaiting ? 'You will be put on the waiting list.' : 'If staff approve you, you join the waiting list.'}
            </Alert>
          )}
        </div>
        <Text component="h2" variant="heading" mb={6}>
          {isChange ? 'Change your answers' : 'Sign-up form'}
        </Text>
        <p className={shared.meta}>
          {pluralize(questions.length, 'question')}. {form.autoApprove ? '' : 'Staff read your answers before they enrol you. '}
          {steps > 1 && ` Step ${step + 1} of ${steps}.`}
        </p>
        {questions.map(
          (question, index) =>
            Math.floor(index / stepSize) === (steps > 1 ? step : Math.floor(index / stepSize)) && (
              <Question key={question.id} form={form} index={index} signUp={signUp} />
            ),
        )}
        {step > 0 && (
          <Button variant="default" onClick={() => goTo(step - 1)}>
            Back
          </Button>
        )}
      </div>
      <aside className={classes.aside} aria-label="Your answers">
        <Card as="div">
          <AnsweredCount answered={signUp.answered} total={questions.length} />
          <Checklist form={form} signUp={signUp} />
          {!isPhone && button}
          {isChange && (
            <Button variant="subtle" onClick={cancel}>
              Cancel
            </Button>
          )}
          <p className={classes.small}>
            {isChange || !form.autoApprove
              ? 'You can change your answers until staff have decided.'
              : isWaiting
                ? 'You get an email when a seat is free for you.'
                : 'You are enrolled as soon as you send it.'}
          </p>
        </Card>
        <p className={classes.small}>You can close the page and continue later on this device.</p>
      </aside>
      {isPhone && <BottomDock>{button}</BottomDock>}
    </div>
  )
}
