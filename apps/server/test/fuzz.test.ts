/** Random requests to every route by every role, generated from the contract’s schemas and then broken: no 500, no internals. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { canEver, policy, roles, type Action, type Role } from '@lms/contract/policy'
import type { Route } from '@lms/contract/route'
import { testApp } from '#test/app.ts'

/** One seed per run, so that nothing fails by chance; `FUZZ_SEED=random` looks for new errors, a number repeats a run. */
const wanted = process.env['FUZZ_SEED'] ?? '20261122'
const seed = wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted)
/** Requests per route and role. */
const runs = 20
/** If the role may never call it, which is answered before the request is read. A super admin would repeat the requests of an admin. */
const fewRuns = 4

const { app, as, given } = await testApp()
const { course, week, assignment, submission, trainer, student } = await given.submission()
const place = { courseId: course.id, weekId: week.id }
const { discussion } = await given.discussion({ courseId: course.id, authorId: student.id })
const comment = await given.comment({ discussionId: discussion.id, authorId: student.id })
const media = [(await given.recorded(place)).media.id, (await given.live({ ...place, startsAt: new Date().toISOString() })).media.id]
const drafted = (await given.course({ status: 'DRAFT' })).course.id
const file = await given.file(student.id)
/** Not one of the callers, which would delete themselves. */
const victim = (await given.student()).id

/** Existing ids by field name: requests that reach a handler test more of it. */
const known: Record<string, string[]> = {
  courseId: [course.id, course.id, drafted],
  weekId: [week.id],
  mediaId: media,
  assignmentId: [assignment.id],
  questionId: assignment.questions.map((question) => question.id),
  submissionId: [submission.id],
  discussionId: [discussion.id],
  commentId: [comment.id],
  parentId: [comment.id],
  userId: [student.id, victim],
}
/** The meaning of `:id` by the path around it. */
const knownByPath: [RegExp, string[]][] = [
  [/discussion/, [discussion.id]],
  [/\/users\//, [victim]],
  [/\/grade/, [submission.id]],
  [/\/assignments\//, [assignment.id, submission.id]],
  [/\/media\//, media],
  [/./, [course.id]],
]

/** Values that have broken a server before. */
const nastyText = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "' or 1=1--",
  '%',
  '\\',
  '../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  'NaN',
  '1e309',
]
const nastyTimes = [
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '2026-11-20T12:00:00+14:00',
  'Europe/Nowhere',
  'javascript:alert(1)',
]
const nastyNumbers = [-1, 0, 0.1, 1e21, 2 ** 53, 2 ** 31, Number.MIN_VALUE, '9'.repeat(400), 'x'.repeat(60_000)]
const nastyThings = [null, true, [], {}, [[]], { length: -1 }, { $ne: '' }, JSON.parse('{"__proto__":{"x":1}}')]
const nasty = fc.constantFrom<unknown>(...nastyText, ...nastyTimes, ...nastyNumbers, ...nastyThings)

const idOf = (name: string, path: string) => {
  const found = known[name] ?? knownByPath.find(([pattern]) => pattern.test(path))![1]
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...found) },
    fc.uuid(),
    fc.constantFrom('nonsense', '1', found[0]!.toUpperCase()),
  )
}

type Shape = z.core.JSONSchema.BaseSchema
interface Place {
  /** The name of the field. */
  name: string
  path: string
}
const between = { min: new Date('1899-01-01'), max: new Date('2201-01-01'), noInvalidDate: true }
const formats: Record<string, (place: Place) => fc.Arbitrary<unknown>> = {
  uuid: ({ name, path }) => idOf(name, path),
  date: () => fc.date(between).map((day) => day.toISOString().slice(0, 10)),
  'date-time': () => fc.date(between).map((at) => at.toISOString()),
  email: () => fc.constantFrom('a@example.org', 'B@Example.org'),
  uri: () => fc.constantFrom('https://example.org/x', 'https://example.org/%00', 'http://example.org'),
}

/** Values of a JSON Schema, most of them valid. */
const valueOf = (schema: Shape, place: Place): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: rightOf(schema, place) }, { weight: 1, arbitrary: nasty })

function rightOf({ type, format, pattern, anyOf, ...schema }: Shape, place: Place): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map((one) => valueOf(one, place)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.prefixItems) return fc.tuple(...(schema.prefixItems as Shape[]).map((one) => valueOf(one, place)))
  if (type === 'object') return recordOf(schema, place)
  if (type === 'array') return fc.array(valueOf(schema.items as Shape, place), { minLength: schema.minItems ?? 0, maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 9, 2 ** 31) })
  if (type === 'number') return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ min: -1, max: 400_000, noNaN: true }))
  // Numbers in a query are parsed from text, so their schema accepts anything.
  if (type !== 'string') return fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 100 }) }, nasty)
  if (format && formats[format]) return formats[format](place)
  if (pattern) return fc.constantFrom(file.key)
  return fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.constantFrom('image/png', 'Words', 'Because'))
}

