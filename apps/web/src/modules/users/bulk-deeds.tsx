/** What can be done with several people at once. The server has a call for one: they go one after the other, and failures are named. */
import type { User } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sentenceOf } from '#lib/api.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'

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

const count = (people: number): string => `${people} ${people === 1 ? 'person' : 'people'}`

export function BulkDeeds({ chosen, onClear }: { chosen: readonly User[]; onClear: () => void }) {
  const client = useQueryClient()
  const [deed, setDeed] = useState<Deed | null>(null)
  const [isBusy, setBusy] = useState(false)

  const run = async (): Promise<void> => {
    if (!deed) return
    setBusy(true)
    const failures: string[] = []
    for (const person of chosen) {
      await callOf[deed](person.id).catch((error: unknown) => failures.push(`${person.name}: ${sentenceOf(error)}`))
    }
    await Promise.all(['users', 'courses'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    const done = chosen.length - failures.length
    if (done > 0) notify.ok(`${count(done)} ${words[deed].done}`)
    for (const failure of failures) notify.bad(failure)
    setBusy(false)
    setDeed(null)
    onClear()
  }

  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear}>
        <Button variant="subtle" size="sm" onClick={() => setDeed('suspend')}>
          Suspend
        </Button>
        <Button variant="subtle" size="sm" color="red" onClick={() => setDeed('remove')}>
          Delete
        </Button>
      </BulkBar>
      {deed && (
        <ConfirmDialog
          isOpen
          onClose={() => setDeed(null)}
          onConfirm={() => void run()}
          isPending={isBusy}
          title={`${words[deed].verb} ${count(chosen.length)}?`}
          keep="Leave as it is"
          deed={`${words[deed].verb} ${count(chosen.length)}`}
        >
          <p>{chosen.map(({ name }) => name).join(', ')}</p>
          <p>{words[deed].text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
