/** Enrolling several users, changing their role, emailing them: the dialogs, progress, and failures. */

import { Box, Button, Stack, Text, Textarea } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { isStudentRole, grantableRoles, type Role } from '@lms/contract/policy'
import type { ListedUser } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { pluralize } from '#lib/pluralize.ts'
import type { Option } from '#lib/search-options.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { Dialog, UnsavedChangesGuard } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { formatPeople, roleEffect, canJoinCourses } from './labels.ts'
import { type Ends, type BulkProgress, type Outcome, useBulkAction } from './use-bulk-action.ts'
import { RoleChoice } from './user-form.tsx'
import classes from './users.module.css'

type Props = { people: readonly ListedUser[]; onClose: () => void } & Ends

type AskProps = {
  title: string
  action: string
  onClose: () => void
  onAction: () => void
  going: BulkProgress | null
  outcome: Outcome | null
  isOpen: boolean
  children: ReactNode
}

/** Asks for what an action needs, and shows how far it is. */
export function Ask({ title, action, onClose, onAction, going, outcome, isOpen, children }: AskProps) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {going ? 'Stop' : 'Cancel'}
      </Button>
      <Button loading={going !== null} disabled={!isOpen} onClick={onAction}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} foot={foot}>
      <Stack gap={16}>{children}</Stack>
      <BulkProgressBar going={going} />
      <BulkResultAlert outcome={outcome} />
    </Dialog>
  )
}

export function BulkEnrol({ people, CourseField, onClose, ...ends }: Props & { CourseField: ComponentType<ChoiceFieldProps> }) {
  const [course, setCourse] = useState<Option | null>(null)
  const { run, stop, going, outcome } = useBulkAction<ListedUser>(ends)
  const fit = people.filter(({ role }) => canJoinCourses(role))
  const enrol = (): unknown =>
    course !== null &&
    void run(fit, ({ id }) => api.users.addUserToCourse({ params: { id, courseId: course.value } }), `enrolled in ${course.label}`)
  return (
    <Ask
      title={`Enrol ${formatPeople(fit.length)}`}
      action={`Enrol ${formatPeople(fit.length)}`}
      isOpen={course !== null && fit.length > 0}
      going={going}
      outcome={outcome}
      onClose={going ? stop : onClose}
      onAction={enrol}
    >
      {fit.length < people.length && (
        <Alert title={`${formatPeople(people.length - fit.length)} left out`}>
          Admins have access to every course and cannot be enrolled.
        </Alert>
      )}
      <CourseField
        label="Course"
        description="Trainers teach it, students take it. Who is in it already stays."
        placeholder="Choose a course"
        value={course?.value ?? null}
        onChange={(_id, chosen) => setCourse(chosen)}
        data-autofocus
      />
    </Ask>
  )
}

/** For one user the courses are known; for several, only that there are any. */
function effectOn(people: readonly ListedUser[], from: Role, to: Role): string {
  const [one, ...others] = people
  if (one && others.length === 0) return roleEffect(one.name, from, to, one.courses, one.courseCount)
  return roleEffect('They', from, to, [], Math.max(0, ...people.map(({ courseCount }) => courseCount)))
}

export function BulkRole({ people, onClose, ...ends }: Props) {
  const me = useSession((session) => session.user)
  const [role, setRole] = useState<Role | null>(null)
  const { run, stop, going, outcome } = useBulkAction<ListedUser>(ends)
  const others = people.filter((person) => person.role !== role)
  const before = [...new Set(others.map((person) => person.role))]
  const change = (): void =>
    void run(others, ({ id }) => api.users.updateUser({ params: { id }, body: { role: role ?? 'USER' } }), 'given the new role')
  return (
    <Ask
      title={`Change the role of ${formatPeople(people.length)}`}
      action={role === null ? 'Change role' : `Change ${formatPeople(others.length)}`}
      isOpen={role !== null && others.length > 0}
      going={going}
      outcome={outcome}
      onClose={going ? stop : onClose}
      onAction={change}
    >
      <RoleChoice roles={me ? grantableRoles(me.role) : []} value={role} onChange={setRole} />
      {role !== null && others.length > 0 && (
        <Alert tone="warn" role="status" title="What changes">
          {before.length === 1 && before[0]
            ? effectOn(others, before[0], role)
            : `Each person is signed out once. ${isStudentRole(role) ? 'Trainers leave the courses they teach.' : before.includes('USER') ? 'Students leave the courses they take.' : ''}`}
        </Alert>
      )}
      {role !== null && others.length === 0 && <Alert title="Nothing changes">All of them have this role already.</Alert>}
    </Ask>
  )
}

/** Characters: Windows does not pass longer links to a mail program. */
const longestLink = 2000

/** The product only emails members of a course; for a selection of users, the browser opens the user's mail program. */
export function BulkMail({ people, onClose, onDone }: Omit<Props, 'onPart'>) {
  const addresses = people.map(({ email }) => email).join(', ')
  const onCopy = async (): Promise<void> => {
    const copied = `${pluralize(people.length, 'address', 'addresses')} copied`
    if (await copyToClipboard(addresses, copied, 'The browser did not allow copying. Choose the addresses and copy them.')) onDone()
  }
  const write = `mailto:?bcc=${encodeURIComponent(people.map(({ email }) => email).join(','))}`
  const fits = write.length <= longestLink
  const foot = (
    <>
      <Button {...(fits && { variant: 'default' })} onClick={() => void onCopy()}>
        Copy addresses
      </Button>
      {fits && (
        <Button component="a" href={write} onClick={onDone}>
          Open mail program
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Write to ${formatPeople(people.length)}`} foot={foot}>
      <Textarea
        label="Addresses"
        description="They go into the blind copy, so that nobody sees the others."
        readOnly
        autosize
        minRows={2}
        maxRows={6}
        value={addresses}
      />
    </Dialog>
  )
}

export function BulkProgressBar({ going }: { going: BulkProgress | null }) {
  const leaving = (
    <UnsavedChangesGuard
      isActive={going !== null}
      title="Leave before all are done?"
      text="Who is done stays done, the others stay as they were."
      stay="Stay"
      leave="Leave"
    />
  )
  if (!going || going.total < 2) return leaving
  const { done, total, isWaiting } = going
  return (
    <Box mt={12}>
      {leaving}
      <ProgressBar label="Progress" value={(done / total) * 100} isMoving words={`${done} of ${total}`} />
      <Text role="status" inherit c="dimmed" fz="sm" m="4px 0 0">
        {isWaiting && 'The server limits changes per minute. This continues automatically; keep this page open.'}
      </Text>
    </Box>
  )
}

const formatTitle = ({ done, word, failures, left }: Outcome): string =>
  done > 0 ? `${formatPeople(done)} ${word}, ${formatPeople(failures.length + left)} not` : `Nobody was ${word}`

export function BulkResultAlert({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null
  const { failures, left } = outcome
  return (
    <Box mt={12}>
      <Alert tone={failures.length > 0 ? 'bad' : 'warn'} role="alert" title={formatTitle(outcome)}>
        {failures.length > 0 && (
          // A box that scrolls must be reachable by keyboard.
          <ul className={classes.list} tabIndex={0} aria-label="Failed">
            {failures.map(({ id, name, reason }) => (
              <li key={id}>
                <b>{name}</b>: {reason}
              </li>
            ))}
          </ul>
        )}
        {left > 0 && <p>{`${formatPeople(left)} ${left === 1 ? 'was' : 'were'} not processed.`}</p>}
        <p>They stay selected, so you can try again.</p>
      </Alert>
    </Box>
  )
}
