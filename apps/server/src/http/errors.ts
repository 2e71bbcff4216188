/** Whatever was thrown → problem+json. What was not thrown on purpose is logged whole and told as nothing. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DrizzleQueryError } from 'drizzle-orm'
import { routes } from '@lms/contract'
import { problems, type ProblemName } from '@lms/contract/problems'
import type { Method } from '@lms/contract/route'
import { problem, problemBody, ProblemError } from '#http/problems.ts'
import { StorageFault } from '#services/storage-fault.ts'

const byFastifyCode: Record<string, [ProblemName, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['unreadable-body', 'The body is not JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['unreadable-body', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['unreadable-body', 'The body has another length than announced.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'There is nothing at this address.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'The body is larger than 1 MiB.'],
}

/** By status, for what Fastify and its plugins refuse otherwise: never a failure of ours. */
const byStatus: Record<number, [ProblemName, string]> = {
  413: ['too-large', 'The request is too large.'],
  415: ['unsupported-type', 'The body is of a type that is not read here.'],
}

/** PostgreSQL's classes for "not now": connection lost, deadlock, no room, shutting down, statement cancelled; and Node's own for no answer. */
const databaseDown = /^(08|40|53|57)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/

/** Drizzle wraps what the driver threw. */
function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isLost = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
  return (typeof code === 'string' && databaseDown.test(code)) || isLost || isDatabaseDown(error.cause)
}

const storageDetails = {
  down: { detail: 'The file store does not answer. Nothing was changed.', retryAfter: 5 },
  full: { detail: 'The file store has no room left. Nothing was changed; tell whoever runs this site.', retryAfter: 60 },
  parts: { detail: 'The file store does not take these parts. Nothing was changed.', retryAfter: 5 },
}

function toProblem(error: FastifyError | Error, consumes = 'application/json'): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof StorageFault) return problem('unavailable', storageDetails[error.kind])
  if ('code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problem('unsupported-type', { detail: `Send ${consumes}.` })
  const known = 'code' in error ? byFastifyCode[error.code] : undefined
  if (known) return problem(known[0], { detail: known[1] })
  if (isDatabaseDown(error)) return problem('unavailable', { detail: 'The database does not answer. Nothing was changed.', retryAfter: 2 })
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const [name, detail] = byStatus[status] ?? ['unreadable-body', 'The request could not be read.']
  if (status >= 400 && status < 500) return problem(name, { detail })
  return problem('internal', { detail: 'The server failed. Nothing was changed.' })
}

/** Drizzle's message repeats the values of the statement, which may be anybody's name or password hash: the log gets the statement alone. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  return Object.assign(new Error(`Failed query: ${error.query}`), { cause: error.cause })
}

export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toProblem(error, request.routeOptions.schema?.consumes?.[0])
  const [status] = problems[failure.problem]
  if (status >= 500 && failure.problem !== 'later') request.log.error(withoutValues(error))
  if (failure.facts.retryAfter) reply.header('retry-after', Math.ceil(failure.facts.retryAfter))
  const body = JSON.stringify(problemBody(failure, request.id))
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer((payload) => payload as string)
    .send(body)
}

const methodsByPath = routes.map(({ route }) => ({
  method: route.method,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** An address of ours with a method that it does not take is a 405, all else under /api a 404. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?')[0]!
  const methods = methodsByPath.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  // The method may fit and the address not: a part of it is longer than any id.
  if (methods.length === 0 || methods.includes(request.method as Method))
    throw problem('not-found', { detail: 'There is nothing at this address.' })
  reply.header('allow', [...new Set(methods)].join(', '))
  throw problem('method-not-allowed')
}

export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply))
}
