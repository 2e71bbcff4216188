/** Answers the calls of a test in place of the server: typed by the contract, and matched by method and path. */

import { vi } from 'vitest'
import { routes } from '@lms/contract'
import type { Client } from '@lms/contract/client'
import { problems } from '@lms/contract/problems'
import { useSession, type SessionUser } from '#lib/session.ts'

/** Any part of the client: calls that a test does not define answer 501. */
export type Fakes = { [D in keyof Client]?: Partial<Client[D]> }

type Called = { name: string; request: { params: Record<string, string>; query: Record<string, string>; body: unknown } }
type Loose = Record<string, Record<string, ((request: Called['request']) => Promise<unknown>) | undefined> | undefined>

/** Thrown by a fake: becomes a problem document. */
export class FakeProblem extends Error {
  readonly status: number
  readonly problem: string
  readonly errors: { pointer: string; detail: string }[]
  /** Seconds. */
  readonly retryAfter: number | undefined
  triesLeft: number | undefined
  /** With version-conflict: the newer state. */
  current: unknown
  constructor(status: number, problem: string, detail = problem, errors: { pointer: string; detail: string }[] = [], retryAfter?: number) {
    super(detail)
    this.status = status
    this.problem = problem
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response => Response.json(body, { status, headers })

function problemOf(error: unknown): Response {
  const { status, problem, message, errors, retryAfter, triesLeft, current } =
    error instanceof FakeProblem ? error : new FakeProblem(500, 'internal', String(error))
  const [known] = (problems as Record<string, readonly [number, string]>)[problem] ?? []
  if (known !== status) mismatches.push(`problem ${problem}: its status is ${known}, not ${status}`)
  const body = { type: `/problems/${problem}`, title: problem, status, detail: message, instance: 'request-1', errors, triesLeft, current }
  return json(status, body, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}

/** Paths without parameters come first, as on the server: `/users/update-me` is nobody's id. */
const table = routes
  .map(({ domain, name, route }) => ({ domain, name, route, method: route.method, path: route.path }))
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
  .map((call) => ({ ...call, pattern: new RegExp(`^${call.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))

const find = (method: string, pathname: string) => table.find((call) => call.method === method && call.pattern.test(pathname))

type Schema = { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined } }
type Route = (typeof routes)[number]['route']

/** What a test sent or answered that the contract does not know. `setup.ts` has the test fail. */
const mismatches: string[] = []
export const takeMismatches = (): string[] => mismatches.splice(0)

function check(name: string, part: string, schema: Schema | undefined, value: unknown): void {
  const issues = schema?.safeParse(value).error?.issues ?? []
  // Tests may use readable ids.
  const found = issues.filter(({ message }) => message !== 'Invalid UUID')
  if (found.length > 0) mismatches.push(`${name}, ${part}: ${found.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`)
}

function checkRequest(name: string, route: Route, { params, query, body }: Called['request']): void {
  check(name, 'path', route.params, params)
  check(name, 'query', route.query, query)
  if (!(body instanceof FormData)) check(name, 'body', route.body, body)
}

function checkReply(name: string, route: Route, reply: unknown): void {
  if (reply instanceof Blob) return
  if (route.reply) check(name, 'reply', route.reply, reply === undefined ? undefined : JSON.parse(JSON.stringify(reply)))
  else if (!route.download && reply !== undefined) mismatches.push(`${name}, reply: it has none`)
}

/** Calls that many screens make in the background: answered here, and only recorded if a test defines them. */
const background: Fakes = {
  mail: { getMailState: () => Promise.resolve({ delivery: 'SMTP', trouble: null }) },
  home: { getCourseCounts: () => Promise.resolve({ toGrade: 0, openRegisters: [], discussions: 0 }) },
  auth: { getSignInOptions: () => Promise.resolve(signInOptionsWith({})) },
}

/** Replaces fetch until the test ends; returns the calls in order. */
export function fakeApi(fakes: Fakes): Called[] {
  const called: Called[] = []
  const answer = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://localhost')
    const call = find(init.method ?? 'GET', url.pathname)
    if (!call) return problemOf(new FakeProblem(404, 'not-found'))
    const request = {
      params: { ...call.pattern.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    }
    const name = `${call.domain}.${call.name}`
    const own = (fakes as Loose)[call.domain]?.[call.name]
    const fake = own ?? (background as Loose)[call.domain]?.[call.name]
    if (own || !fake) called.push({ name, request })
    if (!fake) return problemOf(new FakeProblem(501, 'not-implemented', `No fake for ${name}`))
    try {
      const reply = await fake(request)
      // Requests that the fake rejects may be invalid.
      checkRequest(name, call.route, request)
      checkReply(name, call.route, reply)
      return reply === undefined ? new Response(null, { status: 204 }) : json(200, reply)
    } catch (error) {
      return problemOf(error)
    }
  }
  vi.stubGlobal('fetch', answer)
  return called
}

type SignInOptions = Awaited<ReturnType<Client['auth']['getSignInOptions']>>

/** The first response to public pages, from a school that is set up. */
export const signInOptionsWith = (change: Partial<SignInOptions>): SignInOptions => ({
  needsSetup: false,
  schoolName: null,
  registration: 'open',
  sendsEmail: true,
  hasLocalLinks: false,
  demoAccounts: [],
  ...change,
})

/** Signs in a user for the test. */
export function signInAs(role: SessionUser['role']): SessionUser {
  const user: SessionUser = {
    id: '0198f6a0-0000-7000-8000-0000000000aa',
    name: 'Ana Li',
    email: 'ana.li@harbour.example',
    role,
    profileImage: null,
  }
  useSession.getState().setAuth('token', user)
  return user
}
