/** What became of a sign-up: the steps so far, the answers as they were sent, and the ways to change or withdraw them. */
import type { Course } from '@lms/contract/courses'
import type { MyResponse, SignupForm } from '@lms/contract/signup-forms'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status.tsx'
import { notify } from '#ui/toasts.tsx'
import { useWithdrawAnswers } from './api.ts'
import { formatAnswer } from './labels.ts'
import classes from './sign-up-forms.module.css'

type Props = { course: Course; form: SignupForm; response: MyResponse; canChange: boolean; onChange: () => void }
type Step = { icon: StatusName; title: string; words: string }

const formatStaff = ({ trainers }: Course): string => trainers.map(({ name }) => name).join(' or ') || 'Staff'

function toSteps(course: Course, { status, sentAt, place }: MyResponse, seatsLeft: number | null): Step[] {
  const sent: Step = { icon: 'done', title: 'Answers sent', words: dayAndTime(sentAt) }
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

const headings = {
  PENDING: 'Your answers were sent',
  WAITLISTED: 'You are on the waiting list',
  REJECTED: 'Your sign-up was declined',
  APPROVED: 'You are enrolled',
  WITHDRAWN: 'You withdrew your answers',
} as const

export function Receipt({ course, form, response, canChange, onChange }: Props) {
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
          notify.success('Your answers are withdrawn')
        },
      },
    )
  return (
    <>
      <Card as="div">
        <h2 className={classes.cardTitle}>{headings[response.status]}</h2>
        {response.note && <blockquote className={classes.note}>{response.note}</blockquote>}
        <ol className={classes.steps}>
          {toSteps(course, response, form.seatsLeft).map(({ icon, title, words }) => (
            <li key={title}>
              <StatusIcon name={icon} />
              <div>
                <strong>{title}</strong>
                <p className={classes.meta}>{words}</p>
              </div>
            </li>
          ))}
        </ol>
        {response.status === 'APPROVED' && (
          <div className={classes.actions}>
            <Button component={Link} to={paths.course.to({ courseId: course.id })}>
              Open course
            </Button>
          </div>
        )}
        {isUndecided && (
          <div className={classes.actions}>
            {canChange && (
              <Button variant="default" onClick={onChange}>
                Change your answers
              </Button>
            )}
            <Button variant="subtle" onClick={() => setAsking(true)}>
              Withdraw
            </Button>
          </div>
        )}
      </Card>
      <Section
        title="Your answers"
        count={`${answered} of ${response.questions.length}`}
        action={<span className={classes.meta}>Only you and staff see them</span>}
      >
        <ol className={classes.answers}>
          {response.questions.map((question, index) => {
            const words = formatAnswer(question, values.get(question.id))
            return (
              <li key={question.id}>
                <span className={classes.number}>{index + 1}</span>
                <div>
                  <p className={classes.meta}>{question.label}</p>
                  <p className={words === '' ? classes.meta : question.type === 'LONG_TEXT' ? classes.long : classes.given}>
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
