/** What can be done with several people at once. */
import type { ListedUser } from '@lms/contract/users'
import { type ComponentType, useState } from 'react'
import { saveFile } from '#lib/api.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import type { ChoiceFieldProps } from '#ui/search-select.tsx'
import { BulkConfirm, fitsAction } from './bulk-confirm.tsx'
import { BulkEnrol, BulkMail, BulkRole } from './bulk-dialogs.tsx'
import { chosenFile } from './import/csv-export.ts'
import { useSendsEmail } from './mail-note.tsx'

const deeds = ['enrol', 'mail', 'role', 'export', 'invite', 'activate', 'suspend', 'remove'] as const
type Deed = (typeof deeds)[number]

const words: Record<Deed, string> = {
  enrol: 'Enrol in course',
  mail: 'Send email',
  role: 'Change role',
  export: 'Export',
  invite: 'Send invitation',
  activate: 'Let in again',
  suspend: 'Suspend',
  remove: 'Delete',
}

/** A deed that is for nobody of those chosen is not offered. */
const isOffered = (deed: Deed, chosen: readonly ListedUser[]): boolean =>
  deed === 'invite' || deed === 'activate' || deed === 'suspend' ? chosen.some(fitsAction[deed]) : true

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
  const [deed, setDeed] = useState<Deed | null>(null)
  const sendsEmail = useSendsEmail()
  const close = (): void => setDeed(null)
  const done = (): void => {
    close()
    onClear()
  }
  const begin = (one: Deed): void => (one === 'export' ? saveFile(chosenFile(chosen), 'users.csv') : setDeed(one))
  const rest = { people: chosen, onClose: close, onDone: done, onPart: onDrop }
  const actions = deeds
    .filter((one) => isOffered(one, chosen) && (one !== 'invite' || sendsEmail))
    .map((one) => ({
      key: one,
      label: one === 'export' ? `Export ${chosen.length}` : words[one],
      isDestructive: one === 'remove',
      onClick: () => begin(one),
    }))
  const more = all ? [{ key: 'all', label: `Select all ${all.count} matching`, onClick: all.choose, isLoading: all.isLoading }] : []
  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear} actions={[...more, ...actions]} />
      {deed === 'enrol' && <BulkEnrol {...rest} CourseField={CourseField} />}
      {deed === 'mail' && <BulkMail people={chosen} onClose={close} onDone={done} />}
      {deed === 'role' && <BulkRole {...rest} />}
      {(deed === 'invite' || deed === 'activate' || deed === 'suspend' || deed === 'remove') && <BulkConfirm {...rest} deed={deed} />}
    </>
  )
}
