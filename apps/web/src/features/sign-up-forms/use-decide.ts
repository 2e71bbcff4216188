/** Deciding responses: says what came of it, offers to undo it, and remembers whether people get an email. */
import type { ResponseStatus } from '@lms/contract/signup-forms'
import { useState } from 'react'
import { pluralize } from '#lib/pluralize.ts'
import { localStore } from '#lib/local-store.ts'
import { notify } from '#ui/toasts.tsx'
import { useDecideResponses } from './api.ts'
import type { ResponseList } from './use-response-list.ts'

export type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED'
/** Some responses, or all that match the filters. */
export type Target = { ids: string[] } | { matching: ResponseList['matching'] }
type Decided = { id: string; before: ResponseStatus; status: ResponseStatus }

const emailsKey = 'sign-up:email'

function wordsFor(items: readonly Decided[]): string {
  const count = (status: ResponseStatus) => items.filter((item) => item.status === status).length
  const parts = [
    count('APPROVED') > 0 && `${count('APPROVED')} approved`,
    count('WAITLISTED') > 0 && `${count('WAITLISTED')} on the waiting list`,
    count('REJECTED') > 0 && `${count('REJECTED')} declined`,
  ]
  return parts.filter(Boolean).join(', ')
}

export function useDecide(courseId: string) {
  const decide = useDecideResponses()
  const [email, setEmail] = useState(() => localStore.getItem(emailsKey) !== 'no')
  const remember = (isOn: boolean): void => {
    setEmail(isOn)
    localStore.setItem(emailsKey, isOn ? 'yes' : 'no')
  }
  const undo = (items: readonly Decided[]): void => {
    for (const status of new Set(items.map(({ before }) => before)))
      if (status !== 'WITHDRAWN')
        decide.mutate(
          {
            params: { courseId },
            body: { ids: items.filter(({ before }) => before === status).map(({ id }) => id), decision: status, email: false },
          },
          {
            // The seat may have gone to somebody else since.
            onSuccess: (undone) => {
              const names = undone.items.filter((item) => item.status !== status).map(({ name }) => name)
              const who = names.length > 3 ? pluralize(names.length, 'person', 'people') : names.join(', ')
              if (names.length > 0) notify.error(`Not enough seats left. On the waiting list now: ${who}`)
            },
          },
        )
  }
  const run = (target: Target, decision: Decision, { note, onDone }: { note?: string; onDone: () => void }): void =>
    decide.mutate(
      { params: { courseId }, body: { ...target, decision, email, ...(note && { note }) } },
      {
        onSuccess: ({ items }) => {
          onDone()
          const changed = items.filter(({ before, status }) => before !== status)
          const left = changed.filter(({ status }) => decision === 'APPROVED' && status === 'WAITLISTED')
          const isPart = left.length > 0 && left.length < changed.length
          const words = `${isPart ? `Only ${pluralize(changed.length - left.length, 'seat')} left. ` : ''}${wordsFor(changed)}`
          if (changed.length === 0) notify.info('Nothing changed')
          else notify.success(words, { link: { label: 'Undo', onClick: () => undo(changed) } })
        },
      },
    )
  return { run, email, setEmail: remember, isPending: decide.isPending }
}

export type Decide = ReturnType<typeof useDecide>
