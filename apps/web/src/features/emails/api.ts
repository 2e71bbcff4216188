/** Emails to a course, announcements, and stopping them. */

import { apiMutation, apiQuery } from '#lib/api-hooks.ts'

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
export const useStopEmails = apiMutation('courseEmails', 'stopCourseEmails', { invalidates: changedDomains })
export const useStartEmails = apiMutation('courseEmails', 'startCourseEmails', { invalidates: changedDomains })
export const useSetSubscription = apiMutation('courseEmails', 'setSubscription', { invalidates: changedDomains, errors: 'inline' })
