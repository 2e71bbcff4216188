/** Adding one person: who, as what, into which course. */
import type { Role } from '@lms/contract/policy'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Note } from '#ui/note.tsx'
import { notify } from '#ui/toasts.tsx'
import { useAddUser } from './queries.ts'
import { checkNewUser, NameAndEmail, newUser, type NewUserValues, RoleChoice } from './user-form.tsx'
import { grantableRoles } from './words.ts'

type Props = { courses: readonly { id: string; title: string }[]; onAdded: () => void }

/** Admins reach every course and are enrolled in none. */
const takesCourse = (role: Role): boolean => role === 'USER' || role === 'TRAINER'

/** The address is known: with a course the server enrols that person, without one nothing is left to do here. */
function Known({ email, hasCourses }: { email: string; hasCourses: boolean }) {
  return (
    <Note
      tone="warn"
      role="alert"
      title="This address has an account already"
      action={<Link to={paths.users.to({ page: 1, role: 'all', course: 'all', search: email })}>Show the account of {email}</Link>}
    >
      {hasCourses ? 'Nobody was added. Choose a course below to enrol that person in it.' : 'Nobody was added.'}
    </Note>
  )
}

export function AddUserForm({ courses, onAdded }: Props) {
  const me = useSession((session) => session.user)
  const form = useForm<NewUserValues>({ draft: 'user:new', initial: newUser, check: checkNewUser })
  const [knownEmail, setKnownEmail] = useState<string | null>(null)
  const add = useAddUser()
  const { values, set, fault } = form

  const send = ({ name, email, role, courseId }: NewUserValues, isMore: boolean): void => {
    setKnownEmail(null)
    add.mutate(
      { body: { name: name.trim(), email: email.trim(), role, courseId: takesCourse(role) ? courseId : null } },
      {
        onSuccess: (person) => {
          const course = courses.find(({ id }) => takesCourse(role) && id === courseId)
          const place = course ? `${person.name} is in ${course.title}` : `${person.name} is added`
          notify.ok(person.status === 'INVITED' ? `${place}. The invitation is on its way.` : place)
          form.clear({ ...newUser, ...(isMore && { role, courseId }) })
          if (isMore) document.getElementById('name')?.focus()
          else onAdded()
        },
        onError: (error) => (isApiProblem(error) && error.problem === 'email-taken' ? setKnownEmail(email.trim()) : form.fail(error)),
      },
    )
  }
  const submit = (isMore: boolean) => form.submit((sent) => send(sent, isMore))
  const addMore = (
    <Button variant="default" disabled={add.isPending} onClick={() => submit(true)()}>
      Add and add another
    </Button>
  )
  return (
    <FormPage form={form} deed="Add user" isPending={add.isPending} others={addMore} onSubmit={submit(false)}>
      <FormSection>
        {knownEmail !== null && <Known email={knownEmail} hasCourses={courses.length > 0} />}
        <NameAndEmail form={form} />
        <RoleChoice
          roles={me ? grantableRoles(me.role) : []}
          value={values.role}
          error={fault('role')}
          onChange={(role) => set('role', role)}
        />
        {takesCourse(values.role) && (
          <Select
            id="courseId"
            label="Course"
            placeholder="No course"
            description={
              values.role === 'TRAINER'
                ? 'Taught from the start. You can leave this empty.'
                : 'Enrolled from the start. You can leave this empty.'
            }
            data={courses.map(({ id, title }) => ({ value: id, label: title }))}
            value={values.courseId}
            error={fault('courseId')}
            onChange={(courseId) => set('courseId', courseId)}
            searchable
            clearable
            nothingFoundMessage="No course of that name"
          />
        )}
      </FormSection>
    </FormPage>
  )
}
