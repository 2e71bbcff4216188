/** What is found, as rows with their addresses, in groups. */

import { isAdminRole, type Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import { isFound, fold } from '@lms/contract/rules/search'
import type { Found } from '@lms/contract/search'
import { formatDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import type { Icon } from '#ui/icon.tsx'
import { roleLabels } from '#features/users/role-labels.ts'

export type Kind = 'COURSE' | 'WEEK' | 'VIDEO' | 'SESSION' | 'ASSIGNMENT' | 'PERSON' | 'DISCUSSION'

/** Plain data, because the device keeps those that were opened. */
export type Hit = {
  kind: Kind
  id: string
  to: string
  title: string
  details: string
  /** At the end of the row. */
  fact?: string
  /** Of a person. */
  image?: string | null
  /** Of a week. */
  number?: number
}
/** A page of the menu, or something to do. */
export type PageAction = { label: string; to: string; Icon: Icon }
export type Row = ({ type: 'hit' } & Hit) | ({ type: 'action' } & PageAction) | { type: 'all'; to: string; title: string }

/** `more`: how many there are that no list shows. */
export type RowGroup = { title: string; rows: readonly Row[]; more?: number }

type Item<G extends keyof Omit<Found, 'corrected'>> = Found[G]['items'][number]

const inWeek = (courseTitle: string, number: number): string => `${isolate(courseTitle)}, week ${number}`
const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ')
const courseStates = { DRAFT: 'Draft', ARCHIVED: 'Archived', PUBLISHED: undefined } as const

const toCourse = ({ id, title, trainer, status, isReachable }: Item<'courses'>): Hit => ({
  kind: 'COURSE',
  id,
  title,
  to: (isReachable ? paths.course : paths.courseDetails).to({ courseId: id }),
  details: joined(trainer && isolate(trainer), courseStates[status]),
})
const toWeek = ({ id, title, number, courseId, courseTitle }: Item<'weeks'>): Hit => ({
  kind: 'WEEK',
  id,
  title,
  to: paths.week.to({ courseId, weekId: id }),
  details: inWeek(courseTitle, number),
  number,
})
const toMedia = (kind: 'VIDEO' | 'SESSION', item: Item<'videos'>, fact?: string): Hit => ({
  kind,
  id: item.id,
  title: item.title,
  to: paths.media.to({ courseId: item.courseId, weekId: item.weekId, mediaId: item.id }),
  details: inWeek(item.courseTitle, item.weekNumber),
  ...(fact && { fact }),
})
const toAssignment = ({ isDraft, ...item }: Item<'assignments'>): Hit => ({
  kind: 'ASSIGNMENT',
  id: item.id,
  title: item.title,
  to: paths.assignment.to({ courseId: item.courseId, weekId: item.weekId, assignmentId: item.id }),
  details: joined(inWeek(item.courseTitle, item.weekNumber), isDraft && 'Draft'),
})
const toPerson = ({ id, name, role, courseTitle, profileImageUrl }: Item<'people'>): Hit => ({
  kind: 'PERSON',
  id,
  title: name,
  to: paths.userDetails.to({ userId: id }),
  details: [roleLabels[role], courseTitle && isolate(courseTitle)].filter(Boolean).join(', '),
  image: profileImageUrl,
})
const toDiscussion = ({ id, title, courseId, courseTitle, commentCount }: Item<'discussions'>): Hit => ({
  kind: 'DISCUSSION',
  id,
  title,
  to: paths.discussion.to({ courseId, discussionId: id }),
  details: courseTitle,
  ...(commentCount > 0 && { fact: pluralize(commentCount, 'reply', 'replies') }),
})

/** The list of a group that shows all of it, filtered by the words; undefined: there is none. */
function getListPaths(role: Role, search: string): Partial<Record<string, string>> {
  const courses = paths.courses.to({ search })
  if (!isAdminRole(role)) return { Courses: courses }
  return {
    Courses: courses,
    People: paths.users.to({ page: 1, role: 'all', course: 'all', search }),
    Videos: paths.allMedia.to({ page: 1, type: 'RECORDED', search }),
    'Live sessions': paths.allMedia.to({ page: 1, type: 'LIVE', search }),
  }
}

/** The groups in their order, without empty ones. `search`: as typed, or as corrected. */
export function toGroups(found: Found, role: Role, search: string): RowGroup[] {
  const lists = getListPaths(role, search)
  const group = (title: string, { total }: { total: number }, hits: readonly Hit[]): RowGroup => {
    const to = lists[title]
    const rows: Row[] = hits.map((hit) => ({ type: 'hit', ...hit }))
    const more = total - hits.length
    if (more <= 0) return { title, rows }
    return to === undefined
      ? { title, rows, more }
      : { title, rows: [...rows, { type: 'all', to, title: `Show all ${total} ${title.toLowerCase()}` }] }
  }
  return [
    group('Courses', found.courses, found.courses.items.map(toCourse)),
    group('Weeks', found.weeks, found.weeks.items.map(toWeek)),
    group(
      'Videos',
      found.videos,
      found.videos.items.map((item) => toMedia('VIDEO', item)),
    ),
    group(
      'Live sessions',
      found.sessions,
      found.sessions.items.map((item) => toMedia('SESSION', item, item.startsAt === null ? undefined : formatDay(item.startsAt))),
    ),
    group('Assignments', found.assignments, found.assignments.items.map(toAssignment)),
    group('People', found.people, found.people.items.map(toPerson)),
    group('Discussions', found.discussions, found.discussions.items.map(toDiscussion)),
  ].filter(({ rows }) => rows.length > 0)
}

const mostActions = 3
/** Pages and actions with all words of the search. */
export function toActionGroup(actions: readonly PageAction[], search: string): RowGroup[] {
  const rows = (search === '' ? actions : actions.filter(({ label }) => isFound(label, search)).slice(0, mostActions)).map(
    (action): Row => ({ type: 'action', ...action }),
  )
  return rows.length > 0 ? [{ title: 'Actions', rows }] : []
}

export const titleOf = (row: Row): string => (row.type === 'action' ? row.label : row.title)

/** The best of all rows: one that begins with the words, else one in which a word does, else the first. */
export function findBest(rows: readonly Row[], search: string): Row | undefined {
  const words = fold(search.trim())
  const titles = new Map(rows.map((row) => [row, row.type === 'all' ? '' : fold(titleOf(row))]))
  return rows.find((row) => titles.get(row)!.startsWith(words)) ?? rows.find((row) => titles.get(row)!.includes(` ${words}`)) ?? rows[0]
}
