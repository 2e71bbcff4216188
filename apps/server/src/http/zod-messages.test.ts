import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { Id } from '@lms/contract/values'
import { ProblemError } from '#call/problems.ts'
import { parseRequest, zodMessages } from '#http/parse.ts'

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: zodMessages }).error?.issues.map(({ message }) => message)

test.each([
  [z.enum(['ACTIVE', 'SUSPENDED']), 'GONE', 'Must be one of ACTIVE, SUSPENDED'],
  [z.enum(['ACTIVE', 'SUSPENDED']), undefined, 'Is required'],
  [z.literal('LINK'), 'FILE', 'Must be LINK'],
  [z.string(), undefined, 'Is required'],
  [z.string(), 7, 'Must be text'],
  [z.string(), null, 'Must be text'],
  [z.number(), '7', 'Must be a number'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.array(z.string()), 'a', 'Must be a list'],
  [z.object({}), [], 'Must be an object'],
  [z.record(z.string(), z.string()), 7, 'Must be an object'],
  [z.array(z.string()).min(1), [], 'At least 1 entry'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 entries'],
  [z.string().min(3), 'a', 'At least 3 characters'],
  [z.string().max(1), 'ab', 'At most 1 character'],
  [z.number().min(2), 1, 'Not below 2'],
  [z.number().max(2), 3, 'At most 2'],
  [z.number().positive(), 0, 'Must be above 0'],
  [z.number().lt(5), 5, 'Must be below 5'],
  [Id, 'x', 'Not an id'],
  [z.string().regex(/^a$/), 'b', 'Not in the right form'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Has unknown fields: a, b'],
  [z.union([z.string(), z.number()]), undefined, 'Is required'],
  [z.union([z.string(), z.number()]), true, 'Has none of the forms that are taken here'],
])('%#: %j gets a clear message', (schema, value, words) => expect(messageOf(schema, value)).toEqual([words]))

test('the messages of a schema take precedence', () => expect(messageOf(z.string().max(1, 'One letter'), 'ab')).toEqual(['One letter']))

test('no call reports the default messages of the library', () => {
  const wrongs = [{}, null, [], 'wrong', 7]
  const wrongFor = (field: z.ZodType, value: unknown) => (field.safeParse(value).success ? [['wrong']] : value)
  const details = routes.flatMap(({ route }) => {
    const shape = route.body instanceof z.ZodObject ? (route.body.shape as Record<string, z.ZodType>) : {}
    const bodies = wrongs.map((wrong) => Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, wrongFor(field, wrong)])))
    const queries = Object.fromEntries(Object.keys(route.query?.shape ?? {}).map((key) => [key, '?']))
    const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((key) => [key, crypto.randomUUID()]))
    return [...bodies, ...wrongs].flatMap((body) => {
      try {
        parseRequest(route, { params, query: queries, body })
      } catch (error) {
        return error instanceof ProblemError ? (error.facts.errors ?? []).map(({ detail }) => detail) : [String(error)]
      }
      return []
    })
  })
  expect(details.length).toBeGreaterThan(100)
  expect([...new Set(details)].filter((detail) => /invalid|expected|received|too (small|big)|unrecognized/i.test(detail))).toEqual([])
})
