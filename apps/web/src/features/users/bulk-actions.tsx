/** Selecting several users across pages, the bar of actions, and the confirmation dialog. */

import { type ComponentType, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { ListedUser } from '@lms/contract/users'
import { isNotFound } from '#lib/api-errors.ts'
import { callWithIdempotencyKey } from '#lib/api-hooks.ts'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { useRowSelection } from '#lib/row-selection.ts'
import { type BulkAction, BulkBar } from '#ui/bulk-bar.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { BulkEnrol, BulkMail, BulkRole, BulkProgressBar, BulkResultAlert } from './bulk-dialogs.tsx'
import { toSelectedUsersFile } from './download-users.ts'
import { formatPeople } from './labels.ts'
import { useSendsEmail } from './mail-state.tsx'
import { type Ends, useBulkAction } from './use-bulk-action.ts'
import { type UserFilter, toUserQuery } from './user-filters.tsx'

const actions = ['enrol', 'mail', 'role', 'export', 'invite', 'activate', 'suspend', 'remove'] as const
type Action = (typeof actions)[number]

const actionLabels: Record<Action, string> = {
  enrol: 'Enrol in course',
  mail: 'Send email',
  role: 'Change role',
  export: 'Export',
  invite: 'Send invitation',
  activate: 'Let in again',
  suspend: 'Suspend',
  remove: 'Delete',
}

/** An action that applies to none of the selected users is not offered. */
const isOffered = (action: Action, chosen: readonly ListedUser[]): boolean =>
  action === 'invite' || action === 'activate' || action === 'suspend' ? chosen.some(fitsAction[action]) : true

type Props = {
  chosen: readonly ListedUser[]
  CourseField: ComponentType<ChoiceFieldProps>
  onClear: () => void
  /** Removes finished users from the selection if others failed. */
  onDrop: (people: readonly ListedUser[]) => void
  /** Of the selection: the action that selects all, and why there are not more. */
  selectAll?: readonly BulkAction[]
  limit?: string | undefined
}

export function BulkActions({ chosen, CourseField, onClear, onDrop, selectAll = [], limit }: Props) {
  const [action, setAction] = useState<Action | null>(null)
  const sendsEmail = useSendsEmail()
  const close = (): void => setAction(null)
  const done = (): void => {
    close()
    onClear()
  }
  const begin = (one: Action): void => (one === 'export' ? downloadBlob(toSelectedUsersFile(chosen), 'users.csv') : setAction(one))
  const rest = { people: chosen, onClose: close, onDone: done, onPart: onDrop }
  const buttons = actions
    .filter((one) => isOffered(one, chosen) && (one !== 'invite' || sendsEmail))
    .map((one) => ({
      key: one,
      label: one === 'export' ? `Export ${chosen.length}` : actionLabels[one],
      isDestructive: one === 'remove',
      onClick: () => begin(one),
    }))
  return (
    <>
      <BulkBar count={chosen.length} limit={limit} onClear={onClear} actions={[...selectAll, ...buttons]} />
      {action === 'enrol' && <BulkEnrol {...rest} CourseField={CourseField} />}
      {action === 'mail' && <BulkMail people={chosen} onClose={close} onDone={done} />}
      {action === 'role' && <BulkRole {...rest} />}
      {(action === 'invite' || action === 'activate' || action === 'suspend' || action === 'remove') && (
        <BulkConfirm {...rest} action={action} />
      )}
    </>
  )
}

/** As many people as one call each can change within minutes; for more, use an import or a filter. */
const most = 500

type Shown = { rows: readonly ListedUser[] | undefined; total: number; isOpen: (person: ListedUser) => boolean }

/** `rows` are those of this page; undefined while they are those of another filter. */
export function useChosenPeople(filter: UserFilter, shown: Shown) {
  const { sort, ...matching } = toUserQuery(filter)
  return useRowSelection({
    ...shown,
    filter: matching,
    page: [sort, filter.page, filter.limit],
    idOf: ({ id }) => id,
    most,
    load: (at) => api.users.listUsers({ query: { ...matching, sort, ...at } }),
  })
}

type ConfirmedAction = 'invite' | 'activate' | 'suspend' | 'remove'

const actionTexts: Record<ConfirmedAction, { verb: string; done: string; text: string }> = {
  invite: {
    verb: 'Invite',
    done: 'invited',
    text: 'Each gets an invitation by email. The link works once, for seven days. Earlier links no longer work.',
  },
  activate: {
    verb: 'Let in',
    done: 'let in again',
    text: 'Who has a password can sign in again. The others need their invitation. Everything else is as it was.',
  },
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

/** The people that an action applies to. */
const fitsAction: Record<ConfirmedAction, (person: ListedUser) => boolean> = {
  invite: ({ status }) => status === 'INVITED',
  activate: ({ status }) => status === 'SUSPENDED',
  suspend: ({ status }) => status !== 'SUSPENDED',
  remove: () => true,
}

/** A lost response must not cause a second mail, which would invalidate the first link. */
const invite = callWithIdempotencyKey('users', 'resendInvitation')

const calls: Record<ConfirmedAction, (id: string) => Promise<unknown>> = {
  invite: (id) => invite({ params: { id } }),
  activate: (id) => api.users.updateUser({ params: { id }, body: { status: 'ACTIVE' } }),
  suspend: (id) => api.users.updateUser({ params: { id }, body: { status: 'SUSPENDED' } }),
  // A 404 counts as deleted: by a try whose response was lost, or by someone else.
  remove: (id) =>
    api.users.removeUser({ params: { id } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
}

/** Maximum names in a confirmation; of more people, only the number is given. */
const maxNames = 20

function formatNames(people: readonly ListedUser[]): string {
  const names = people.slice(0, maxNames).map(({ name }) => isolate(name))
  return people.length > maxNames ? `${names.join(', ')} and ${people.length - maxNames} more` : names.join(', ')
}

type ConfirmProps = { action: ConfirmedAction; people: readonly ListedUser[]; onClose: () => void } & Ends

function BulkConfirm({ action, people, onClose, ...ends }: ConfirmProps) {
  const { run, stop, going, outcome } = useBulkAction<ListedUser>(ends)
  const { verb, done, text } = actionTexts[action]
  const fit = people.filter(fitsAction[action])
  const who = fit.length === 1 ? formatNames(fit) : formatPeople(fit.length)
  const isDestructive = action === 'suspend' || action === 'remove'
  return (
    <ConfirmDialog
      isOpen
      onClose={going ? stop : onClose}
      onConfirm={() => void run(fit, ({ id }) => calls[action](id), done)}
      isPending={going !== null}
      isDestructive={isDestructive}
      title={`${verb} ${who}?`}
      cancelLabel={going ? 'Stop' : 'Cancel'}
      confirmLabel={`${verb} ${who}`}
      more={
        <>
          <BulkProgressBar going={going} />
          <BulkResultAlert outcome={outcome} />
        </>
      }
    >
      <p>{formatNames(fit)}</p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}
