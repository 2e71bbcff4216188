/** Add user: one user with role and course; invited by email now or later. */

import { Badge, Button, Flex, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useNavigate, Link } from 'react-router'
import { isTrainerRole, grantableRoles } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { AddedUser } from '@lms/contract/users'
import { isApiProblem, getErrorMessage } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { formatPassed } from '#lib/format-passed.ts'
import { paths } from '#lib/paths.ts'
import type { Option } from '#lib/search-options.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { Page, useAutoFocus } from '#ui/page.tsx'
import type { ChoiceFieldProps, OptionsFieldProps } from '#ui/search-field.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { CoursesField, OpenCourseField } from '#features/courses/course-picker.tsx'
import { useAddUser, useAddToCourse, usersQuery } from './api.ts'
import { canJoinCourses } from './labels.ts'
import { CopyInvitation, MailNote, useSendsEmail } from './mail-state.tsx'
import { roleLabels, statusGlyphs } from './role-labels.ts'
import { checkNewUser, NameAndEmail, newUser, RoleChoice, type NewUserValues } from './user-form.tsx'
import classes from './user-new-screen.module.css'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

export function UserNewScreen() {
  const navigate = useNavigate()
  return (
    <Page
      title="Add User"
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: 'Add User' }]}
      meta={<span>New people choose a password with their invitation link.</span>}
    >
      <AddUserForm CourseField={OpenCourseField} CoursesField={CoursesField} onAdded={() => void navigate(users)} />
    </Page>
  )
}

type Props = { CourseField: ComponentType<ChoiceFieldProps>; CoursesField: ComponentType<OptionsFieldProps>; onAdded: () => void }

/** “Omar Haddad is in 2 courses. The invitation is on its way.” */
function formatAdded({ name, isNew, passed }: AddedUser, courses: readonly Option[], invited: 'mailed' | 'later' | 'byLink'): string {
  const [first] = courses
  const place = !first ? 'is added' : courses.length === 1 ? `is in ${isolate(first.label)}` : `is in ${courses.length} courses`
  const next = { mailed: 'The invitation is on its way.', later: 'No email was sent. You can invite them from the list.', byLink: '' }[
    invited
  ]
  return `${isolate(name)} ${place}${formatPassed(passed)}. ${isNew ? next : 'The account was there already.'}`.trim()
}

function LinkNote({ person }: { person: AddedUser }) {
  return (
    <Alert tone="ok" role="status" title={`${isolate(person.name)} is added`} action={<CopyInvitation person={person} />}>
      Email is not set up, so no invitation was sent. Copy a link and give it to {isolate(person.name)}. It works once, for seven days.
      Earlier links stop working.
    </Alert>
  )
}

