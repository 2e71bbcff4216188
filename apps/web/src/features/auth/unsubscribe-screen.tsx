/** Stopping the emails of a course by the link in their footer. Opening the page changes nothing; the button does. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage, isNotFound } from '#lib/api-errors.ts'
import { Alert } from '#ui/alert.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { subscriptionQuery, useSetSubscription } from '#features/emails/api.ts'
import { AuthPage } from './auth-page.tsx'

export function UnsubscribeScreen() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const subscription = useQuery({ ...subscriptionQuery({ query: { token } }), enabled: token !== '' })
  const change = useSetSubscription()
  const { courseTitle = '', isStopped = false } = subscription.data ?? {}
  if (token === '' || isNotFound(subscription.error))
    return (
      <AuthPage
        title="This link does not work"
        isForAll
        words="It may be incomplete, or the course was deleted. You can also stop emails on your profile."
      >
        {null}
      </AuthPage>
    )
  const set = (next: boolean): void => change.mutate({ body: { token, isStopped: next } })
  return (
    <AuthPage title={isStopped ? 'Emails stopped' : 'Stop emails from this course?'} isForAll>
      {change.error && <Alert tone="bad" role="alert" title={getErrorMessage(change.error)} />}
      <QueryPart query={subscription} what="This page" loading={2}>
        {() => (
          <>
            <p role="status">
              {isStopped
                ? `You no longer get emails from ${isolate(courseTitle)}, except about marks, sign-ups and live sessions that are moved or cancelled.`
                : `You will not get emails from trainers of ${isolate(courseTitle)}, nor about replies, mentions and announcements there. Emails about marks, sign-ups, live sessions that are moved or cancelled, and your account are still sent.`}
            </p>
            <Button fullWidth mt={16} variant={isStopped ? 'default' : 'filled'} loading={change.isPending} onClick={() => set(!isStopped)}>
              {isStopped ? 'Get emails again' : `Stop emails from ${isolate(courseTitle)}`}
            </Button>
          </>
        )}
      </QueryPart>
    </AuthPage>
  )
}
