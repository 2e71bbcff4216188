/** Each change of the web app fetches again what it makes stale: which reads those are is worked out from the shapes of the contract. */

import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as contract from '@lms/contract'
import * as assignments from '@lms/contract/assignments'
import * as courses from '@lms/contract/courses'
import { paths } from '@lms/contract/generated/paths'
import * as media from '@lms/contract/media'
import type { Route } from '@lms/contract/route'
import * as weeks from '@lms/contract/weeks'
import { createQueryClient } from './query-client.ts'

type Shape = { meta?: () => { id?: string } | undefined; def?: Record<string, unknown> }

/** Names of the shapes in `shape`, at any depth. */
function namesIn(shape: unknown, found = new Set<string>()): Set<string> {
  if (typeof shape !== 'object' || shape === null) return found
  const { meta, def } = shape as Shape
  const id = typeof meta === 'function' ? meta.call(shape)?.id : undefined
  if (id) found.add(id)
  const inner = def ? Object.values(def) : Object.values(shape)
  for (const part of inner) if (typeof part === 'object' && part !== null) namesIn(part, found)
  return found
}

const own = (module: object): string[] =>
  Object.values(module).flatMap((value: unknown) => {
    const { meta } = (value ?? {}) as Shape
    const id = typeof meta === 'function' ? meta.call(value)?.id : undefined
    return id ? [id] : []
  })

/** Domains whose reads show something that belongs to the module; deleted things are shown as they were. */
function readsThatShow(module: object): string[] {
  const shapes = own(module)
  return contract.routes
    .filter(({ route, name }: { route: Route; name: string }) => route.method === 'GET' && route.reply && !name.includes('Deleted'))
    .filter(({ route }) => [...namesIn(route.reply)].some((name) => shapes.includes(name)))
    .map(({ domain }) => domain)
}

/** A change within a domain shows in its own reads, in those that embed its shapes, and in those that count or repeat it in words of their own. */
const shownBy: Record<string, string[]> = {
  auth: ['auth'],
  users: ['users', 'courses'],
  courses: ['courses', ...readsThatShow(courses)],
  weeks: ['courses', ...readsThatShow(weeks)],
  // A live session is in the calendar too.
  media: ['calendar', ...readsThatShow(media)],
  files: ['files'],
  // Progress counts sessions attended; the calendar says how far a session has been marked.
  attendance: ['attendance', 'courses', 'calendar'],
  myAttendance: ['myAttendance'],
  // The questions are shown with a submission too, in a shape that sign-up forms share.
  assignments: ['assignments', 'submissions', ...readsThatShow(assignments)],
  // A key or due time marks submitted work again; a deleted assignment takes its submissions with it.
  assignmentChanges: ['assignments', 'assignmentChanges', 'submissions', 'weeks', 'courses'],
  // Lateness is counted again, and excused work leaves totals and lists.
  assignmentExceptions: ['submissions', 'assignments', 'courses', 'marks'],
  // One's own work and the counts of a class are shown with an assignment; progress counts what is done.
  submissions: ['submissions', 'assignments', 'courses', 'marks', 'grading'],
  // Undoing a mark is what giving it was.
  grading: ['submissions', 'assignments', 'courses', 'marks', 'grading'],
  // Released marks are what their students read from then on.
  heldMarks: ['submissions', 'assignments', 'courses', 'marks', 'grading'],
  // Recorded work waits for a mark, like what students submit.
  recordedWork: ['submissions', 'assignments', 'courses', 'marks', 'grading'],
  savedComments: ['savedComments'],
  marks: ['marks'],
  discussions: ['discussions', 'myDiscussions'],
  myDiscussions: ['discussions', 'myDiscussions', 'notices'],
  notices: ['notices'],
  joinLinks: ['joinLinks'],
  // Signing up and being approved opens the course and what it asks for.
  signupForms: ['signupForms', 'signupResponses', 'courses'],
  signupResponses: ['signupResponses', 'signupForms', 'courses', 'users'],
  courseEmails: ['courseEmails'],
  calendar: ['calendar'],
}

