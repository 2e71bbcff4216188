/** What can be done with several people at once. */
import type { ListedUser } from '@lms/contract/users'
import { type ComponentType, useState } from 'react'
import { downloadBlob } from '#lib/api.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { BulkConfirm, fitsAction } from './bulk-confirm.tsx'
import { BulkEnrol, BulkMail, BulkRole } from './bulk-dialogs.tsx'
import { chosenFile } from './import/csv-export.ts'
import { useSendsEmail } from './mail-note.tsx'

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

/** A action that is for nobody of those chosen is not offered. */
const isOffered = (action: Action, chosen: readonly ListedUser[]): boolean =>
  action === 'invite' || action === 'activate' || action === 'suspend' ? chosen.some(fitsAction[action]) : true

type Props = {
  chosen: readonly ListedUser[]
  CourseField: ComponentType<ChoiceFieldProps>
  onClear: () => void
  /** Takes those out of the choice who are done, where others are not. */
  onDrop: (people: readonly ListedUser[]) => void
  /** Where the page is chosen and there are more: the way to all of them. */
  all?: { count: number; choose: () => void; isLoading: boolean } | null
}

export function BulkActions({ chosen, CourseField, onClear, onDrop, all = null }: Props) {
  const [action, setAction] = useState<Action | null>(null)
  const sendsEmail = useSendsEmail()
  const close = (): void => setAction(null)
  const done = (): void => {
    close()
    onClear()
  }
  const begin = (one: Action): void => (one === 'export' ? downloadBlob(chosenFile(chosen), 'users.csv') : setAction(one))
  const rest = { people: chosen, onClose: close, onDone: done, onPart: onDrop }
  const buttons = actions
    .filter((one) => isOffered(one, chosen) && (one !== 'invite' || sendsEmail))
    .map((one) => ({
      key: one,
      label: one === 'export' ? `Export ${chosen.length}` : actionLabels[one],
      isDestructive: one === 'remove',
      onClick: () => begin(one),
    }))
  const more = all ? [{ key: 'all', label: `Select all ${all.count} matching`, onClick: all.choose, isLoading: all.isLoading }] : []
  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear} actions={[...more, ...buttons]} />
      {action === 'enrol' && <BulkEnrol {...rest} CourseField={CourseField} />}
      {action === 'mail' && <BulkMail people={chosen} onClose={close} onDone={done} />}
      {action === 'role' && <BulkRole {...rest} />}
      {(action === 'invite' || action === 'activate' || action === 'suspend' || action === 'remove') && (
        <BulkConfirm {...rest} action={action} />
      )}
    </>
  )
}
