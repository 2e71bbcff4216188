/** Signing up with a form, on the course's details page: introduction, the form itself, and the receipt. */

import { Button, Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isFormOpen } from '@lms/contract/rules/course-state'
import { isVisible } from '@lms/contract/rules/post-content'
import type { MyResponse, SignupForm } from '@lms/contract/signup-forms'
import { formatDayAndTime, formatDueTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { readDraft } from '#lib/stored-drafts.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/loading.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { notify } from '#ui/toasts.tsx'
import { formatAnswer } from '#features/questions/answer-text.ts'
import { formQuery, useWithdrawAnswers } from './api.ts'
import { formatTaken } from './labels.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { signUpDraftKey } from './use-sign-up.ts'
import shared from './sign-up-forms.module.css'
import classes from './sign-up.module.css'

/** The mode: answering for the first time, changing a response, or just sent. Stored by the page, whose layout depends on it. */
export type SignUpMode = 'answer' | 'change' | 'sent' | null

type Props = {
  course: Course
  mode: SignUpMode
  onMode: (mode: SignUpMode) => void
  /** Called when the form takes over the page, and when it ends. */
  onFilling: (isFilling: boolean) => void
}

export function SignUp(props: Props) {
  const form = useQuery(formQuery({ params: { courseId: props.course.id } }))
  const isFilling = useIsFilling(props, form.data ?? null)
  return (
    <QueryPart query={form} what="The sign-up form" loading={<SkeletonText lines={3} />}>
      {(found) =>
        found ? (
          <Step {...props} form={found} isFilling={isFilling} isFetching={form.isFetching} onSent={() => void form.refetch()} />
        ) : (
          <Alert title="Sign-up has not opened yet">This course has no sign-up form yet. Come back later.</Alert>
        )
      }
    </QueryPart>
  )
}

const hasAnswered = ({ response }: SignupForm): boolean =>
  response !== null && response.status !== 'WITHDRAWN' && response.status !== 'APPROVED'

function useIsOpen(course: Course, form: SignupForm | null): boolean {
  const now = useServerNow()
  return form !== null && isFormOpen(form, now) && course.enrolment === 'FORM' && course.status === 'PUBLISHED'
}

/** Whether the form takes over the page. */
function useIsFilling({ course, mode, onFilling }: Props, form: SignupForm | null): boolean {
  const isOpen = useIsOpen(course, form)
  const status = form?.response?.status
  const isUndecided = status === 'PENDING' || status === 'WAITLISTED'
  const isFilling = form !== null && isOpen && (mode === 'change' ? isUndecided : mode === 'answer' && !hasAnswered(form))
  useEffect(() => onFilling(isFilling), [isFilling, onFilling])
  return isFilling
}

type StepProps = Omit<Props, 'onFilling'> & { form: SignupForm; isFilling: boolean; isFetching: boolean; onSent: () => void }

function Step({ course, mode, onMode, form, isFilling, isFetching, onSent }: StepProps) {
  const isOpen = useIsOpen(course, form)
  const { response } = form
  if (isFilling)
    return (
      <SignUpFields
        key={mode}
        form={form}
        course={course}
        isChange={mode === 'change'}
        onDone={() => {
          onMode('sent')
          onSent()
          window.scrollTo(0, 0)
        }}
        onCancel={() => onMode(null)}
      />
    )
  if (mode === 'sent' && response === null && isFetching) return <SkeletonText lines={3} />
  if (response && (hasAnswered(form) || (mode === 'sent' && response.status === 'APPROVED')))
    return <Receipt course={course} form={form} response={response} canChange={isOpen} onChange={() => onMode('change')} />
  return isOpen ? <Invitation course={course} form={form} onStart={() => onMode('answer')} /> : <Closed course={course} form={form} />
}

const Closed = ({ course, form }: { course: Course; form: SignupForm }) => (
  <Alert
    title={
      form.status === 'OPEN' && form.closesAt ? `Sign-up closed ${formatDueTime(form.closesAt, course.timeZone)}` : 'Sign-up is closed'
    }
  >
    {form.response?.status === 'WITHDRAWN' ? 'You withdrew your answers. ' : ''}Ask the staff of the course if you still want to join.
  </Alert>
)

function Invitation({ course, form, onStart }: { course: Course; form: SignupForm; onStart: () => void }) {
  const userId = useSession((session) => session.user?.id ?? 'nobody')
  const draft = readDraft<{ answers: Record<string, unknown> }>(userId, signUpDraftKey(form))
  const answered = Object.values(draft?.value.answers ?? {}).filter((value) => isVisible(String(value))).length
  const isFull = form.seatsLeft === 0
  const facts = [
    `${pluralize(form.questions.length, 'question')}.`,
    form.autoApprove ? (isFull ? '' : 'You are enrolled as soon as you send it.') : 'Staff read your answers before they enrol you.',
    isFull
      ? `${formatTaken(course.seats)}. ${form.autoApprove ? 'You will be put on the waiting list.' : 'If staff approve you, you join the waiting list.'}`
      : form.seatsLeft === null
        ? ''
        : `${form.seatsLeft} of ${course.seats} seats left.`,
    form.closesAt ? `Open until ${formatDueTime(form.closesAt, course.timeZone)}.` : '',
  ]
  return (
    <Card as="div">
      <Text component="h2" variant="heading" mb={6}>
        Sign up with a form
      </Text>
      {draft && answered > 0 ? (
        <p className={shared.meta}>
          {answered} of {form.questions.length} answered, draft saved {formatDayAndTime(draft.savedAt)}
        </p>
      ) : (
        <p className={shared.meta}>{facts.filter(Boolean).join(' ')}</p>
      )}
      <Flex wrap="wrap" gap={8} mt={16}>
        <Button {...(answered > 0 && { variant: 'default' })} onClick={onStart}>
          {answered > 0 ? 'Continue' : isFull && form.autoApprove ? 'Join the waiting list' : 'Sign up'}
        </Button>
      </Flex>
    </Card>
  )
}

type ReceiptProps = { course: Course; form: SignupForm; response: MyResponse; canChange: boolean; onChange: () => void }
type Step = { icon: StatusName; title: string; words: string }

const formatStaff = ({ trainers }: Course): string => trainers.map(({ name }) => name).join(' or ') || 'Staff'

function toSteps(course: Course, { status, sentAt, place }: MyResponse, seatsLeft: number | null): Step[] {
  const sent: Step = { icon: 'done', title: 'Answers sent', words: formatDayAndTime(sentAt) }
  const seats = seatsLeft === null ? '' : ` ${seatsLeft} of ${course.seats} seats are left now.`
  if (status === 'PENDING')
    return [
      sent,
      { icon: 'in-progress', title: 'Staff review your answers', words: `${formatStaff(course)}. You get an email with the decision.` },
      { icon: 'not-started', title: 'Enrolled', words: `The course appears in Enrolled Courses.${seats}` },
    ]
  if (status === 'WAITLISTED')
    return [
      sent,
      {
        icon: 'late',
        title: `Waiting list, place ${place ?? ''}`,
        words: 'All seats are taken. You get an email when a seat is free for you.',
      },
      { icon: 'not-started', title: 'Enrolled', words: 'The course appears in Enrolled Courses.' },
    ]
  if (status === 'APPROVED') return [sent, { icon: 'done', title: 'Enrolled', words: 'The course appears in Enrolled Courses.' }]
  return [sent, { icon: 'cannot', title: 'Declined', words: 'Ask the staff of the course if you have questions.' }]
}

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={classes.steps}>
    {steps.map(({ icon, title, words }) => (
      <li key={title}>
        <StatusIcon name={icon} />
        <div>
          <strong>{title}</strong>
          <p className={shared.meta}>{words}</p>
        </div>
      </li>
    ))}
  </ol>
)

