/** Profile: emails from each of the user's courses, on or off. */

import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormSection } from '#ui/form-page.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { subscriptionsQuery, useSwitchEmails } from './api.ts'

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
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && !list.data && <LoadFailed title="Your courses could not be loaded" {...toLoadError(list)} />}
      {list.data?.items.map((subscription) => (
        <CourseSwitch key={subscription.courseId} {...subscription} />
      ))}
    </FormSection>
  )
}
