/** What can be done with several people at once. */
import type { ListedUser } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { BulkBar } from '#ui/bulk-bar.tsx'
import type { ChoiceFieldProps } from '#ui/search-select.tsx'
import { BulkConfirm } from './bulk-confirm.tsx'
import { BulkEnrol, BulkMail, BulkRole } from './bulk-dialogs.tsx'

const deeds = ['enrol', 'mail', 'role', 'suspend', 'remove'] as const
type Deed = (typeof deeds)[number]

const words: Record<Deed, string> = {
  enrol: 'Enrol in course',
  mail: 'Send email',
  role: 'Change role',
  suspend: 'Suspend',
  remove: 'Delete',
}

type Props = {
  chosen: readonly ListedUser[]
  CourseField: ComponentType<ChoiceFieldProps>
  onClear: () => void
  /** Where the page is chosen and there are more: the way to all of them. */
  all?: { count: number; choose: () => void; isLoading: boolean } | null
}

export function BulkDeeds({ chosen, CourseField, onClear, all = null }: Props) {
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = (): void => setDeed(null)
  const done = (): void => {
    close()
    onClear()
  }
  const rest = { people: chosen, onClose: close, onDone: done }
  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear}>
        {all && (
          <Button variant="subtle" size="sm" flex="none" loading={all.isLoading} onClick={all.choose}>
            Select all {all.count} matching
          </Button>
        )}
        {deeds.map((one) => (
          <Button key={one} variant="subtle" size="sm" flex="none" {...(one === 'remove' && { color: 'red' })} onClick={() => setDeed(one)}>
            {words[one]}
          </Button>
        ))}
      </BulkBar>
      {deed === 'enrol' && <BulkEnrol {...rest} CourseField={CourseField} />}
      {deed === 'mail' && <BulkMail {...rest} />}
      {deed === 'role' && <BulkRole {...rest} />}
      {(deed === 'suspend' || deed === 'remove') && <BulkConfirm {...rest} deed={deed} />}
    </>
  )
}