export function AddUserForm({ CourseField, CoursesField, onAdded }: Props) {
  const me = useSession((session) => session.user)
  const form = useForm<NewUserValues>({ draft: 'person:new', initial: newUser, check: checkNewUser })
  const [knownEmail, setKnownEmail] = useState<string | null>(null)
  const sendsEmail = useSendsEmail()
  /** The user whose link can be copied, if no email is sent. */
  const [linkFor, setLinkFor] = useState<AddedUser | null>(null)
  const { values, set, error } = form
  const sameTerms = (): NewUserValues => ({ ...newUser, role: values.role, courses: values.courses, invite: values.invite })
  const add = useAddUser({ onSaved: () => void form.saved(sameTerms()) })
  useAutoFocus('name')

  const send = (sent: NewUserValues, isMore: boolean): void => {
    setKnownEmail(null)
    const { name, email, role } = sent
    const invite = sent.invite && sendsEmail
    const courses = canJoinCourses(role) ? sent.courses : []
    add.mutate(
      { body: { name: name.trim(), email: email.trim(), role, courseIds: courses.map(({ value }) => value), invite } },
      {
        onSuccess: (person) => {
          notify.success(formatAdded(person, courses, invite ? 'mailed' : sendsEmail ? 'later' : 'byLink'))
          const hasLink = !sendsEmail && person.isNew
          setLinkFor(hasLink ? person : null)
          if (!isMore && !hasLink) return onAdded()
          // Who types the next person already goes on where they are.
          if (!document.activeElement?.matches('input')) document.getElementById('name')?.focus()
        },
        onError: (error) => (isApiProblem(error) && error.problem === 'email-taken' ? setKnownEmail(email.trim()) : form.fail(error)),
      },
    )
  }
  const startOver = (): void => {
    setKnownEmail(null)
    form.discard(sameTerms())
    document.getElementById('name')?.focus()
  }
  const submit = (isMore: boolean) => form.submit((sent) => send(sent, isMore))
  const addMore = (
    <Button variant="default" px={{ base: 14, sm: 18 }} flex="0 0 auto" disabled={add.isPending} onClick={() => submit(true)()}>
      Add and add another
    </Button>
  )
  return (
    <FormPage form={form} submitLabel="Add user" isPending={add.isPending} others={addMore} onSubmit={submit(false)}>
      <FormSection>
        {linkFor ? <LinkNote key={linkFor.id} person={linkFor} /> : <MailNote />}
        {knownEmail !== null && <ExistingUser email={knownEmail} CourseField={CourseField} onEnrolled={startOver} />}
        <NameAndEmail form={form} ownDomain={me?.email.split('@')[1]} />
        <RoleChoice roles={me ? grantableRoles(me.role) : []} {...form.field('role')} />
        {canJoinCourses(values.role) && (
          <CoursesField
            id="courses"
            label="Courses"
            description={`${isTrainerRole(values.role) ? 'Taught' : 'Enrolled'} from the start. You can leave this empty.`}
            value={values.courses}
            error={error('courses')}
            onChange={(courses) => set('courses', courses)}
          />
        )}
        {sendsEmail && (
          <Switch
            label="Send an invitation now"
            description="If off, no email is sent. You can send the invitation from the list of people at any time."
            checked={values.invite}
            onChange={(event) => set('invite', event.currentTarget.checked)}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

type ExistingUserProps = { email: string; CourseField: ComponentType<ChoiceFieldProps>; onEnrolled: () => void }

/** The email has an account already: its user, and how to enrol them instead. */
function ExistingUser({ email, CourseField, onEnrolled }: ExistingUserProps) {
  const { data } = useQuery(usersQuery({ query: { search: email, limit: 10 } }))
  const person = data?.items.find((found) => found.email === email.toLowerCase())
  const [course, setCourse] = useState<Option | null>(null)
  const add = useAddToCourse()
  const courseId = course?.value ?? null
  const title = course?.label
  const enrol = (): void => {
    if (!person || courseId === null) return
    add.mutate(
      { params: { id: person.id, courseId } },
      {
        onSuccess: ({ passed }) => {
          notify.success(`${isolate(person.name)} is in ${isolate(title ?? 'the course')}${formatPassed(passed)}`)
          onEnrolled()
        },
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  }
  return (
    <div className={classes.card}>
      <Alert tone="warn" role="alert" title="This address has an account already">
        Nobody was added.
      </Alert>
      {person && (
        <Flex align="center" gap={12}>
          <Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={44} />
          <Stack gap={2} miw={0}>
            <Link to={paths.userDetails.to({ userId: person.id })} className={classes.name}>
              {person.name}
            </Link>
            <Text span variant="meta" className={classes.meta}>
              {person.email}
            </Text>
            <Flex component="span" align="center" gap={8} mt={2}>
              <Badge>{roleLabels[person.role]}</Badge>
              <StatusText state={statusGlyphs[person.status]} />
            </Flex>
          </Stack>
        </Flex>
      )}
      {person && canJoinCourses(person.role) && (
        <div className={classes.enrol}>
          <CourseField
            aria-label={`Course for ${isolate(person.name)}`}
            placeholder="Choose a course"
            className={classes.newCourse ?? ''}
            value={courseId}
            onChange={(_id, chosen) => setCourse(chosen)}
          />
          <Button variant="default" disabled={courseId === null} loading={add.isPending} onClick={enrol}>
            {title ? `Enrol them in ${isolate(title)}` : 'Enrol them'}
          </Button>
        </div>
      )}
    </div>
  )
}
