/** The rights matrix: each route and caller, with real ids, ids of others and unknown ids. Generated from matrix.ts. */

import { describe, expect, test } from 'vitest'
import { routes } from '@lms/contract'
import { canEver, policy, roles, type Action, type Role } from '@lms/contract/policy'
import { testApp } from '#test/app.ts'
import { matrix } from '#test/rights/matrix.ts'
import { askedInHandlers, callers, type Caller } from '#test/rights/row.ts'
import { idNamesOf, rows, runMatrix, statusOf, type Outcome } from '#test/rights/run.ts'

const { outcomes, world } = await runMatrix(await testApp())

const roleOf: Record<Caller, Role | undefined> = {
  SA: 'SUPER_ADMIN',
  AD: 'ADMIN',
  T: 'TRAINER',
  T2: 'TRAINER',
  S: 'USER',
  N: 'USER',
  '–': undefined,
}
const calls = rows.map((row) => ({ ...row, title: `${row.route.method} ${row.route.path}` }))
const built = calls.filter(({ row }) => !row.notImplemented)
const isSuccess = (status: number) => status >= 200 && status < 300
const isUnknown = (cell: string) => /^(unknown|malformed) /.test(cell)
const outcomesByCall = Map.groupBy(outcomes, ({ domain, name }) => `${domain}.${name}`)
const of = ({ domain, name }: { domain: string; name: string }, caller?: Caller) =>
  (outcomesByCall.get(`${domain}.${name}`) ?? []).filter((outcome) => !caller || outcome.caller === caller)
const statusesBy = (some: Outcome[], value: (outcome: Outcome) => number) =>
  Object.fromEntries(some.map((outcome) => [outcome.cell, value(outcome)]))
/** Without the part that differs for each request. */
const telling = ({ body }: Outcome) => ({ ...(JSON.parse(body) as { instance: string }), instance: '' })

