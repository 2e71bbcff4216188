/** Add user: one person, invited by e-mail. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { coursesQuery } from '#modules/courses/queries.ts'
import { AddUserForm } from '#modules/users/add-user-form.tsx'
import { Page } from '#ui/page.tsx'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

export function UserNewScreen() {
  const navigate = useNavigate()
  const courses = useQuery(coursesQuery({ query: { limit: 100, sort: 'title' } }))
  return (
    <Page
      title="Add user"
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: 'Add user' }]}
      meta={<span>The person gets an invitation by mail and chooses a password with its link.</span>}
    >
      <AddUserForm courses={courses.data?.items ?? []} onAdded={() => void navigate(users)} />
    </Page>
  )
}
