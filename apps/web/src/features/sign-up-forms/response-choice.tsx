/** Decisions on responses, and the bar for the selected ones. */

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { decideLimit } from '@lms/contract/rules/limits'
import type { FormQuestion } from '@lms/contract/signup-forms'
import type { ResponseStatus } from '@lms/contract/signup-forms'
import type { SignupResponse } from '@lms/contract/signup-responses'
import { api } from '#lib/api.ts'
import { localStore } from '#lib/local-store.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useRowSelection } from '#lib/row-selection.ts'
import { useSession } from '#lib/session.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { notify } from '#ui/toasts.tsx'
import { useDecideResponses } from './api.ts'
import { type ResponseList, ResponseTable } from './response-table.tsx'

/** “Approve 2, add 3 to waiting list”, by the seats that are left. */
function approveLabel(count: number, seatsLeft: number | null): string {
  if (seatsLeft === null || count <= seatsLeft) return `Approve ${count}`
  return seatsLeft <= 0 ? `Add ${count} to waiting list` : `Approve ${seatsLeft}, add ${count - seatsLeft} to waiting list`
}

type Props = {
  courseId: string
  items: readonly SignupResponse[]
  questions: readonly FormQuestion[]
  responses: ResponseList
  seatsLeft: number | null
  decide: Decide
}

export function ResponseChoice({ courseId, items, questions, responses, seatsLeft, decide }: Props) {
  const { list, total, matching, sort, page, tab } = responses
  const selection = useRowSelection({
    filter: matching,
    page: [sort, page],
    rows: list.isPlaceholderData ? undefined : items,
    idOf: ({ id }) => id,
    most: decideLimit,
    total,
    load: (at) => api.signupResponses.listResponses({ params: { courseId }, query: { ...matching, sort, ...at } }),
  })
  const ids = [...selection.selected.keys()]
  const count = ids.length
  const run = (decision: Decision) => (): void => decide.run(ids, decision, { onDone: selection.clear })
  return (
    <>
      <ResponseTable courseId={courseId} items={items} questions={questions} responses={responses} selection={selection} />
      <BulkBar
        count={count}
        limit={selection.limit}
        onClear={selection.clear}
        extra={<Checkbox label="Email them" checked={decide.email} onChange={(event) => decide.setEmail(event.currentTarget.checked)} />}
        actions={[
          ...selection.selectAll,
          {
            key: 'approve',
            label: approveLabel(count, seatsLeft),
            onClick: run('APPROVED'),
            isLoading: decide.isPending,
            // The panel of one response has the other blue button.
            isPrimary: responses.opened === null,
          },
          ...(seatsLeft === 0 || tab === 'WAITLISTED'
            ? []
            : [{ key: 'wait', label: `Add ${count} to waiting list`, onClick: run('WAITLISTED') }]),
          { key: 'decline', label: `Decline ${count}`, onClick: run('REJECTED'), isDestructive: true },
        ]}
      />
    </>
  )
}

export type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED'
type Decided = { id: string; before: ResponseStatus; status: ResponseStatus }

/** On this device, for each of its people: who turned emails off decides nothing for the next. */
const toEmailsKey = (userId: string | undefined): string => `sign-up:email:${userId ?? ''}`

/** `passed`: how many on the waiting list those who were approved were put before. */
function wordsFor(items: readonly Decided[], passed: number): string {
  const count = (status: ResponseStatus) => items.filter((item) => item.status === status).length
  const parts = [
    count('APPROVED') > 0 && `${count('APPROVED')} approved${passed > 0 ? ` ahead of ${passed} on the waiting list` : ''}`,
    count('WAITLISTED') > 0 && `${count('WAITLISTED')} on the waiting list`,
    count('REJECTED') > 0 && `${count('REJECTED')} declined`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Deciding responses: shows the result, offers undo, and remembers whether people get an email. */
export function useDecide(courseId: string) {
  const decide = useDecideResponses()
  const emailsKey = toEmailsKey(useSession((session) => session.user?.id))
  const [chosen, setChosen] = useState<boolean | null>(null)
  const email = chosen ?? localStore.getItem(emailsKey) !== 'no'
  const remember = (isOn: boolean): void => {
    setChosen(isOn)
    localStore.setItem(emailsKey, isOn ? 'yes' : 'no')
  }
  const undo = async (items: readonly Decided[]): Promise<void> => {
    const states = [...new Set(items.map(({ before }) => before))].filter((status) => status !== 'WITHDRAWN')
    // One after the other: the seat may have been taken by someone else since.
    const waiting: string[] = []
    for (const status of states) {
      const ids = items.filter(({ before }) => before === status).map(({ id }) => id)
      const undone = await decide.mutateAsync({ params: { courseId }, body: { ids, decision: status, email: false } })
      waiting.push(...undone.items.filter((item) => item.status !== status).map(({ name }) => name))
    }
    const who = waiting.length > 3 ? pluralize(waiting.length, 'person', 'people') : waiting.join(', ')
    if (waiting.length > 0) notify.error(`Not enough seats left. On the waiting list now: ${isolate(who)}`)
  }
  /** `onDone` is called even if the page shows something else by then. A failure has its own toast. */
  const run = (ids: string[], decision: Decision, { note, onDone }: { note?: string; onDone: () => void }): void => {
    if (decide.isPending) return
    const body = { ids, decision, email, ...(note && { note }) }
    decide.mutateAsync({ params: { courseId }, body }).then(
      ({ items, passed }) => {
        onDone()
        const changed = items.filter(({ before, status }) => before !== status)
        const left = changed.filter(({ status }) => decision === 'APPROVED' && status === 'WAITLISTED')
        const isPart = left.length > 0 && left.length < changed.length
        const words = `${isPart ? `Only ${pluralize(changed.length - left.length, 'seat')} left. ` : ''}${wordsFor(changed, passed)}`
        if (changed.length === 0) notify.info('Nothing changed')
        else notify.success(words, { link: { label: 'Undo', onClick: () => void undo(changed).catch(() => undefined) } })
      },
      () => undefined,
    )
  }
  return { run, email, setEmail: remember, isPending: decide.isPending }
}

export type Decide = ReturnType<typeof useDecide>
