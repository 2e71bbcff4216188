/** Add user: one person, invited by email now or later. */
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { CourseField, CoursesField } from '#features/courses/index.ts'
import { AddUserForm } from './add-user-form.tsx'
import { Page } from '#ui/page.tsx'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

export function UserNewScreen() {
  const navigate = useNavigate()
  return (
    <Page
      title="Add user"
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: 'Add user' }]}
      meta={<span>New people choose a password with their invitation link.</span>}
    >
      <AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={() => void navigate(users)} />
    </Page>
  )
}
