/** Suspending, letting in, inviting again or deleting several people: who, and what it means, is said first. */
import type { ListedUser } from '@lms/contract/users'
import { api, isNotFound } from '#lib/api.ts'
import { callWithIdempotencyKey } from '#lib/api-hooks.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { BulkProgressBar } from './bulk-progress.tsx'
import { BulkResultAlert } from './bulk-result.tsx'
import { formatPeople } from './labels.ts'
import { type Ends, useBulkAction } from './use-bulk-action.ts'

export type Action = 'invite' | 'activate' | 'suspend' | 'remove'

const actionTexts: Record<Action, { verb: string; done: string; text: string }> = {
  invite: {
    verb: 'Invite',
    done: 'invited',
    text: 'Each gets an invitation by email. It is good for seven days; older links end.',
  },
  activate: { verb: 'Let in', done: 'let in again', text: 'They can sign in again, with everything as it was.' },
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

/** Whom a action is for. */
export const fitsAction: Record<Action, (person: ListedUser) => boolean> = {
  invite: ({ status }) => status === 'INVITED',
  activate: ({ status }) => status === 'SUSPENDED',
  suspend: ({ status }) => status !== 'SUSPENDED',
  remove: () => true,
}

/** Nobody gets a second mail, whose first link ended, because an answer was lost. */
const invite = callWithIdempotencyKey('users', 'resendInvitation')

const calls: Record<Action, (id: string) => Promise<unknown>> = {
  invite: (id) => invite({ params: { id } }),
  activate: (id) => api.users.updateUser({ params: { id }, body: { status: 'ACTIVE' } }),
  suspend: (id) => api.users.updateUser({ params: { id }, body: { status: 'SUSPENDED' } }),
  // A 404 counts as deleted: by a try whose answer was lost, or by somebody else.
  remove: (id) =>
    api.users.removeUser({ params: { id } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
}

/** Names in a question; of more, only the number is given. */
const maxNames = 20

function formatNames(people: readonly ListedUser[]): string {
  const names = people.slice(0, maxNames).map(({ name }) => name)
  return people.length > maxNames ? `${names.join(', ')} and ${people.length - maxNames} more` : names.join(', ')
}

type Props = { action: Action; people: readonly ListedUser[]; onClose: () => void } & Ends

export function BulkConfirm({ action, people, onClose, ...ends }: Props) {
  const { run, stop, going, outcome } = useBulkAction<ListedUser>(ends)
  const { verb, done, text } = actionTexts[action]
  const fit = people.filter(fitsAction[action])
  const isDestructive = action === 'suspend' || action === 'remove'
  return (
    <ConfirmDialog
      isOpen
      onClose={going ? stop : onClose}
      onConfirm={() => void run(fit, ({ id }) => calls[action](id), done)}
      isPending={going !== null}
      isDestructive={isDestructive}
      title={`${verb} ${formatPeople(fit.length)}?`}
      cancelLabel={going ? 'Stop' : 'Leave as it is'}
      confirmLabel={`${verb} ${formatPeople(fit.length)}`}
    >
      <p>{formatNames(fit)}</p>
      <p>{text}</p>
      <BulkProgressBar going={going} />
      <BulkResultAlert outcome={outcome} />
    </ConfirmDialog>
  )
}
