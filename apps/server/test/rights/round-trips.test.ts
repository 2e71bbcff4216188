/**
 * The round trips of every call to the database, without `begin`, `commit` and the rate limit: a list takes at most three, a page four, a
 * change six. Each takes longer than what most statements do. What takes more is named here with its number and the reason.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, expect, test, vi } from 'vitest'
import type { Route } from '@lms/contract/route'
import { createApp } from '#app.ts'
import { testApp } from '#test/app.ts'
import { callers } from '#test/rights/row.ts'
import { requestOf, rows, statusOf } from '#test/rights/run.ts'
import { openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { makeWorld } from '#test/rights/world.ts'

const isList = ({ method, query }: Route) => method === 'GET' && query !== undefined && 'limit' in query.shape
const usualMost = (route: Route) => (isList(route) ? 3 : route.method === 'GET' ? 4 : 6)

const lower: Record<string, number> = { 'auth.getSession': 1 }
/** By reason. */
const higher: Record<string, Record<string, number>> = {
  'a list with numbers of its own beside the rows': {
    'marks.getGradebook': 4,
    'attendance.getCourseAttendance': 5,
    'courses.listMyCourses': 5,
    'assignments.listMyAssignments': 4,
    'media.listMedia': 4,
    'courseEmails.listCourseEmails': 5,
    'courseEmails.listDeliveries': 5,
    'signupResponses.listResponses': 5,
  },
  'a list of one thing, whose right is checked with that thing': {
    'media.listNotes': 4,
    'submissions.listAttempts': 5,
    'submissions.listMyDeletedAttempts': 5,
  },
  'read rarely, from several modules': {
    'joinLinks.findJoinOffer': 5,
    'assignmentChanges.getAssignmentUsage': 6,
    'users.getUser': 5,
    'users.getUserOverview': 10,
  },
  'with the seats of the course and who waits for them': { 'signupForms.getForm': 5 },
  'a role that comes back needs seats': { 'users.updateUser': 7 },
  'a password ends everything else that gave access': { 'auth.acceptInvitation': 10, 'auth.resetPassword': 13 },
  'an account, with its link and its mail': { 'users.addUser': 11, 'users.resendInvitation': 8 },
  'a new address, with its links and what else holds an address': { 'users.changeEmail': 10, 'users.confirmEmailChange': 8 },
  'deleting a person erases what they have in every table': { 'users.removeUser': 37, 'users.undoImport': 42 },
  'a file of many rows': { 'users.importUsers': 16, 'marks.importMarks': 17 },
  'deleting or restoring takes what belongs to it along': {
    'courses.createCourse': 10,
    'courses.removeCourse': 8,
    'weeks.removeWeek': 10,
    'weeks.removeCourseWeek': 10,
    'weeks.restoreWeek': 9,
    'discussions.removeComment': 7,
    'files.removeFile': 8,
  },
  'two transactions around the file store or Zoom': {
    'files.initMultipart': 7,
    'files.completeMultipart': 7,
    'media.addWeekMedia': 8,
    'media.retryZoomMeeting': 8,
  },
  'a mark, its attempt, its history, its undo and its notice': { 'submissions.gradeSubmission': 14, 'grading.undoGrade': 11 },
  'seats and the waiting list are counted with everything locked': {
    'signupForms.saveForm': 9,
    'signupForms.answerForm': 10,
    'signupForms.withdrawAnswers': 7,
    'signupResponses.decideResponse': 19,
    'signupResponses.decideResponses': 19,
    'signupResponses.moveUp': 7,
  },
  'with notices or mails to those concerned': {
    'assignmentExceptions.excuseStudents': 7,
    'assignmentExceptions.extendDueTime': 9,
    'courseEmails.sendMails': 7,
    'courseEmails.sendTestMail': 8,
  },
}
const mostOf = new Map(Object.values(higher).flatMap((some) => Object.entries(some)))

/** Reads whose SQL is built each time: seldom, and of few people. Everything that an everyday screen reads is prepared. */
const rarelyRead = new Set([
  'auth.listSessions',
  'auth.getSignInOptions',
  'users.listUsers',
  'users.listUserChanges',
  'users.getImportProgress',
  'users.listImports',
  'users.getImport',
  'users.getImportUndo',
  'courses.listDeletedCourses',
  'weeks.listDeletedWeeks',
  'media.listMedia',
  'media.getStartLink',
  'media.listNotes',
  'files.presignUpload',
  'files.listOthersUploads',
  'files.listParts',
  'files.presignPart',
  'attendance.exportAttendance',
  'assignmentChanges.getAssignmentUsage',
  'submissions.listAttempts',
  'submissions.listMyDeletedAttempts',
  'grading.listMarkChanges',
  'grading.getHiddenNames',
  'joinLinks.getJoinLink',
  'joinLinks.findJoinOffer',
  'joinLinks.findJoinCourse',
  'discussions.listVersions',
  'courseEmails.listCourseSubscriptions',
  'courseEmails.getSubscription',
  'calendar.getCalendarAddress',
  'calendar.getCalendarFeed',
  'calendar.getSessionEvent',
])

