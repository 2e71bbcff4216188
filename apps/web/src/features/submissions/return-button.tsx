/** Returning a submission for another attempt: at once, as it can be undone. Without feedback it asks, and of closed work it asks until when. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import { isVisible } from '@lms/contract/rules/post-content'
import type { Submission } from '@lms/contract/submissions'
import { useForm } from '#lib/form.ts'
import { getViewerZone } from '#lib/format-date.ts'
import { daysLater } from '#lib/quick-picks.ts'
import { serverNow } from '#lib/server-clock.ts'
import { findDateError } from '#lib/typed-date.ts'
import { addDays, fromLocalInput, getToday } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { returnButtonProps } from './grading-keys.tsx'
import type { GradingFormState } from './use-grading.ts'

type Props = { form: GradingFormState; submission: Pick<Submission, 'student' | 'isClosed'> }

const toInstant = (until: string): string | undefined => fromLocalInput(until, getViewerZone()) ?? undefined

function checkUntil(until: string) {
  const at = toInstant(until)
  return { until: findDateError(until) ?? (at === undefined || isPast(at, serverNow()) ? 'Choose a time in the future' : undefined) }
}

const inAWeek = (): string => `${addDays(getToday(getViewerZone(), serverNow()), 7)}T23:59`

export function ReturnButton({ form, submission: { student, isClosed } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const hasFeedback = isVisible(form.values.feedback)
  const reopening = useForm({ draft: null, initial: { until: '' }, check: ({ until }) => (isClosed ? checkUntil(until) : {}) })
  const ask = (): void => {
    if (!form.check('RETURN')) return
    if (!isClosed && hasFeedback) return form.send('RETURN')
    reopening.discard({ until: inAWeek() })
    setAsking(true)
  }
  const send = reopening.submit(({ until }) => {
    form.send('RETURN', isClosed ? toInstant(until) : undefined)
    setAsking(false)
  })
  return (
    <>
      <Button variant="default" {...returnButtonProps} onClick={ask}>
        Return
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title={`Return this to ${isolate(student.name)}?`}
        cancelLabel="Keep it"
        confirmLabel="Return it"
        isDestructive={false}
        more={
          isClosed && (
            <DateTimeField
              label="Open again until"
              help={`The assignment is closed. It opens again for ${isolate(student.name)} alone, until this time.`}
              zone={getViewerZone()}
              hasZone
              usualTime="23:59"
              picks={daysLater({ '+1 day': 1, '+2 days': 2, '+1 week': 7 }, '', getToday(getViewerZone(), serverNow()))}
              {...reopening.field('until')}
            />
          )
        }
      >
        <p>
          {isolate(student.name)} sees your feedback and may submit once more, also where all attempts are used.{' '}
          {!hasFeedback && 'You have written no feedback yet.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