function recordOf({ properties = {}, required = [] }: Shape, { path }: Place) {
  const fields = Object.entries(properties).map(([name, shape]) => [name, valueOf(shape as Shape, { name, path })] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
const partOf = (schema: z.ZodType | undefined, path: string) =>
  schema ? valueOf(inline(schemaOf(schema)), { name: '', path }) : fc.constant(undefined)

const someKey = fc.option(fc.constantFrom('a', 'b', '\u00e9', ' '), { nil: undefined, freq: 3 })

/** Valid values, or the route’s own example with one or two fields replaced by such. */
function bodyOf({ body, path, example }: Route): fc.Arbitrary<unknown> {
  const made = partOf(body, path)
  const base = example?.body as object | undefined
  if (!base) return made
  const changed = made.chain((value) => {
    const fields = Object.entries(value && typeof value === 'object' ? value : {}).filter(([name]) => name !== '__proto__')
    const few = fc.subarray(fields, { maxLength: Math.min(2, fields.length) })
    return few.map((some) => ({ ...base, ...Object.fromEntries(some) }))
  })
  return fc.oneof(made, changed)
}

/** Resolves references to named schemas. */
function inline(root: Shape): Shape {
  const shapes = root.$defs ?? {}
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as Shape
    return $ref ? put(shapes[$ref.split('/').at(-1)!]) : Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, put(inner)]))
  }
  return put(root) as Shape
}

const actors = {
  SUPER_ADMIN: await given.user({ role: 'SUPER_ADMIN' }),
  ADMIN: await given.user({ role: 'ADMIN' }),
  TRAINER: trainer,
  USER: student,
}
const tokens = {} as Record<Role, string>
for (const role of roles) tokens[role] = (await as(actors[role])).token

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Internals that must not be revealed: statements, paths, stack traces. */
const inside = /\bselect\b.+\bfrom\b|insert into|failed query|\bpg_|syntax error|\/node_modules\/|\/apps\/|\.ts:\d|at [\w.]+ \(/i

async function send(route: Route, role: Role, [params, query, body, key]: [unknown, unknown, unknown, string | undefined]) {
  const values = (params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(values[name]).toWellFormed().slice(0, 300)))
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, asText(value).slice(0, 300)]))
  const answer = await app.inject({
    method: route.method,
    url: `${path}?${search.toString()}`,
    headers: {
      authorization: `Bearer ${tokens[role]}`,
      ...(key && { 'idempotency-key': key }),
      ...(route.body && { 'content-type': 'application/json' }),
    },
    ...(route.body && { payload: asText(JSON.stringify(body)) }),
  })
  const reply = answer.headers['content-type']?.includes('problem+json') ? answer.body : ''
  return { status: answer.statusCode, reply }
}

/** Calls that hide or delete come last, so that the others find data; signing out would end everything after it. */
const destructive = ['updateCourse', 'updateUser', 'removeComment', 'removeDiscussion', 'removeFile', 'removeMedia']
const last = [...destructive, 'removeCourseWeek', 'removeWeek', 'removeUser', 'removeCourse']
const ordered = routes.filter(({ name }) => name !== 'logout').toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name))

describe(`random requests (seed ${seed})`, () => {
  test.each(ordered.map(({ route }) => ({ title: `${route.method} ${route.path}`, route })))('$title', async ({ route }) => {
    const request = fc.tuple(partOf(route.params, route.path), partOf(route.query, route.path), bodyOf(route), someKey)
    const asked: readonly Role[] = route.allow === 'anyone' ? ['USER'] : roles
    const mayCall = (role: Role) => !(route.allow in policy) || canEver(role, route.allow as Action)
    for (const role of asked) {
      const numRuns = !mayCall(role) || (role === 'SUPER_ADMIN' && mayCall('ADMIN')) ? fewRuns : runs
      await fc.assert(
        fc.asyncProperty(request, async (parts) => {
          const { status, reply } = await send(route, role, parts)
          expect(status < 500 || status === 501, `${status} ${reply}`).toBe(true)
          expect(status === 401 && !['anyone', 'reset-token'].includes(route.allow)).toBe(false)
          expect(reply).not.toMatch(inside)
        }),
        { seed, numRuns, endOnFailure: false },
      )
    }
  })
})