const testing = await testApp()
const world = await makeWorld(testing)
let statements: string[] = []
let roundTrips = 0
const rolledBack = await openRollbackDatabase(testing.url, testing.database, (statement, roundTrip) => {
  statements.push(statement)
  roundTrips = Math.max(roundTrips, roundTrip)
})
const app = await createApp({ ...testing.deps, database: rolledBack.database })
afterAll(async () => {
  await app.close()
  await rolledBack.database.close()
})

/** Of the request that is being counted: what runs in the background builds SQL too. */
const ofRequest = new AsyncLocalStorage<{ built: number }>()
const { sqlToQuery } = PgDialect.prototype
vi.spyOn(PgDialect.prototype, 'sqlToQuery').mockImplementation(function (this: PgDialect, ...args) {
  const count = ofRequest.getStore()
  if (count) count.built++
  return sqlToQuery.apply(this, args)
})

/** The names of the calls that send each statement. */
const callsOf = new Map<string, Set<string>>()

interface Count {
  name: string
  route: Route
  roundTrips: number
  /** Statements whose SQL a repeated read builds again. */
  built: number
}
/** The most of all requests that succeed; lists with pages of one row, so that they are counted. */
async function count({ domain, name, route, row }: (typeof rows)[number]): Promise<Count> {
  const most = { name: `${domain}.${name}`, route, roundTrips: 0, built: 0 }
  for (const cell of Object.keys(row.cells))
    for (const caller of callers.filter((one) => statusOf(row, cell, one) < 300)) {
      const request = requestOf(route, row, cell, caller, world)
      const url = isList(route) ? `${request.url}${request.url.includes('?') ? '&' : '?'}limit=1` : request.url
      const send = async () => {
        statements = []
        roundTrips = 0
        const count = { built: 0 }
        await ofRequest.run(count, () => rolledBack.run(() => app.inject({ ...request, url })))
        return count
      }
      await send()
      most.roundTrips = Math.max(most.roundTrips, roundTrips)
      for (const statement of statements) callsOf.set(statement, (callsOf.get(statement) ?? new Set()).add(most.name))
      if (route.method !== 'GET') continue
      const { built } = await send()
      most.built = Math.max(most.built, built)
    }
  return most
}

const counted: Count[] = []
for (const one of rows) counted.push(await count(one))

test('no call takes more round trips than its kind may', () => {
  const most = (name: string, route: Route) => mostOf.get(name) ?? lower[name] ?? usualMost(route)
  const over = counted.flatMap(({ name, route, roundTrips }) => (roundTrips > most(name, route) ? [`${name}: ${roundTrips}`] : []))
  expect(over).toEqual([])
})

test('the exceptions are needed, and no higher than they must be', () => {
  const found = new Map(counted.map((one) => [one.name, one]))
  const stale = [...mostOf].flatMap(([name, most]) => {
    const call = found.get(name)
    return call?.roundTrips === most && most > usualMost(call.route) ? [] : [`${name}: ${call?.roundTrips}`]
  })
  expect(stale).toEqual([])
})

test('the SQL of reads is built once, except for those named above', () => {
  const building = counted.filter(({ built }) => built > 0).map(({ name }) => name)
  expect(building.toSorted()).toEqual([...rarelyRead].toSorted())
})

const clause =
  /(?<!^|\(|left|inner|full|cross|for) (?=(?:with|select|from|where|(?:left |inner |full |cross )?join|group by|order by|limit|offset|values|on conflict|returning|union all|for update|for share)\b)/i

/** Each clause on a line of its own, further in within parentheses. */
function format(statement: string): string {
  let depth = 0
  const lines = statement
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(clause)
    .map((line) => {
      const indented = '  '.repeat(depth) + line
      depth += line.split('(').length - line.split(')').length
      return indented
    })
  return lines.join('\n')
}

test('docs/generated/statements.sql, which `npm run docs` writes, holds the SQL of all calls, so that a review sees what changes', async () => {
  const parts = [...callsOf].map(([statement, calls]) => {
    const [first, ...others] = [...calls].toSorted()
    return `-- ${first}${others.length > 0 ? ` and ${others.length} more` : ''}\n${format(statement)};\n`
  })
  await expect(parts.toSorted().join('\n')).toMatchFileSnapshot('../../../../docs/generated/statements.sql')
})
