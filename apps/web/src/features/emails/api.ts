/** Emails to a course, announcements, and stopping them. */

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiMutation, apiQuery, type ReplyOf } from '#lib/api-hooks.ts'
import type { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'

export const previewQuery = apiQuery('courseEmails', 'previewAudience')
export const pictureUrlsQuery = apiQuery('courseEmails', 'getPictureUrls')
export const emailsQuery = apiQuery('courseEmails', 'listCourseEmails')
export const emailQuery = apiQuery('courseEmails', 'getCourseEmail')
export const deliveriesQuery = apiQuery('courseEmails', 'listDeliveries')
export const subscriptionsQuery = apiQuery('courseEmails', 'listCourseSubscriptions')
export const subscriptionQuery = apiQuery('courseEmails', 'getSubscription')
export const announcementsQuery = apiQuery('courseEmails', 'listAnnouncements', { staleTime: 60_000 })

export const courseAnnouncementsQuery = apiQuery('courseEmails', 'listCourseAnnouncements')

const changedDomains = ['courseEmails'] as const
export const useSendMails = apiMutation('courseEmails', 'sendMails', { invalidates: changedDomains, errors: 'inline' })
export const useSendTest = apiMutation('courseEmails', 'sendTestMail', { errors: 'inline' })
export const useCancelEmail = apiMutation('courseEmails', 'cancelCourseEmail', { invalidates: changedDomains })
export const useUpdateEmail = apiMutation('courseEmails', 'updateCourseEmail', { invalidates: [...changedDomains, 'courses'] })
export const useSendNow = apiMutation('courseEmails', 'sendCourseEmailNow', { invalidates: changedDomains })
export const useRetry = apiMutation('courseEmails', 'retryDeliveries', { invalidates: changedDomains })
const useStopEmails = apiMutation('courseEmails', 'stopCourseEmails', { invalidates: changedDomains })
const useStartEmails = apiMutation('courseEmails', 'startCourseEmails', { invalidates: changedDomains })
type Subscriptions = ReplyOf<typeof api.courseEmails.listCourseSubscriptions>
/** Stops the emails of a course, or starts them again; sent in order, and shown at once. */
export function useSwitchEmails({ courseId, isStopped }: { courseId: string; isStopped: boolean }) {
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
export const useSetSubscription = apiMutation('courseEmails', 'setSubscription', { invalidates: changedDomains, errors: 'inline' })