describe('the matrix is complete', () => {
  test('every route has a row, and every row a route', () => {
    const named = Object.entries(matrix).flatMap(([domain, some]) => Object.keys(some).map((name) => `${domain}.${name}`))
    expect(named.toSorted()).toEqual(routes.map(({ domain, name }) => `${domain}.${name}`).toSorted())
  })

  test('the 66 calls of the specification are there, each once', () => {
    const numbers = rows.flatMap(({ row }) => row.call ?? [])
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 66 }, (_, n) => n + 1))
  })

  test('every cell has a status for each caller', () => {
    const statuses = Object.values(matrix).flatMap((some) => Object.values(some).flatMap(({ cells }) => Object.values(cells)))
    for (const cell of statuses) expect(typeof cell === 'object' ? cell[0] : cell).toMatch(/^(\d{3} ){6}\d{3}$/)
  })

  test.each(calls)('$title is tested with every id unknown, malformed, and belonging to someone or something else', ({ route, row }) => {
    const names = idNamesOf(route, row).map(([, name]) => name)
    const [part, key] = route.course?.split('.') ?? []
    if (part && part !== 'params' && key) names.push(key as (typeof names)[number])
    const missing = [...new Set(names)].flatMap((name) => [`unknown ${name}`, `malformed ${name}`]).filter((cell) => !(cell in row.cells))
    expect(missing).toEqual([])
    const others = Object.keys(row.cells).filter((cell) => cell !== 'real' && !isUnknown(cell))
    expect(others.length > 0 || names.length === 0).toBe(true)
  })

  test('the matrix matches the policy: each action succeeds for some roles, and is a 403 for the others', () => {
    const wrong = (Object.keys(policy) as Action[]).flatMap((action) =>
      roles.flatMap((role) => {
        const isTried = ({ route, name, cell }: Outcome) =>
          action in askedInHandlers ? name === askedInHandlers[action] && cell === 'real' : route.allow === action
        const tried = outcomes.filter((outcome) => !outcome.row.notImplemented && isTried(outcome) && roleOf[outcome.caller] === role)
        const isUnbuilt = rows.some(({ route, row }) => route.allow === action && row.notImplemented)
        if (tried.length === 0) return isUnbuilt ? [] : [`${role} ${action}: no row`]
        const fits = canEver(role, action)
          ? tried.some(({ expected }) => isSuccess(expected))
          : tried.every(({ expected }) => expected === 403)
        return fits ? [] : [`${role} ${action}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

const cells = built.flatMap((call) => callers.map((caller) => ({ ...call, caller })))
const answered = (call: (typeof cells)[number], isWanted: (cell: string) => boolean) => {
  const some = of(call, call.caller).filter(({ cell }) => isWanted(cell))
  return { got: statusesBy(some, ({ status }) => status), wanted: statusesBy(some, ({ expected }) => expected) }
}

describe('real ids, and those of other courses and users', () => {
  test.each(cells)('$title for $caller', (call) => {
    const { got, wanted } = answered(call, (cell) => !isUnknown(cell))
    expect(got).toEqual(wanted)
  })
})

describe('unknown ids', () => {
  test.each(cells.filter(({ row }) => Object.keys(row.cells).some(isUnknown)))('$title for $caller', (call) => {
    const { got, wanted } = answered(call, isUnknown)
    expect(got).toEqual(wanted)
  })

  const forbidden = (call: (typeof cells)[number]) => of(call, call.caller).filter(({ expected }) => expected === 403)
  // A single reply has nothing to be compared with.
  const refused = cells.filter((call) => statusOf(call.row, 'real', call.caller) === 403 && forbidden(call).length > 1)
  test.each(refused)('a 403 of $title does not tell $caller whether the id exists', (call) => {
    const replies = forbidden(call).map(telling)
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('every 404 of every route is the same: hidden and missing records look alike', () => {
    const reply = outcomes.filter(({ status }) => status === 404).map(telling)
    expect([...new Set(reply.map((one) => JSON.stringify(one)))]).toHaveLength(1)
  })
})

describe('an error response', () => {
  const refused = outcomes.filter(({ status }) => status >= 400)
  const titleOf = ({ route, cell, caller, status }: Outcome) => `${route.method} ${route.path}, ${cell}, ${caller}: ${status}`

  test('changes nothing, except that a wrong code is counted', () => {
    const changing = refused.filter(({ isChanged, name }) => isChanged && name !== 'verifyOtp')
    expect(changing.map(titleOf)).toEqual([])
  })

  test('is a problem document without personal data', () => {
    const fields = ['type', 'title', 'status', 'detail', 'instance', 'errors', 'triesLeft']
    const isClean = ({ type, status, body, name }: Outcome) => {
      const { current, ...reply } = JSON.parse(body) as { status: number; instance: string; current?: object }
      const rest = JSON.stringify({ ...reply, instance: '' })
      const keys = Object.keys(reply).every((key) => fields.includes(key))
      // Staff whose order is outdated are sent the present one: the ids of what they order, and nothing else.
      const isOrder = name === 'changeOrder' && status === 409
      const isCurrentClean = isOrder
        ? /^\{"itemIds":\["[\da-f-]{36}"(,"[\da-f-]{36}")*\]\}$/.test(JSON.stringify(current))
        : current === undefined
      return (
        type.startsWith('application/problem+json') &&
        reply.status === status &&
        keys &&
        isCurrentClean &&
        !/planted|Person \d|@|[\da-f]{8}-/i.test(rest)
      )
    }
    expect(refused.filter((one) => !isClean(one)).map(titleOf)).toEqual([])
  })

  test('is never a 500', () => {
    expect(refused.filter(({ status }) => status >= 500 && status !== 501).map(titleOf)).toEqual([])
  })
})

test('reads change nothing, except that requesting an upload URL creates its file', () => {
  const reading = outcomes.filter(({ route, status }) => route.method === 'GET' && isSuccess(status))
  expect(new Set(reading.filter(({ isChanged }) => isChanged).map(({ name }) => name))).toEqual(new Set(['presignUpload']))
})

test('writes have written: the matrix ran against existing data', () => {
  const idle = built.filter(({ route: { method } }) => method !== 'GET').filter((call) => !of(call).some(({ isChanged }) => isChanged))
  // The world has a super admin, so that set-up is over; its own tests have it write; its student has submitted, so nobody is reminded
  // and no work is recorded, and no mark is held; nobody has a new address to give up; the
  // order is outdated. Previews are POSTs for what they are asked about.
  expect(idle.map(({ name }) => name).toSorted()).toEqual([
    'cancelEmailChange',
    'changeOrder',
    'getImageUrls',
    'getPictureUrls',
    'previewAssignmentChanges',
    'previewAudience',
    'recordWork',
    'releaseMarks',
    'remindStudents',
    'setUp',
    'undoRecordedWork',
  ])
})

/** Keys of all objects in a response. */
const keysOf = (value: unknown): string[] =>
  value && typeof value === 'object' ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)] : []

test('no response contains a hash, a token, a code or anything that resets a password', () => {
  const gives = new Set(['login', 'register', 'acceptInvitation', 'verifyOtp'])
  // The link in an email, and a join link, show their course to anyone who has the link.
  const byLink = new Set(['getSubscription', 'setSubscription', 'findJoinCourse'])
  const answers = outcomes.filter(({ status, body }) => isSuccess(status) && body !== '')
  expect(new Set(answers.map(({ route }) => route)).size).toBeGreaterThan(50)
  const telling = answers.filter(({ name, type, body, caller }) => {
    const keys = type.includes('json') ? keysOf(JSON.parse(body)) : [body.split('\r\n')[0]!]
    const odd = keys.filter((key) => /password|hash|token|otp|secret|salt|reset/i.test(key) && !(key === 'token' && gives.has(name)))
    return (
      odd.length > 0 ||
      world.secrets.some((secret) => body.includes(secret)) ||
      (caller === '–' && !byLink.has(name) && /planted/i.test(body))
    )
  })
  expect(telling.map(({ route, cell, caller }) => `${route.path}, ${cell}, ${caller}`)).toEqual([])
})

test('every route is implemented', () => expect(calls.filter(({ row }) => row.notImplemented)).toEqual([]))
