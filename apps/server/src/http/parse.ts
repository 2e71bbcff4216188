/** Parses a request by its route's schemas, reporting all errors of all parts. */

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { validatePassword } from '@lms/contract/common-passwords'
import type { FieldError } from '@lms/contract/problems'
import type { Route } from '@lms/contract/route'
import { FileKey, Password } from '@lms/contract/values'
import { notFound, problem } from '#call/problems.ts'
import { getValueLimit, hasMoreValues } from '#http/body-size.ts'

/** Error messages for users if a schema of the contract has none of its own. */
type Issue = z.core.$ZodRawIssue

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const pluralize = (count: number | bigint, one: string, more: string) => `${count} ${Number(count) === 1 ? one : more}`

/** Text and lists have a length; undefined for numbers. */
const formatAmount = (origin: string, limit: number | bigint): string | undefined => {
  if (origin === 'string') return pluralize(limit, 'character', 'characters')
  return origin === 'array' || origin === 'set' ? pluralize(limit, 'entry', 'entries') : undefined
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const size = formatAmount(origin, minimum)
  if (size) return `At least ${size}`
  return inclusive === false ? `Must be above ${minimum}` : `Not below ${minimum}`
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const size = formatAmount(origin, maximum)
  if (size) return `At most ${size}`
  return inclusive === false ? `Must be below ${maximum}` : `At most ${maximum}`
}

/** The error map of a parse; a schema's own messages take precedence. */
export function zodMessages(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'Is required'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${typeNames[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return issue.values.length === 1 ? `Must be ${String(issue.values[0])}` : `Must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Not an id' : 'Not in the right form'
    case 'unrecognized_keys':
      return `Has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return 'Has none of the forms that are taken here'
    default:
      return 'Is not right'
  }
}

export interface Parsed {
  params: unknown
  query: unknown
  body: unknown
}

/** A JSON pointer into the body; `?page` for a query value. */
const pointerTo = (part: 'query' | 'body', path: PropertyKey[]) =>
  part === 'query' ? `?${path.join('.')}` : path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Reports the errors of the branch of a union that came closest. */
function flatten(issues: readonly z.core.$ZodIssue[], base: PropertyKey[] = []): { path: PropertyKey[]; message: string }[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path]
    if (issue.code !== 'invalid_union') return [{ path, message: issue.message }]
    const deepest = issue.errors.toSorted((a, b) => getDepth(b) - getDepth(a))[0]
    return deepest?.length ? flatten(deepest, path) : [{ path, message: issue.message }]
  })
}
const getDepth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))

/** Keys that other parsers read as lists, objects and prototypes: here they would be dropped silently, and a filter with them. */
const isOdd = (key: string) => /[[\]]|^(__proto__|constructor|prototype)$/.test(key)

/** The file keys in a body, at the paths its route declares: each a key, or the HTML of a post with images. */
export const fileKeysIn = (body: unknown, paths: readonly string[]): string[] =>
  paths
    .flatMap((path) => valuesAt(body, path.split('.')))
    .flatMap((value) => FileKey.safeParse(value).data ?? (typeof value === 'string' ? (value.match(imageKey) ?? []) : []))

const imageKey = /image\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[a-z0-9]{2,4}/g

function valuesAt(value: unknown, [key, ...rest]: string[]): unknown[] {
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (key === '*') return Object.values(value).flatMap((one) => valuesAt(one, rest))
  return valuesAt((value as Record<string, unknown>)[key], rest)
}

/** Errors in new passwords, reported together with the others. Handlers check again, because they know the user. */
function getPasswordErrors(schema: z.ZodType | undefined, body: unknown): FieldError[] {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return []
  const given = body as Record<string, unknown>
  const email = typeof given['email'] === 'string' ? given['email'].trim() : ''
  const isPassword = (field: unknown) => field === Password || (field instanceof z.ZodOptional && field.unwrap() === Password)
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const { data } = isPassword(field) ? Password.safeParse(given[key]) : { data: undefined }
    const error = data === undefined ? undefined : validatePassword(data, email)
    return error ? [{ pointer: pointerTo('body', [key]), detail: error }] : []
  })
}

/** Throws `not-found` for a malformed id in the path, else `validation-failed` with all errors. */
export function parseRequest(route: Route, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): Parsed {
  const params = route.params?.safeParse(request.params)
  if (params && !params.success) notFound('object')
  if (route.body && hasMoreValues(request.body, getValueLimit(route.body)))
    throw problem('too-large', { detail: 'The body has more entries than this call takes.' })
  const errors: FieldError[] = Object.keys(request.query ?? {})
    .filter(isOdd)
    .map((key) => ({ pointer: `?${key}`, detail: 'Send each parameter once, without brackets' }))
  const parse = (part: 'query' | 'body', schema: z.ZodType | undefined) => {
    const result = schema?.safeParse(request[part] === undefined ? {} : request[part], { error: zodMessages })
    if (result && !result.success)
      errors.push(...flatten(result.error.issues).map(({ path, message }) => ({ pointer: pointerTo(part, path), detail: message })))
    return result?.data
  }
  const parsed = { params: params?.data, query: parse('query', route.query), body: parse('body', route.body) }
  if (errors.length) errors.push(...getPasswordErrors(route.body, request.body))
  if (errors.length) throw problem('validation-failed', { detail: summarize(errors), errors })
  return parsed
}

const summarize = (errors: FieldError[]) =>
  errors.length > 1
    ? `${errors.length} fields need attention.`
    : [errors[0]!.pointer.replace(/^[/?]/, ''), errors[0]!.detail].filter(Boolean).join(': ')
