/** The list of responses with what can be done to the chosen ones: some rows, or all that match on all pages. */
import type { SignupResponse } from '@lms/contract/signup-responses'
import { decideLimit, type FormQuestion } from '@lms/contract/rules/form-answers'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { ResponseTable } from './response-table.tsx'
import type { Decide, Decision } from './use-decide.ts'
import type { ResponseList } from './use-response-list.ts'

/** “Approve 2, add 3 to waiting list”, by the seats that are left. */
export function approveLabel(count: number, seatsLeft: number | null): string {
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

/** Give it another key where the filters change: what was chosen is chosen no more. */
export function ResponseChoice({ courseId, items, questions, responses, seatsLeft, decide }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAllMatching, setAllMatching] = useState(false)
  const { total, matching, tab } = responses
  const picked = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const most = Math.min(total, decideLimit)
  const count = isAllMatching ? most : picked.length
  const choose = (ids: readonly string[], isOn: boolean): void => {
    setAllMatching(false)
    setChosen((now) => (isOn ? now.union(new Set(ids)) : now.difference(new Set(ids))))
  }
  const clear = (): void => {
    setAllMatching(false)
    setChosen(new Set())
  }
  const run = (decision: Decision) => (): void => decide.run(isAllMatching ? { matching } : { ids: picked }, decision, { onDone: clear })
  const isPageChosen = picked.length > 0 && picked.length === items.length
  const all = {
    key: 'all',
    label: total > decideLimit ? `Select the first ${decideLimit} of ${total}` : `Select all ${total} matching`,
    onClick: () => setAllMatching(true),
  }
  return (
    <>
      <ResponseTable
        courseId={courseId}
        items={items}
        questions={questions}
        responses={responses}
        isChosen={(id) => isAllMatching || chosen.has(id)}
        onChoose={choose}
      />
      <BulkBar
        count={count}
        onClear={clear}
        extra={<Checkbox label="Email them" checked={decide.email} onChange={(event) => decide.setEmail(event.currentTarget.checked)} />}
        actions={[
          ...(isPageChosen && !isAllMatching && total > items.length ? [all] : []),
          {
            key: 'approve',
            label: approveLabel(count, seatsLeft),
            onClick: run('APPROVED'),
            isLoading: decide.isPending,
            isPrimary: true,
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
