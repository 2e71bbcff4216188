/** Weeks of a course, with their items. */

import { z } from 'zod'
import { AssignmentSummary } from '#assignments.ts'
import { MediaSummary } from '#media.ts'
import { route } from '#route.ts'
import { Created, Day, Id, Instant, SingleLineText, Page, toPageShape, RichText, DateTimeString, SeenVersion, Version } from '#values.ts'

/** A locked or unpublished week only shows students its title and date: `media` and `assignments` are empty. */
export const Week = z
  .object({
    id: Id,
    courseId: Id,
    number: z.int(),
    title: z.string(),
    description: z.string(),
    startsOn: z.string().nullable(),
    unlockAt: DateTimeString.nullable(),
    published: z.boolean(),
    locked: z.boolean(),
    /** Increases with each edit. */
    version: Version,
    media: z.array(MediaSummary),
    assignments: z.array(AssignmentSummary),
  })
  .meta({ id: 'Week' })
export type Week = z.infer<typeof Week>

/** A week and the student's progress: `done` of `total` required items. Zero for locked and unpublished weeks. */
export const WeekProgress = z
  .object({
    number: z.int(),
    startsOn: z.string().nullable(),
    unlockAt: DateTimeString.nullable(),
    locked: z.boolean(),
    done: z.int(),
    total: z.int(),
  })
  .meta({ id: 'WeekProgress' })
export type WeekProgress = z.infer<typeof WeekProgress>

const params = z.object({ courseId: Id, weekId: Id })
const body = z.object({
  title: SingleLineText(200),
  description: RichText.default(''),
  startsOn: Day.nullable().default(null),
  unlockAt: Instant.nullable().default(null),
  published: z.boolean().default(true),
})
const example = { body: { title: 'Cleaning and checking', startsOn: '2026-11-16' } }

export const getWeek = route({
  method: 'GET',
  path: '/api/weeks/:courseId/:weekId',
  summary: 'One week with its items',
  allow: 'week.read',
  course: 'params.courseId',
  params,
  reply: Week,
})

export const createWeek = route({
  method: 'POST',
  path: '/api/weeks/:courseId',
  summary: 'Add a week at the end',
  allow: 'week.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  body,
  reply: Week,
  status: Created,
  example,
})

export const updateWeek = route({
  method: 'PUT',
  path: '/api/weeks/:courseId/:weekId',
  summary: 'Replace the fields of a week; its number moves it within the course',
  allow: 'week.write',
  course: 'params.courseId',
  params,
  body: body.extend({ number: z.int().min(1).max(200).optional(), version: SeenVersion }),
  reply: Week,
  problems: ['version-conflict'],
  example,
})

/** All weeks of the course, or all items of one of its weeks: media and assignments. */
export const ChangeOrder = z.union([z.object({ weekIds: z.array(Id).max(1000) }), z.object({ weekId: Id, itemIds: z.array(Id).max(1000) })])
export type ChangeOrder = z.infer<typeof ChangeOrder>

export const changeOrder = route({
  method: 'PUT',
  path: '/api/courses/:id/order',
  summary: 'Put all weeks of a course, or all items of one week, in an order; dates do not change',
  allow: 'week.write',
  course: 'params.id',
  params: z.object({ id: Id }),
  body: ChangeOrder,
  problems: ['version-conflict'],
  example: { body: { weekIds: ['019a0000-0000-7000-8000-000000000000'] } },
})

export const moveItem = route({
  method: 'PUT',
  path: '/api/courses/:id/move-item',
  summary: 'Move a recording, session or assignment to another week of the course; submissions and records go along, dates do not change',
  allow: 'week.write',
  course: 'params.id',
  params: z.object({ id: Id }),
  /** `position`: its place among the items there, from 0; without it, the last. */
  body: z.object({ itemId: Id, weekId: Id, position: z.int().min(0).max(1000).optional() }),
  example: { body: { itemId: '019a0000-0000-7000-8000-000000000000', weekId: '019a0000-0000-7000-8000-000000000001' } },
})

export const countWeekSubmissions = route({
  method: 'GET',
  path: '/api/weeks/:courseId/:weekId/submissions',
  summary: 'How many submissions would be deleted with a week',
  allow: 'week.write',
  course: 'params.courseId',
  params,
  reply: z.object({ submissions: z.int() }),
})

/** Two paths of one operation, as specified. */
const removal = { method: 'DELETE', allow: 'week.write', course: 'params.courseId', params } as const

export const removeWeek = route({
  ...removal,
  path: '/api/weeks/:courseId/:weekId',
  summary: 'Delete a week; it can be restored for 30 days',
})
export const removeCourseWeek = route({
  ...removal,
  path: '/api/courses/:courseId/weeks/:weekId',
  summary: 'The same as removeWeek',
})

export const DeletedWeek = z
  .object({
    id: Id,
    title: z.string(),
    mediaCount: z.int(),
    assignmentCount: z.int(),
    deletedAt: DateTimeString,
    restorableUntil: DateTimeString,
  })
  .meta({ id: 'DeletedWeek' })
export type DeletedWeek = z.infer<typeof DeletedWeek>

export const listDeletedWeeks = route({
  method: 'GET',
  path: '/api/weeks/:courseId/deleted',
  summary: 'Deleted weeks of a course that can still be restored, newest first',
  allow: 'week.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  query: z.object(Page),
  reply: toPageShape(DeletedWeek),
})

export const restoreWeek = route({
  method: 'POST',
  path: '/api/weeks/:courseId/:weekId/restore',
  summary: 'Restore a deleted week at its former position',
  allow: 'week.write',
  course: 'params.courseId',
  params,
  reply: Week,
})
