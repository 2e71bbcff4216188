/** Beside the overview of a user: marks, the last feedback, and for admins the account with where it is signed in. */

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { roundMarks } from '@lms/contract/rules/marks'
import type { UserDetails, UserOverview } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDay, formatLastSeenInSentence, formatShortDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { useSignOutUser } from './api.ts'
import { mayManage } from './labels.ts'
import { AccountState } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'
import classes from './user-details-screen.module.css'

type Props = { person: UserDetails; overview: UserOverview }

/** How many marks are shown at first, and how many hidden ones are worth a button. */
const [firstMarks, leastHidden] = [4, 2]

function Marks({ marks }: { marks: UserOverview['marks'] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || marks.length < firstMarks + leastHidden ? marks : marks.slice(0, firstMarks)
  return (
    <Section title="Marks so far" count={marks.length || undefined}>
      {marks.length === 0 && <p>No marks yet.</p>}
      <Rows label="Marks so far">
        {shown.map(({ submissionId, courseId, courseTitle, title, marks: given, maxMarks, gradedAt, isHeld }) => (
          <Row
            key={submissionId}
            to={paths.submission.to({ submissionId, courseId })}
            name={title}
            meta={`${isolate(courseTitle)} · ${formatDay(gradedAt)}${isHeld ? ' · held' : ''}`}
            wraps
            fact={`${roundMarks(given)} / ${maxMarks}`}
            factTone="strong"
          />
        ))}
      </Rows>
      {shown.length < marks.length && (
        <Button className={classes.earlier ?? ''} variant="default" size="sm" mt={8} onClick={() => setWhole(true)}>
          Show {marks.length - shown.length} more
        </Button>
      )}
    </Section>
  )
}

const Feedback = ({ feedback: { submissionId, courseId, title, text, gradedAt } }: { feedback: NonNullable<UserOverview['feedback']> }) => (
  <Section title="Last feedback">
    <Link to={paths.submission.to({ submissionId, courseId })}>{title}</Link>
    <Text variant="meta">{formatDay(gradedAt)}</Text>
    <p dir="auto" className={classes.feedback}>
      {text}
    </p>
  </Section>
)

/** Asks first: a user who is signed out in the middle of work notices it. */
function SignOutAll({ person }: { person: UserDetails }) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useSignOutUser()
  const confirm = (): void =>
    mutate(
      { params: { id: person.id } },
      {
        onSuccess: () => void notify.success(`${isolate(person.name)} was signed out everywhere`),
        onError: (error) => void notify.error(getErrorMessage(error)),
        onSettled: () => setOpen(false),
      },
    )
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Sign out all
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        isPending={isPending}
        title={`Sign ${isolate(person.name)} out everywhere?`}
        cancelLabel="Cancel"
        confirmLabel="Sign out all"
      >
        <p>Saved work is kept. The calendar link stops working too.</p>
      </ConfirmDialog>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Account({ person, sessions }: { person: UserDetails; sessions: NonNullable<UserOverview['sessions']> }) {
  const me = useSession((session) => session.user)
  const now = useServerNow(60_000)
  const failure = person.invitationError ?? person.codeError
  return (
    <Card title="Account">
      <dl className={classes.facts}>
        <Fact name="Role">{roleLabels[person.role]}</Fact>
        <Fact name="Status">
          <AccountState person={person} />
        </Fact>
        <Fact name="Email delivery">
          {failure === null ? 'No known failures' : <StatusText state="missing">{isolate(failure)}</StatusText>}
        </Fact>
        <Fact name="Added">{formatShortDay(person.createdAt)}</Fact>
        <Fact name="Time zone">{person.timeZone ? formatZone(person.timeZone) : 'Not chosen'}</Fact>
        <Fact name="Sign-ins">{sessions.length}</Fact>
      </dl>
      {sessions.length > 0 && (
        <Rows label="Sign-ins">
          {sessions.map(({ id, device, ip, lastUsedAt }) => (
            <Row
              key={id}
              name={device}
              meta={[ip, `last used ${formatLastSeenInSentence(lastUsedAt, now)}`].filter(Boolean).join(' · ')}
              wraps
            />
          ))}
        </Rows>
      )}
      {sessions.length > 0 && me && mayManage(me, person) && (
        <div className={classes.earlier}>
          <SignOutAll person={person} />
        </div>
      )}
    </Card>
  )
}

export function UserSide({ person, overview: { marks, feedback, emails, sessions, courses } }: Props) {
  const isStudent = courses.some(({ numbers }) => numbers !== null)
  return (
    <div className={classes.parts}>
      {isStudent && <Marks marks={marks} />}
      {feedback && <Feedback feedback={feedback} />}
      {sessions && <Account person={person} sessions={sessions} />}
      <Section title="Emails from courses">
        <p>
          {emails.sent} sent{emails.failed > 0 && <span className={classes.failure}>, {emails.failed} failed</span>}
        </p>
      </Section>
    </div>
  )
}
