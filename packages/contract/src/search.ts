/** Search over the whole product: what the caller may reach, by its name. */

import { z } from 'zod'
import { CourseStatus } from '#courses.ts'
import { route } from '#route.ts'
import { UserRole } from '#users.ts'
import { DateTimeString, Flag, Id, Person, Text } from '#values.ts'

/** A search of fewer characters finds nothing. */
export const leastSearch = 2
/** Hits of one kind that are shown; `total` says how many there are. */
export const hitsOfGroup = 3
const groupOf = <T extends z.ZodType>(hit: T) => z.object({ items: z.array(hit).max(hitsOfGroup), total: z.int() })

const ofCourse = { id: Id, title: z.string(), courseId: Id, courseTitle: z.string() }
const ofWeek = { ...ofCourse, weekId: Id, weekNumber: z.int() }

const CourseHit = z
  .object({ id: Id, title: z.string(), status: CourseStatus, trainer: z.string().nullable(), isReachable: z.boolean() })
  .meta({ id: 'CourseHit', description: 'isReachable: with its content; otherwise only the page of its details' })
const WeekHit = z.object({ ...ofCourse, number: z.int() }).meta({ id: 'WeekHit' })
const VideoHit = z.object(ofWeek).meta({ id: 'VideoHit' })
const SessionHit = z.object({ ...ofWeek, startsAt: DateTimeString.nullable() }).meta({ id: 'SessionHit' })
const AssignmentHit = z.object({ ...ofWeek, isDraft: z.boolean() }).meta({ id: 'AssignmentHit' })
const PersonHit = Person.extend({ role: UserRole, courseTitle: z.string().nullable() }).meta({ id: 'PersonHit' })
const DiscussionHit = z.object({ ...ofCourse, commentCount: z.int() }).meta({ id: 'DiscussionHit' })

export const Found = z
  .object({
    corrected: z.string().nullable().meta({ description: 'What was searched instead, if nothing was found and a word seems mistyped' }),
    courses: groupOf(CourseHit),
    weeks: groupOf(WeekHit),
    videos: groupOf(VideoHit),
    sessions: groupOf(SessionHit),
    assignments: groupOf(AssignmentHit),
    people: groupOf(PersonHit),
    discussions: groupOf(DiscussionHit),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

export const searchAll = route({
  method: 'GET',
  path: '/api/search',
  summary: 'Courses, weeks, videos, live sessions, assignments, people and discussions that the caller may reach, by name',
  allow: 'signed-in',
  query: z.object({
    q: Text(100).trim().meta({ description: 'From two characters; shorter finds nothing' }),
    exact: Flag.optional().meta({ description: 'true: without looking for what may be meant by a mistyped word' }),
  }),
  reply: Found,
  example: { query: { q: 'data' } },
})
