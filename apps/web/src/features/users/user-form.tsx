/** The fields of a user: name, email, role. */

import { Text, TextInput } from '@mantine/core'
import type { Role } from '@lms/contract/policy'
import type { FieldErrors, Form } from '#lib/form.ts'
import type { Option } from '#lib/search-options.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { roleMeanings } from './labels.ts'
import { roleLabels } from './role-labels.ts'
import { suggestEmail } from './suggest-email.ts'
import classes from './users.module.css'

export type NewUserValues = { name: string; email: string; role: Role; courses: readonly Option[]; invite: boolean }

export const newUser: NewUserValues = { name: '', email: '', role: 'USER', courses: [], invite: true }

/** Maximum courses per call. */
const mostCourses = 20

export const checkEmail = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an address such as ana.li@harbour.example'

export function checkNewUser({ name, email, courses }: NewUserValues): FieldErrors<keyof NewUserValues> {
  const wrongEmail = checkEmail(email)
  return {
    ...(!name.trim() && { name: 'Enter the name' }),
    ...(wrongEmail && { email: wrongEmail }),
    ...(courses.length > mostCourses && { courses: `Choose at most ${mostCourses} courses; more can be added afterwards` }),
  }
}

type FieldsProps = {
  form: Form<NewUserValues>
  /** The school's own email domain. */
  ownDomain?: string | undefined
}

export function NameAndEmail({ form: { values, set, inputProps: text }, ownDomain }: FieldsProps) {
  const meant = suggestEmail(values.email, ownDomain)
  return (
    <>
      <TextInput name="name" label="Name" autoComplete="off" {...text('name')} />
      <div>
        <TextInput name="email" type="email" label="Email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...text('email')} />
        <Text component="div" variant="meta" role="status" className={classes.hint}>
          {meant && (
            <>
              Did you mean{' '}
              <button type="button" className={classes.meant} onClick={() => set('email', meant)}>
                {meant}
              </button>
              ?
            </>
          )}
        </Text>
      </div>
    </>
  )
}

type RoleProps = {
  roles: readonly Role[]
  value: Role | null
  onChange: (role: Role) => void
  error?: string | undefined
  help?: string
  columns?: 1 | 2
}

export const RoleChoice = ({ roles, value, onChange, error, help, columns = 1 }: RoleProps) => (
  <RadioCards
    id="role"
    label="Role"
    columns={columns}
    {...(help !== undefined && { help })}
    error={error}
    value={value}
    onChange={onChange}
    choices={roles.map((role) => ({ value: role, label: roleLabels[role], help: roleMeanings[role] }))}
  />
)