const headings = {
  PENDING: 'Your answers were sent',
  WAITLISTED: 'You are on the waiting list',
  REJECTED: 'Your sign-up was declined',
  APPROVED: 'You are enrolled',
  WITHDRAWN: 'You withdrew your answers',
} as const

/** The state of a sign-up: steps so far, the answers as sent, and changing or withdrawing them. */
function Receipt({ course, form, response, canChange, onChange }: ReceiptProps) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useWithdrawAnswers()
  const isUndecided = response.status === 'PENDING' || response.status === 'WAITLISTED'
  const values = new Map(response.answers.map(({ questionId, value }) => [questionId, value]))
  const answered = response.questions.filter(({ id }) => values.has(id)).length
  const onConfirm = (): void =>
    withdraw.mutate(
      { params: { courseId: course.id, id: form.id } },
      {
        onSuccess: () => {
          setAsking(false)
          notify.success('Answers withdrawn')
        },
      },
    )
  return (
    <>
      <Card as="div">
        <Text component="h2" variant="heading" mb={6}>
          {headings[response.status]}
        </Text>
        {response.note && <blockquote className={classes.note}>{response.note}</blockquote>}
        <Steps steps={toSteps(course, response, form.seatsLeft)} />
        {response.status === 'APPROVED' && (
          <Flex wrap="wrap" gap={8} mt={16}>
            <Button component={Link} to={paths.course.to({ courseId: course.id })}>
              Open course
            </Button>
          </Flex>
        )}
        {isUndecided && (
          <Flex wrap="wrap" gap={8} mt={16}>
            {canChange && (
              <Button variant="default" onClick={onChange}>
                Change your answers
              </Button>
            )}
            <Button variant="subtle" onClick={() => setAsking(true)}>
              Withdraw
            </Button>
          </Flex>
        )}
      </Card>
      <Section
        title="Your answers"
        count={`${answered} of ${response.questions.length}`}
        action={<span className={shared.meta}>Only you and staff see them</span>}
      >
        <ol className={classes.answers}>
          {response.questions.map((question, index) => {
            const words = formatAnswer(question, values.get(question.id))
            return (
              <li key={question.id}>
                <span className={shared.number}>{index + 1}</span>
                <div>
                  <p className={shared.meta}>{question.label}</p>
                  <p className={words === '' ? shared.meta : question.type === 'LONG_TEXT' ? shared.long : shared.given}>
                    {words || 'Not answered'}
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
      </Section>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
        title="Withdraw your answers?"
        cancelLabel="Keep"
        confirmLabel="Withdraw"
        isPending={withdraw.isPending}
      >
        You can sign up again while the form is open.
      </ConfirmDialog>
    </>
  )
}
