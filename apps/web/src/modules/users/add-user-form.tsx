/** Adding one person: who, as what, into which course. */
import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { useFirstFocus } from '#lib/first-focus.ts'
import { useForm } from '#lib/form.ts'
import { useSession } from '#lib/session.ts'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import type { ChoiceFieldProps } from '#ui/search-select.tsx'
import { notify } from '#ui/toasts.tsx'
import { KnownPerson } from './known-person.tsx'
import { useAddUser } from './queries.ts'
import { checkNewUser, NameAndEmail, newUser, type NewUserValues, RoleChoice } from './user-form.tsx'
import { grantableRoles, takesCourse } from './words.ts'

type Props = { CourseField: ComponentType<ChoiceFieldProps>; onAdded: () => void }

export function AddUserForm({ CourseField, onAdded }: Props) {
  const me = useSession((session) => session.user)
  const form = useForm<NewUserValues>({ draft: 'user:new', initial: newUser, check: checkNewUser })
  const [knownEmail, setKnownEmail] = useState<string | null>(null)
  const add = useAddUser()
  useFirstFocus('name')
  const { values, set, fault } = form

  const send = ({ name, email, role, courseId, courseTitle }: NewUserValues, isMore: boolean): void => {
    setKnownEmail(null)
    add.mutate(
      { body: { name: name.trim(), email: email.trim(), role, courseId: takesCourse(role) ? courseId : null } },
      {
        onSuccess: (person) => {
          const place = courseTitle !== null && takesCourse(role) ? `${person.name} is in ${courseTitle}` : `${person.name} is added`
          notify.ok(person.isNew ? `${place}. The invitation is on its way.` : `${place}. The account was there already.`)
          form.clear({ ...newUser, ...(isMore && { role, courseId, courseTitle }) })
          if (isMore) document.getElementById('name')?.focus()
          else onAdded()
        },
        onError: (error) => (isApiProblem(error) && error.problem === 'email-taken' ? setKnownEmail(email.trim()) : form.fail(error)),
      },
    )
  }
  const startOver = (): void => {
    setKnownEmail(null)
    form.clear({ ...newUser, role: values.role, courseId: values.courseId, courseTitle: values.courseTitle })
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
        {knownEmail !== null && <KnownPerson email={knownEmail} CourseField={CourseField} onEnrolled={startOver} />}
        <NameAndEmail form={form} ownDomain={me?.email.split('@')[1]} />
        <RoleChoice
          roles={me ? grantableRoles(me.role) : []}
          value={values.role}
          error={fault('role')}
          onChange={(role) => set('role', role)}
        />
        {takesCourse(values.role) && (
          <CourseField
            id="courseId"
            label="Course"
            placeholder="No course"
            description={
              values.role === 'TRAINER'
                ? 'Taught from the start. You can leave this empty.'
                : 'Enrolled from the start. You can leave this empty.'
            }
            value={values.courseId}
            error={fault('courseId')}
            onChange={(courseId, course) => {
              set('courseId', courseId)
              set('courseTitle', course?.label ?? null)
            }}
            clearable
          />
        )}
      </FormSection>
    </FormPage>
  )
}
