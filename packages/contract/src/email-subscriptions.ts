/** Stopping the emails of a course, and getting them again: on the profile, or by the link in an email. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Id } from '#values.ts'

const inCourse = z.object({ courseId: Id })

export const listCourseSubscriptions = route({
  method: 'GET',
  path: '/api/users/me/course-emails',
  summary: 'The caller’s courses, and whether their emails are stopped',
  allow: 'user.updateSelf',
  reply: z.object({ items: z.array(z.object({ courseId: Id, title: z.string(), isStopped: z.boolean() })) }),
})

export const startCourseEmails = route({
  method: 'PUT',
  path: '/api/users/me/course-emails/:courseId',
  summary: 'Get emails from a course again',
  allow: 'user.updateSelf',
  params: inCourse,
})

export const stopCourseEmails = route({
  method: 'DELETE',
  path: '/api/users/me/course-emails/:courseId',
  summary: 'Stop emails from a course',
  allow: 'user.updateSelf',
  params: inCourse,
})

const token = z.string().max(200)
const Subscription = z.object({ courseTitle: z.string(), isStopped: z.boolean() })

export const getSubscription = route({
  method: 'GET',
  path: '/api/mail/subscription',
  summary: 'What the link in an email’s footer is about; reading it changes nothing',
  allow: 'anyone',
  query: z.object({ token }),
  reply: Subscription,
  example: { query: { token: 'nonsense' } },
})

export const setSubscription = route({
  method: 'POST',
  path: '/api/mail/subscription',
  summary: 'Stop emails from a course by the link in their footer, or get them again',
  allow: 'anyone',
  body: z.object({ token, isStopped: z.boolean() }),
  reply: Subscription,
  example: { body: { token: 'nonsense', isStopped: true } },
})
