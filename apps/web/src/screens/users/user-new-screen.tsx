/** Add user: one person, invited by e-mail. */
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { CourseField } from '#modules/courses/course-field.tsx'
import { AddUserForm } from '#modules/users/add-user-form.tsx'
import { Page } from '#ui/page.tsx'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

export function UserNewScreen() {
  const navigate = useNavigate()
  return (
    <Page
      title="Add user"
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: 'Add user' }]}
      meta={<span>The person gets an invitation by mail and chooses a password with its link.</span>}
    >
      <AddUserForm CourseField={CourseField} onAdded={() => void navigate(users)} />
    </Page>
  )
}
