/** All rights: which role may do which action on which objects, and who may grant which role. Pure, shared by server and web. */

export const roles = ['SUPER_ADMIN', 'ADMIN', 'TRAINER', 'USER'] as const
export type Role = (typeof roles)[number]

/** Takes courses. */
export const isStudentRole = (role: Role | undefined): boolean => role === 'USER'
/** Teaches the courses of which they are a member. */
export const isTrainerRole = (role: Role | undefined): boolean => role === 'TRAINER'
/** Reaches every course, without being a member. */
export const isAdminRole = (role: Role | undefined): boolean => role === 'ADMIN' || role === 'SUPER_ADMIN'

export type MembershipRole = 'TRAINER' | 'STUDENT'
/** The membership that counts for an account: those of a former role stay, without effect. */
export const membershipRole = (role: Role): MembershipRole => (isStudentRole(role) ? 'STUDENT' : 'TRAINER')
export const isTeaching = (membership: { role: MembershipRole }): boolean => membership.role === 'TRAINER'

/**
 * How far an action goes: `all` objects · `teaching`: objects of courses the actor teaches · `enrolled`: objects of courses
 * the actor is enrolled in · `own`: the actor's own objects, in courses the actor belongs to · `-`: never.
 */
export type Reach = 'all' | 'teaching' | 'enrolled' | 'own' | '-'

/** The relation of an actor to one subject. Facts come from the database on the server, from the reply's `membership` on the web. */
export type Relation = { teaches?: boolean; enrolled?: boolean; owns?: boolean }

type Row = readonly [superAdmin: Reach, admin: Reach, trainer: Reach, student: Reach]

/* oxfmt-ignore */
export const policy = {
  //                        SUPER   ADMIN   TRAINER     STUDENT
  'session.list':          ['own',  'own',  'own',      'own'],
  'session.end':           ['own',  'own',  'own',      'own'],

  'notice.list':           ['own',  'own',  'own',      'own'],
  'notice.update':         ['own',  'own',  'own',      'own'],

  'user.list':             ['all',  'all',  '-',        '-'],
  'user.roster':           ['all',  'all',  'teaching', '-'],
  'user.inspect':          ['all',  'all',  'teaching', 'own'],
  'user.audit':           ['all',  'all',  '-',        '-'],
  'user.create':           ['all',  'all',  '-',        '-'],
  'user.update':           ['all',  'all',  '-',        '-'],
  'user.remove':           ['all',  'all',  '-',        '-'],
  'user.updateSelf':       ['own',  'own',  'own',      'own'],
  'user.changeEmail':      ['all',  'all',  'own',      'own'],

  'course.list':           ['all',  'all',  'all',      'all'],
  'course.listOwn':        ['own',  'own',  'own',      'own'],
  'course.read':           ['all',  'all',  'all',      'all'],
  'course.create':         ['all',  'all',  'all',      '-'],
  'course.update':         ['all',  'all',  '-',        '-'],
  // Publishing, unpublishing and archiving.
  'course.publish':        ['all',  'all',  'teaching', '-'],
  'course.remove':         ['all',  'all',  '-',        '-'],
  'course.enroll':         ['-',    '-',    '-',        'all'],

  'progress.read':         ['all',  'all',  'teaching', 'own'],

  'week.read':             ['all',  'all',  'teaching', 'enrolled'],
  'week.write':            ['all',  'all',  'teaching', '-'],

  'media.read':            ['all',  'all',  'teaching', 'enrolled'],
  'media.write':           ['all',  'all',  'teaching', '-'],
  'media.library':         ['all',  'all',  '-',        '-'],

  'file.upload':           ['own',  'own',  'own',      'own'],
  // Unfinished uploads of all users; `file.remove` is the right to discard them.
  'file.listAll':          ['all',  'all',  '-',        '-'],
  'file.remove':           ['all',  'all',  'teaching', 'own'],

  'attendance.read':       ['all',  'all',  'teaching', 'own'],
  'attendance.listOwn':    ['-',    '-',    '-',        'own'],
  // Says that a record is not right.
  'attendance.question':   ['-',    '-',    '-',        'own'],
  'attendance.mark':       ['all',  'all',  'teaching', '-'],
  'attendance.markLive':   ['all',  'all',  'teaching', 'own'],
  'attendance.markVideo':  ['-',    '-',    '-',        'own'],
  'attendance.export':     ['all',  'all',  'teaching', '-'],

  'assignment.listOwn':    ['own',  'own',  'own',      'own'],
  'assignment.read':       ['all',  'all',  'teaching', 'enrolled'],
  'assignment.write':      ['all',  'all',  'teaching', '-'],

  'submission.listOwn':    ['own',  'own',  'own',      'own'],
  'submission.list':       ['all',  'all',  'teaching', '-'],
  'submission.read':       ['all',  'all',  'teaching', 'own'],
  'submission.write':      ['-',    '-',    '-',        'own'],
  'submission.grade':      ['all',  'all',  'teaching', '-'],

  'marks.read':            ['all',  'all',  'teaching', '-'],
  'marks.write':           ['all',  'all',  'teaching', '-'],
  'marks.readOwn':         ['-',    '-',    '-',        'own'],

  'form.read':             ['all',  'all',  'all',      'all'],
  'form.write':            ['all',  'all',  '-',        '-'],
  'form.answer':           ['-',    '-',    '-',        'all'],
  // Reads responses and decides on them.
  'form.review':           ['all',  'all',  'teaching', '-'],

  'discussion.listOwn':    ['own',  'own',  'own',      'own'],
  'discussion.read':       ['all',  'all',  'teaching', 'enrolled'],
  'discussion.write':      ['all',  'all',  'teaching', 'enrolled'],
  'discussion.remove':     ['all',  'all',  'teaching', 'own'],
  // Pins, locks, marks answers, reads earlier versions.
  'discussion.moderate':   ['all',  'all',  'teaching', '-'],

  'mail.send':             ['all',  'all',  'teaching', '-'],

  // Admins belong to no course, so they have no calendar.
  'calendar.subscribe':    ['-',    '-',    'own',      'own'],
} as const satisfies Record<string, Row>

