/** Import users: not possible yet, and says what works instead. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'

export function UserImportScreen() {
  const action = (
    <Button component={Link} to={paths.userNew.to()}>
      Add user
    </Button>
  )
  return (
    <Page
      title="Import users"
      crumbs={[{ label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }, { label: 'Import users' }]}
    >
      <EmptyState title="Files cannot be imported yet" action={action}>
        Until then, add people one by one: “Add and add another” keeps role and course, so that each takes a name and an address.
      </EmptyState>
    </Page>
  )
}
