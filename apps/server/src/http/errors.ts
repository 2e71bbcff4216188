/** Turns errors into problem+json. Unexpected errors are logged, and the response does not reveal their cause. */

import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { routes } from '@lms/contract'
import { problems, type ProblemName } from '@lms/contract/problems'
import { problem, problemBody, ProblemError } from '#call/problems.ts'
import { CommitError, getDriverError } from '#db/pool.ts'
import { describeError, limitLines, type LogEntry } from '#services/error-log.ts'
import { StorageError } from '#services/storage-types.ts'

const byFastifyCode: Record<string, [ProblemName, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed-body', 'The body is not JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed-body', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed-body', 'The body has another length than announced.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'Not found.'],
  FST_ERR_BAD_URL: ['not-found', 'Not found.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'This is more text than the server takes here. Shorten it.'],
}

/** By status, for requests rejected by Fastify and its plugins: never a server error. */
const byStatus: Record<number, [ProblemName, string]> = {
  413: ['too-large', 'The request is too large.'],
  415: ['unsupported-type', 'Unsupported content type.'],
}

type Answer = [problem: ProblemName, retryAfter: number, sentence: string]

/** What PostgreSQL, its driver or Node report if a statement could not run now; the first match determines the response. */
const databaseProblems: readonly [reported: RegExp, ...Answer][] = [
  // The lock timeout is 3 s.
  [/^55P03$/, 'busy', 2, 'Someone else is changing this. Nothing was changed; try again.'],
  [/^57014$/, 'busy', 5, 'This took too long and was stopped. Nothing was changed.'],
  [/^40\w{3}$/, 'busy', 1, 'Another change happened at the same time. Nothing was saved; try again.'],
  [/^53100$/, 'unavailable', 60, 'The database has no room left. Nothing was changed; tell your administrator.'],
  [/^53\w{3}$/, 'busy', 5, 'The database cannot take more work at the moment. Nothing was changed.'],
  // The driver's message for an exhausted pool; a failed connection is “Connection terminated”.
  [/^timeout exceeded when trying to connect/, 'busy', 2, 'The server is overloaded. Nothing was changed.'],
  [
    /^(08|57)\w{3}$|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$|^Connection terminated|^Query read timeout|^Client has encountered a connection error/,
    'unavailable',
    2,
    'The database does not answer. Nothing was changed.',
  ],
]

function toDatabaseProblem(error: unknown): ProblemError | undefined {
  const thrown = getDriverError(error)
  if (!(thrown instanceof Error)) return undefined
  const { code } = thrown as { code?: unknown }
  const reported = typeof code === 'string' ? code : thrown.message
  const found = databaseProblems.find(([pattern]) => pattern.test(reported))
  if (!found) return undefined
  const [, name, retryAfter, detail] = found
  return problem(name, { detail, retryAfter })
}

const maybeSaved = {
  detail: 'The database connection was lost while this was being saved. Check whether it was saved before you try again.',
  retryAfter: 5,
}

const storageDetails = {
  down: { detail: 'The file store is not responding. Nothing was changed.', retryAfter: 5 },
  full: { detail: 'The file store is full. Nothing was changed; tell your administrator.', retryAfter: 60 },
  parts: { detail: 'The file store rejected these parts. Nothing was changed.', retryAfter: 5 },
}

function toProblem(error: FastifyError | Error, consumes = 'application/json'): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof CommitError) return problem('unavailable', maybeSaved)
  if (error instanceof StorageError) return problem('unavailable', storageDetails[error.kind])
  if ('code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problem('unsupported-type', { detail: `Send ${consumes}.` })
  const known = 'code' in error ? byFastifyCode[error.code] : undefined
  if (known) return problem(known[0], { detail: known[1] })
  const databaseProblem = toDatabaseProblem(error)
  if (databaseProblem) return databaseProblem
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const [name, detail] = byStatus[status] ?? ['malformed-body', 'The request could not be read.']
  if (status >= 400 && status < 500) return problem(name, { detail })
  return problem('internal', { detail: 'The server failed. Nothing was changed.' })
}

/** Deliberate errors need no stack trace; their cause, if any, was logged where it occurred. */
const toLogEntry = (error: unknown): LogEntry => (error instanceof ProblemError ? { message: error.message } : describeError(error))

type PinoOptions = Extract<NonNullable<FastifyServerOptions['logger']>, object>

/**
 * Hooks of pino for the errors of requests, also those that Fastify and its plugins log themselves: of streams that fail after the response began.
 * One line per kind and second: while the database is down, every request fails in the same way.
 */
export function createErrorHooks(): NonNullable<PinoOptions['hooks']> {
  let send = (_entry: LogEntry) => {}
  const write = limitLines((entry) => send(entry))
  return {
    logMethod(parameters, method) {
      const [first] = parameters as unknown[]
      const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
      if (error === undefined || error === null) return method.apply(this, parameters)
      send = (entry) => method.call(this, { error: entry }, entry.message)
      write(toLogEntry(error))
    },
  }
}

/** Up to 4 s more, so that those who were refused together do not come back together. A rate limit ends at its time. */
const withJitter = (status: number, seconds: number) => (status === 503 ? seconds + 4 * Math.random() : seconds)

export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toProblem(error, request.routeOptions.schema?.consumes?.[0])
  const [status] = problems[failure.problem]
  if (status >= 500 && failure.problem !== 'not-implemented') request.log.error({ err: error })
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (failure.facts.retryAfter) reply.header('retry-after', Math.ceil(withJitter(status, failure.facts.retryAfter)))
  const body = JSON.stringify(problemBody(failure, request.id))
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer((payload) => payload as string)
    .send(body)
}

/** For what Node could not read as a request; its connection ends. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? problem('headers-too-large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? problem('timeout')
        : problem('malformed-body', { detail: 'The request could not be read.' })
  const [status, title] = problems[failure.problem]
  const body = JSON.stringify(problemBody(failure, randomUUIDv7()))
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const methodsByPath = routes.map(({ route }) => ({
  // GET routes also answer HEAD (RFC 9110, 9.1).
  methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** A known path with an unsupported method is a 405, everything else under /api a 404. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?')[0]!
  const methods = methodsByPath.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
  // The method may match although the path does not: a path parameter is longer than any id.
  if (methods.length === 0 || methods.includes(request.method)) throw problem('not-found', { detail: 'Not found.' })
  reply.header('allow', [...new Set(methods)].join(', '))
  throw problem('method-not-allowed')
}

export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply))
}
