/** Labels of roles and statuses, and who may change whom (docs/domains/users.md). */

import { isStudentRole, isTrainerRole, isAdminRole, type Action, canEver, mayGrant, type Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { User } from '@lms/contract/users'
import type { SessionUser } from '#lib/session.ts'

/** “20,000”. */
export const formatCount = (count: number): string => count.toLocaleString('en-GB')
export const formatPeople = (count: number): string => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

export const roleMeanings: Record<Role, string> = {
  USER: 'Takes courses and submits work.',
  TRAINER: 'Creates courses, runs and grades the courses taught.',
  ADMIN: 'Runs all courses, manages trainers and students.',
  SUPER_ADMIN: 'Full access, including admins.',
}

export const userStatusLabels: Record<User['status'], string> = { ACTIVE: 'Active', INVITED: 'Invited', SUSPENDED: 'Suspended' }

/** Admins have access to every course and cannot be enrolled. */
export const canJoinCourses = (role: Role): boolean => !isAdminRole(role)

type Who = Pick<SessionUser, 'id' | 'role'>

/** Whether the actor may change a user's name, role and status. */
export const mayManage = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => mayGrant(actor.role, person.role)

/** Nobody suspends or deletes themselves. */
export const mayRemove = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => actor.id !== person.id && mayManage(actor, person)

/** The abilities of a role, by the right that grants them. */
const powers: readonly (readonly [Action, string])[] = [
  ['submission.write', 'take courses and submit work'],
  ['course.create', 'create courses'],
  ['submission.grade', 'grade work'],
  ['course.update', 'change and delete any course'],
  ['user.update', 'manage trainers and students'],
  ['media.library', 'see all media'],
]
const listPowers = (role: Role): string[] => [
  ...powers.filter(([action]) => canEver(role, action)).map(([, words]) => words),
  ...(mayGrant(role, 'ADMIN') ? ['manage admins'] : []),
]

type Titled = readonly { title: string }[]

/** Maximum titles in a sentence. */
const mostTitles = 5

/** “Photography, which they teach”, or “2 courses they teach: Data Journalism, Photography”. `count` is the total, if not all titles are known. */
export function formatCourses(role: Role, courses: Titled, count = courses.length): string {
  const [first] = courses
  const verb = isStudentRole(role) ? 'take' : 'teach'
  if (count === 1 && first) return `${isolate(first.title)}, which they ${verb}`
  const titles = courses.slice(0, mostTitles).map(({ title }) => isolate(title))
  if (titles.length === 0) return `the courses they ${verb}`
  const more = count - titles.length
  return `${count} courses they ${verb}: ${[...titles, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`
}

/** Other trainers of a course are not known here, so the warning is general. */
export const noTrainerWarning = 'Courses with no other trainer will have none.'

/** A membership is inactive while the user has another role than the one it was made for. Trainers who become admins keep theirs. */
function coursesEffect(name: string, from: Role, to: Role, courses: Titled, count: number): string | false {
  const isLeft = count > 0 && from !== to && (isStudentRole(from) || (isTrainerRole(from) && isStudentRole(to)))
  if (!isLeft) return false
  const left = `${isolate(name)} will leave ${formatCourses(from, courses, count)}.`
  return `${left} ${isTrainerRole(from) ? noTrainerWarning : 'Work and marks stay.'} With the old role the courses come back.`
}

/**
 * “Omar will be able to create courses, grade work.” The effect of a change of role, shown before it is saved. `courses` are
 * those that the person is in with the current role.
 */
export function roleEffect(name: string, from: Role, to: Role, courses: Titled = [], count = courses.length): string {
  const [before, after] = [listPowers(from), listPowers(to)]
  const gained = after.filter((power) => !before.includes(power))
  const lost = before.filter((power) => !after.includes(power))
  const sentences = [
    gained.length > 0 && `${isolate(name)} will be able to ${gained.join(', ')}.`,
    lost.length > 0 && `${isolate(name)} will no longer be able to ${lost.join(', ')}.`,
    coursesEffect(name, from, to, courses, count),
  ]
  return [...sentences, 'The change signs the person out once.'].filter(Boolean).join(' ')
}