/** Changes that no read of the screen shows, or whose caller brings the cache up to date with the reply. */
const elsewhere: Record<string, string> = {
  'auth.generateOtp': 'sends an email',
  'courseEmails.sendTestMail': 'sends an email',
  'calendar.resetCalendarAddress': 'the reply is put into the cache',
  'discussions.markRead': 'what is new stays marked until the page is left',
  'media.createNote': 'the reply is put into the cache',
  'media.updateNote': 'the reply is put into the cache',
  'media.removeNote': 'the note is taken out of the cache',
  'submissions.saveAnswers': 'a draft is seen by its writer alone',
  'users.replaceInvitationLink': 'the reply is shown',
  'users.resendInvitation': 'the screen invalidates what it shows',
}
/** Changes that are shown by fewer reads than the others of their domain, or by more. */
const lesser: Record<string, string[]> = {
  // Rates are counted by them; sessions and their places in the calendar stay.
  'attendance.updateAttendanceSettings': ['attendance', 'courses', 'users'],
  // They end the calendar link, as does a new password.
  'auth.removeOtherSessions': ['auth', 'calendar'],
  'users.updateMe': ['users', 'courses', 'calendar'],
  // Courses show no addresses.
  'users.changeEmail': ['users'],
  'users.removeUserSessions': ['users'],
  'users.cancelEmailChange': ['users'],
  'users.confirmEmailChange': ['users'],
  'users.stopEmailChange': ['users'],
  'joinLinks.joinCourse': ['courses', 'assignments', 'signupForms'],
  // The marks of submissions, and what shows these.
  'marks.importMarks': ['marks', 'submissions', 'assignments', 'courses'],
  'marks.undoMarksImport': ['marks', 'submissions', 'assignments', 'courses'],
  'media.retryZoomMeeting': ['media'],
  // The screen asks for the users itself, and goes on when they have come.
  'users.undoImport': ['courses'],
  'grading.setHiddenNames': ['submissions', 'grading'],
  'signupForms.saveForm': ['signupForms', 'signupResponses'],
  'signupForms.changeAnswers': ['signupForms', 'signupResponses'],
  'signupResponses.moveUp': ['signupResponses', 'signupForms'],
}

type Hook = () => { mutateAsync: (request: unknown) => Promise<unknown> }
const modules = import.meta.glob<Record<string, unknown>>('../features/*/api.ts', { eager: true })
const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!../features/**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const inSources = Object.values(sources).flatMap((text) =>
  [...text.matchAll(/\bapiMutation\(\s*'(\w+)',\s*'(\w+)'/g)].map(([, domain, name]) => `${domain}.${name}`),
)

const wrapped = (client: QueryClient) => ({
  wrapper: ({ children }: { children: React.ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
})

const domains = Object.keys(paths)
const callAt = (method: string, path: string): string =>
  Object.entries(paths)
    .flatMap(([domain, calls]) => Object.entries(calls).map(([name, call]) => ({ ...call, name: `${domain}.${name}` })))
    .find((call) => call.method === method && call.path.replaceAll(/:\w+/g, 'x') === path)?.name ?? `${method} ${path}`

/** Sends the change on a page that shows a read of each domain; gives its name and the domains that were fetched again. */
async function send(useChange: Hook) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(callAt(method ?? 'GET', url))
    return Response.json({})
  })
  const client = createQueryClient()
  const fetched: string[] = []
  const { result, unmount } = renderHook(() => {
    for (const domain of domains) useQuery({ queryKey: [domain, 'any'], queryFn: () => fetched.push(domain) })
    return useChange()
  }, wrapped(client))
  await waitFor(() => expect(new Set(fetched).size).toBe(domains.length))
  fetched.length = 0
  const params = new Proxy({}, { get: () => 'x' })
  await act(() => result.current.mutateAsync({ params, query: undefined, body: {} }))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  unmount()
  return { name: calls[0]!, fetched: new Set(fetched) }
}

const hooks = Object.entries(modules)
  // Who signs in or out begins with an empty cache.
  .filter(([file]) => !file.includes('/auth/'))
  .flatMap(([file, module]) => Object.entries(module).map(([name, value]) => ({ title: `${file.split('/')[2]}: ${name}`, value })))
  .filter(({ title, value }) => / use[A-Z]/.test(title) && typeof value === 'function' && value.name === 'useApiMutation')
  .map(({ title, value }) => ({ title, hook: value as Hook }))

/** What the hooks above change, by the text of their files. */
const tried = new Set(
  Object.entries(sources)
    .filter(([file]) => file in modules && !file.includes('/auth/'))
    .flatMap(([, text]) => [...text.matchAll(/^export const use\w+ = apiMutation\(\s*'(\w+)',\s*'(\w+)'/gm)])
    .map(([, domain, name]) => `${domain}.${name}`),
)

test.each(hooks)('$title fetches again what it changes', async ({ hook }) => {
  const { name, fetched } = await send(hook)
  expect(tried).toContain(name)
  const expected = elsewhere[name] ? [] : (lesser[name] ?? shownBy[name.split('.')[0]!])
  expect(expected).toBeDefined()
  expect([...fetched]).toEqual(expect.arrayContaining([...new Set(expected)]))
})

test('there is no change that is not tried, or listed with a reason', () => {
  expect(hooks.length).toBeGreaterThan(30)
  expect(tried.size).toBeLessThanOrEqual(hooks.length)
  expect(inSources.length).toBeGreaterThan(hooks.length)
  expect([...new Set(inSources)].filter((name) => !tried.has(name) && !elsewhere[name])).toEqual([])
})

test('the shapes of the contract say what shows what', () => {
  expect(new Set(shownBy['media'])).toEqual(new Set(['calendar', 'courses', 'weeks', 'media']))
  expect(new Set(shownBy['assignments'])).toEqual(new Set(['assignments', 'assignmentChanges', 'submissions', 'courses', 'home', 'weeks']))
})