export type Action = keyof typeof policy

/** The action's reach for a role: one cell of the table. */
export const getReach = (role: Role, action: Action): Reach => policy[action][roles.indexOf(role)] ?? '-'

/** Whether the role may use the action on anything at all: decides which menus and screens are shown. */
export const canEver = (role: Role, action: Action): boolean => getReach(role, action) !== '-'

/** Whether the role may use the action on a subject to which it has this `relation`. */
export function can(role: Role, action: Action, relation: Relation = {}): boolean {
  switch (getReach(role, action)) {
    case 'all':
      return true
    case 'teaching':
      return relation.teaches === true
    case 'enrolled':
      return relation.enrolled === true
    case 'own':
      return relation.owns === true
    default:
      return false
  }
}

/** Archived courses are read only: nobody adds, submits or posts. Staff can still grade, correct attendance and delete posts. */
const closedWhenArchived: Partial<Record<Action, 'all' | 'students'>> = {
  'week.write': 'all',
  'media.write': 'all',
  'assignment.write': 'all',
  'discussion.write': 'all',
  'submission.write': 'all',
  'form.review': 'all',
  'attendance.markVideo': 'all',
  'attendance.markLive': 'students',
}

/** Whether archiving a course closes it to this change. */
export const isClosedWhenArchived = (action: Action, { isStaff }: { isStaff: boolean }): boolean =>
  closedWhenArchived[action] === 'all' || (closedWhenArchived[action] === 'students' && !isStaff)

/** From least to most powerful. */
const ascendingRoles: readonly Role[] = roles.toReversed()

/** The roles that a user may grant, and whose users they may change: admins only up to trainers. */
export const grantableRoles = (giver: Role): readonly Role[] =>
  giver === 'SUPER_ADMIN' ? ascendingRoles : giver === 'ADMIN' ? ascendingRoles.filter((role) => !isAdminRole(role)) : []

export const mayGrant = (giver: Role, role: Role): boolean => grantableRoles(giver).includes(role)
