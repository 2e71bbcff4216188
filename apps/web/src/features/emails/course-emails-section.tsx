/** Profile: emails from each of the user's courses, on or off. */

import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#lib/api-hooks.ts'
import type { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { FormSection } from '#ui/form-page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { subscriptionsQuery, useStartEmails, useStopEmails } from './api.ts'

type Subscriptions = ReplyOf<typeof api.courseEmails.listCourseSubscriptions>
/** Stops the emails of a course, or starts them again; sent in order, and shown at once. */
function useSwitchEmails({ courseId, isStopped }: { courseId: string; isStopped: boolean }) {
  const client = useQueryClient()
  const show = (isStopped: boolean): void =>
    changeCached<Subscriptions>(
      client,
      subscriptionsQuery({}).queryKey,
      (list) => list && { ...list, items: list.items.map((one) => (one.courseId === courseId ? { ...one, isStopped } : one)) },
    )
  const queue = `course-emails:${courseId}`
  const stop = useStopEmails({ queue, onSaved: () => show(true) })
  const start = useStartEmails({ queue, onSaved: () => show(false) })
  const [wanted, setWanted] = useState(isStopped)
  return {
    isStopped: stop.isPending || start.isPending ? wanted : isStopped,
    change: (next: boolean): void => {
      setWanted(next)
      const { mutate } = next ? stop : start
      mutate({ params: { courseId } })
    },
  }
}

function CourseSwitch({ title, ...subscription }: { courseId: string; title: string; isStopped: boolean }) {
  const { isStopped, change } = useSwitchEmails(subscription)
  return <Switch label={title} checked={!isStopped} onChange={(event) => change(!event.currentTarget.checked)} />
}

export function CourseEmailsSection() {
  const list = useQuery(subscriptionsQuery({}))
  if (list.data?.items.length === 0) return null
  return (
    <FormSection
      title="Emails from courses"
      help="What trainers write to you, and emails about replies, mentions and announcements. Emails about marks, sign-ups, live sessions that are moved or cancelled, and your account are always sent."
    >
      <QueryPart query={list} what="Your courses" loading={2}>
        {({ items }) => items.map((subscription) => <CourseSwitch key={subscription.courseId} {...subscription} />)}
      </QueryPart>
    </FormSection>
  )
}
