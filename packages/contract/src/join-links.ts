/** Join links: staff share one for a course, and anyone who opens it and signs in may enrol. */

import { z } from 'zod'
import { Membership } from '#courses.ts'
import { route } from '#route.ts'
import { joinToken } from '#rules/join-code.ts'
import { Created, Id, Person } from '#values.ts'

const inCourse = z.object({ courseId: Id })

/** `url` and `code` are equivalent. */
export const JoinLink = z
  .object({
    url: z.string(),
    /** Eight letters that can be read aloud. */
    code: z.string(),
    isActive: z.boolean(),
    /** False if registration is closed: then the link only works for people with an account. */
    isOpenToNewPeople: z.boolean(),
  })
  .meta({ id: 'JoinLink' })
export type JoinLink = z.infer<typeof JoinLink>

export const getJoinLink = route({
  method: 'GET',
  path: '/api/courses/:courseId/join-link',
  summary: 'The join link of a course; null until it is created',
  allow: 'course.publish',
  course: 'params.courseId',
  params: inCourse,
  reply: z.object({ link: JoinLink.nullable() }),
})

export const resetJoinLink = route({
  method: 'PUT',
  path: '/api/courses/:courseId/join-link',
  summary: 'Create the join link; a new one replaces the previous link and code',
  allow: 'course.publish',
  course: 'params.courseId',
  params: inCourse,
  reply: z.object({ link: JoinLink }),
})

export const updateJoinLink = route({
  method: 'PATCH',
  path: '/api/courses/:courseId/join-link',
  summary: 'Switch the join link off or on again',
  allow: 'course.publish',
  course: 'params.courseId',
  params: inCourse,
  body: z.object({ isActive: z.boolean() }),
  reply: z.object({ link: JoinLink }),
  example: { body: { isActive: false } },
})

export const JoinToken = z.string().regex(joinToken)
const params = z.object({ token: JoinToken })

/** What a user sees after opening the link. */
export const JoinOffer = z
  .object({
    course: z.object({
      id: Id,
      title: z.string(),
      coverImageUrl: z.string().nullable(),
      trainers: z.array(Person),
      /** HTML; of a draft it is empty, as are its dates: they may change until it is published. */
      description: z.string(),
      startsOn: z.string().nullable(),
      endsOn: z.string().nullable(),
    }),
    isMember: z.boolean(),
    /** Why the caller cannot enrol now, as a sentence. */
    blocker: z.string().nullable(),
  })
  .meta({ id: 'JoinOffer' })
export type JoinOffer = z.infer<typeof JoinOffer>

export const findJoinOffer = route({
  method: 'GET',
  path: '/api/join/:token',
  summary: 'The course of a join link or code; unknown ones are rate-limited',
  allow: 'course.read',
  params,
  reply: JoinOffer,
  problems: ['rate-limited'],
})

export const findJoinCourse = route({
  method: 'GET',
  path: '/api/join/:token/course',
  summary: 'The title of the course of a join link or code, for the sign-in page; null for a draft; unknown ones are rate-limited',
  allow: 'anyone',
  params,
  reply: z.object({ title: z.string().nullable() }),
  problems: ['rate-limited'],
})

export const joinCourse = route({
  method: 'POST',
  path: '/api/join/:token',
  summary: 'Enrol with a join link or code, whatever the enrolment mode of the course; 200 for existing members',
  allow: 'course.enroll',
  transactions: 'own',
  params,
  reply: z.object({ courseId: Id, membership: Membership }),
  status: [...Created, 200],
  problems: ['conflict', 'course-full', 'rate-limited'],
})
