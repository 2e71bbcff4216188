/** Opting out of a course's emails and back in: on the profile, or by the link in an email. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Id } from '#values.ts'

const inCourse = z.object({ courseId: Id })

export const listCourseSubscriptions = route({
  method: 'GET',
  path: '/api/users/me/course-emails',
  summary: 'The caller’s courses, and whether they opted out of their emails',
  allow: 'user.updateSelf',
  reply: z.object({ items: z.array(z.object({ courseId: Id, title: z.string(), isStopped: z.boolean() })) }),
})

export const startCourseEmails = route({
  method: 'PUT',
  path: '/api/users/me/course-emails/:courseId',
  summary: 'Opt in to a course’s emails again',
  allow: 'user.updateSelf',
  params: inCourse,
})

export const stopCourseEmails = route({
  method: 'DELETE',
  path: '/api/users/me/course-emails/:courseId',
  summary: 'Opt out of a course’s emails',
  allow: 'user.updateSelf',
  params: inCourse,
})

const token = z.string().max(200)
const Subscription = z.object({ courseTitle: z.string(), isStopped: z.boolean() })

export const getSubscription = route({
  method: 'GET',
  path: '/api/mail/subscription',
  summary: 'The course of an unsubscribe link; reading it changes nothing',
  allow: 'anyone',
  query: z.object({ token }),
  reply: Subscription,
  problems: ['not-found'],
  example: { query: { token: 'nonsense' } },
})

export const setSubscription = route({
  method: 'POST',
  path: '/api/mail/subscription',
  summary: 'Opt out of a course’s emails with the link in their footer, or back in',
  allow: 'anyone',
  body: z.object({ token, isStopped: z.boolean() }),
  reply: Subscription,
  problems: ['not-found'],
  example: { body: { token: 'nonsense', isStopped: true } },
})
