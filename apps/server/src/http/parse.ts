/** Parsing a request by its route's schemas, with every fault of every part. */
import type { FastifyRequest } from 'fastify'
import type { FieldError } from '@lms/contract/problems'
import type { Route } from '@lms/contract/route'
import { Password } from '@lms/contract/values'
import { z } from 'zod'
import { zodMessages } from '#http/zod-messages.ts'
import { notFound, problem } from '#http/problems.ts'
import { validatePassword } from '#modules/auth/passwords.ts'

export interface Parsed {
  params: unknown
  query: unknown
  body: unknown
}

/** A JSON pointer into the body; `?page` names a query value. */
const pointerTo = (part: 'query' | 'body', path: PropertyKey[]) =>
  part === 'query' ? `?${path.join('.')}` : path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The branch of a union that came closest is the one worth telling about. */
function flatten(issues: readonly z.core.$ZodIssue[], base: PropertyKey[] = []): { path: PropertyKey[]; message: string }[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path]
    if (issue.code !== 'invalid_union') return [{ path, message: issue.message }]
    const deepest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]
    return deepest?.length ? flatten(deepest, path) : [{ path, message: issue.message }]
  })
}
const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))

/** What other parsers read as lists, objects and prototypes: here such a key would be dropped, and its filter with it. */
const isOdd = (key: string) => /[[\]]|^(__proto__|constructor|prototype)$/.test(key)

/** What handlers would say of new passwords, were the rest right: they look themselves, since they know whose it is. */
function faultsOfPasswords(schema: z.ZodType | undefined, body: unknown): FieldError[] {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return []
  const given = body as Record<string, unknown>
  const email = typeof given['email'] === 'string' ? given['email'].trim() : ''
  const isPassword = (field: unknown) => field === Password || (field instanceof z.ZodOptional && field.unwrap() === Password)
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const { data } = isPassword(field) ? Password.safeParse(given[key]) : { data: undefined }
    const fault = data === undefined ? undefined : validatePassword(data, email)
    return fault ? [{ pointer: pointerTo('body', [key]), detail: fault }] : []
  })
}

/** Throws `not-found` for a malformed id in the path, else `invalid` with all faults. */
export function parseRequest(route: Route, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): Parsed {
  const params = route.params?.safeParse(request.params)
  if (params && !params.success) notFound('object')
  const faults: FieldError[] = Object.keys(request.query ?? {})
    .filter(isOdd)
    .map((key) => ({ pointer: `?${key}`, detail: 'Give each value once, under its plain name' }))
  const parse = (part: 'query' | 'body', schema: z.ZodType | undefined) => {
    const result = schema?.safeParse(request[part] === undefined ? {} : request[part], { error: zodMessages })
    if (result && !result.success)
      faults.push(...flatten(result.error.issues).map(({ path, message }) => ({ pointer: pointerTo(part, path), detail: message })))
    return result?.data
  }
  const parsed = { params: params?.data, query: parse('query', route.query), body: parse('body', route.body) }
  if (faults.length) faults.push(...faultsOfPasswords(route.body, request.body))
  if (faults.length) throw problem('invalid', { detail: summary(faults), errors: faults })
  return parsed
}

const summary = (faults: FieldError[]) =>
  faults.length > 1
    ? `${faults.length} fields need attention.`
    : [faults[0]!.pointer.replace(/^[/?]/, ''), faults[0]!.detail].filter(Boolean).join(': ')
