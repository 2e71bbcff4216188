/** Suspending or deleting several people: who, and what it means, is said first. */
import type { ListedUser } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { GoingBar } from './going-bar.tsx'
import { count, useOneByOne } from './use-one-by-one.ts'

type Deed = 'suspend' | 'remove'

const words: Record<Deed, { verb: string; done: string; text: string }> = {
  suspend: {
    verb: 'Suspend',
    done: 'suspended',
    text: 'They are signed out at once and cannot sign in. Courses, work and marks stay, and you can let them in again.',
  },
  remove: {
    verb: 'Delete',
    done: 'deleted',
    text: 'They leave all courses. Work, marks and posts stay without the names, and the addresses are free again. This cannot be undone.',
  },
}

const callOf: Record<Deed, (id: string) => Promise<unknown>> = {
  suspend: (id) => api.users.updateUser({ params: { id }, body: { status: 'SUSPENDED' } }),
  remove: (id) => api.users.removeUser({ params: { id } }),
}

/** Names that a question holds; of more, the number is told. */
const named = 20

function namesOf(people: readonly ListedUser[]): string {
  const names = people.slice(0, named).map(({ name }) => name)
  return people.length > named ? `${names.join(', ')} and ${people.length - named} more` : names.join(', ')
}

type Props = { deed: Deed; people: readonly ListedUser[]; onClose: () => void; onDone: () => void }

export function BulkConfirm({ deed, people, onClose, onDone }: Props) {
  const { run, stop, going } = useOneByOne<ListedUser>(onDone)
  const { verb, done, text } = words[deed]
  return (
    <ConfirmDialog
      isOpen
      onClose={going ? stop : onClose}
      onConfirm={() => void run(people, ({ id }) => callOf[deed](id), done)}
      isPending={going !== null}
      title={`${verb} ${count(people.length)}?`}
      keep={going ? 'Stop' : 'Leave as it is'}
      deed={`${verb} ${count(people.length)}`}
    >
      <p>{namesOf(people)}</p>
      <p>{text}</p>
      <GoingBar going={going} />
    </ConfirmDialog>
  )
}
