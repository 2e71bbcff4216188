/** Adding one person: who, as what, into which course. */
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { useSession } from '#lib/session.ts'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { notify } from '#ui/toasts.tsx'
import { KnownPerson } from './known-person.tsx'
import { useAddUser } from './queries.ts'
import { checkNewUser, NameAndEmail, newUser, type NewUserValues, RoleChoice } from './user-form.tsx'
import { grantableRoles, takesCourse } from './words.ts'

type Props = { courses: readonly { id: string; title: string }[]; onAdded: () => void }

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
          notify.ok(person.isNew ? `${place}. The invitation is on its way.` : `${place}. The account was there already.`)
          form.clear({ ...newUser, ...(isMore && { role, courseId }) })
          if (isMore) document.getElementById('name')?.focus()
          else onAdded()
        },
        onError: (error) => (isApiProblem(error) && error.problem === 'email-taken' ? setKnownEmail(email.trim()) : form.fail(error)),
      },
    )
  }
  const startOver = (): void => {
    setKnownEmail(null)
    form.clear({ ...newUser, role: values.role, courseId: values.courseId })
    document.getElementById('name')?.focus()
  }
  const submit = (isMore: boolean) => form.submit((sent) => send(sent, isMore))
  const addMore = (
    <Button variant="default" px={{ base: 14, sm: 18 }} flex="0 0 auto" disabled={add.isPending} onClick={() => submit(true)()}>
      Add and add another
    </Button>
  )
  return (
    <FormPage form={form} deed="Add user" isPending={add.isPending} others={addMore} onSubmit={submit(false)}>
      <FormSection>
        {knownEmail !== null && <KnownPerson email={knownEmail} courses={courses} onEnrolled={startOver} />}
        <NameAndEmail form={form} ownDomain={me?.email.split('@')[1]} />
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
