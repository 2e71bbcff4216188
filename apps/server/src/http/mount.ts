/** The pipeline of every request: size → authenticate → role → rate limit → parse → files → course → transaction → handler → fail closed → commit → reply. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canEver, getReach, type Action } from '@lms/contract/policy'
import type { Route } from '@lms/contract/route'
import { Id } from '@lms/contract/values'
import { allow, assertOpen, enterCourse, findCourseRelation } from '#access/course.ts'
import type { Actor, CourseAccess, CourseRelation, FindSelf, ResetToken } from '#call/actor.ts'
import type { Dependencies } from '#call/dependencies.ts'
import { Download, notImplemented, type CourseContext, type FileContext, type ResetContext, type WaitingContext } from '#call/handler.ts'
import { limitsOn, limitsOutside, rateLimitKey, type LimitName, type Limits } from '#call/limits.ts'
import { noRoom, problem } from '#call/problems.ts'
import type { Database, Db } from '#db/client.ts'
import { findCaller, findResetToken } from '#http/authenticate.ts'
import { getBodyLimit } from '#http/body-size.ts'
import { downloadCompression } from '#http/compression.ts'
import { withIdempotency } from '#http/idempotency.ts'
import { describe } from '#http/openapi.ts'
import { fileKeysIn, parseRequest, type Parsed } from '#http/parse.ts'
import { getClientIp, isLocal } from '#http/security.ts'
import { readUpload } from '#http/upload.ts'
import type { Services } from '#services/services.ts'
import { contentDisposition } from '#services/storage.ts'

/** Checks the owner's uploaded files that have not been checked yet; returns why some may not be used, as sentences by key. */
export type CheckFiles = (
  on: { database: Database; storage: Services['storage'] },
  ownerId: string,
  keys: readonly string[],
) => Promise<Map<string, string>>

type AnyContext = CourseContext & ResetContext & FileContext & WaitingContext & { self: unknown }
type AnyHandler = ((ctx: AnyContext, input: Parsed) => Promise<unknown>) & {
  reread?: (ctx: AnyContext, id: string) => Promise<unknown>
  shorten?: (reply: unknown) => unknown
  findSelf?: FindSelf
}

/** Registers one call of the contract. */
export function mount(
  app: FastifyInstance,
  domain: string,
  name: string,
  route: Route,
  handler: unknown,
  deps: Dependencies,
  checkFiles: CheckFiles,
): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === 'GET',
    ...(!route.consumes && { bodyLimit: getBodyLimit(route.body) }),
    schema: describe(domain, name, route),
    ...(route.download && { compress: downloadCompression }),
    // `parseRequest` does the parsing, so that one response lists the errors of all parts.
    validatorCompiler: () => (value: unknown) => ({ value }),
    handler: (request, reply) => answer(request, reply, route, handler as AnyHandler | typeof notImplemented, deps, checkFiles),
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  handler: AnyHandler | typeof notImplemented,
  deps: Dependencies,
  checkFiles: CheckFiles,
): Promise<unknown> {
  const findSelf = handler === notImplemented ? undefined : handler.findSelf
  const { actor, relation, reset, self } = await authenticate(request, route, deps, findSelf)
  if (actor && isAction(route.allow) && !canEver(actor.role, route.allow)) throw problem('forbidden')
  if (deps.space?.isLow() && !isAllowedWhenFull(route)) throw noRoom()
  const { database, services } = deps
  const { limits, transaction } = limitsOutside(limitsOn(database, services.config.rateLimits, deps.now), database.transaction)
  const input = await parseWithinLimits(request, route, limits, actor)
  const effects: Effect[] = []
  const keys = fileKeysIn(input.body, route.files ?? [])
  const fileErrors = actor ? await checkFiles({ database, storage: services.storage }, actor.id, keys) : new Map<string, string>()
  // Checking files may take seconds, so the course is read again afterwards.
  const known = keys.length === 0 ? relation : undefined
  if (handler === notImplemented) throw problem('not-implemented', { detail: 'This part is not built yet.' })
  const { reread, shorten } = handler
  const handle = async (db: Db, course: CourseAccess | undefined, act: (ctx: AnyContext) => Promise<unknown>) => {
    const call = createCallContext({
      db,
      actor,
      self,
      reset,
      course,
      route,
      request,
      reply,
      deps,
      limits,
      transaction,
      effects,
      fileErrors,
      shorten,
    })
    const result = await act(call.ctx)
    call.assertAuthorized()
    return { status: call.status(), body: result }
  }
  const run = async (db: Db) => {
    const course = actor && (await loadCourse(db, actor, route, input, known))
    const work = () => handle(db, course, (ctx) => handler(ctx, input))
    const again = reread && (async (id: string) => (await handle(db, course, (ctx) => reread(ctx, id))).body)
    const hasKey = actor && route.method === 'POST' && !ownsTransaction(route, actor)
    return hasKey ? withIdempotency(db, actor, request, input, work, { again, shorten }) : work()
  }
  const result = await (ownsTransaction(route, actor) ? run(database.db) : transaction(run))
  for (const effect of effects) await Promise.resolve(effect()).catch((error: unknown) => request.log.error({ err: error }))
  return send(reply, result)
}

/** Parsing may take long, so a call counts before it. Only the pause between comments begins with a valid one. */
async function parseWithinLimits(request: FastifyRequest, route: Route, limits: Limits, actor: Actor | undefined): Promise<Parsed> {
  const wanted = actor ? rateLimitsFor(route, request.query).map((limit) => rateLimitKey(limit, actor.id)) : []
  const taken = wanted.length > 0 ? await limits.take(wanted) : []
  try {
    return parseRequest(route, request)
  } catch (error) {
    const pause = actor && rateLimitKey('comment', actor.id).key
    const refunded = taken.filter(({ key }) => key === pause)
    if (refunded.length > 0) await limits.refund(refunded)
    throw error
  }
}

/** The limits that a signed-in user's call counts towards; reads are free, except for exports of whole lists. */
function rateLimitsFor({ method, rateLimit = 'write', download, reply }: Route, query: unknown): readonly LimitName[] {
  if (method !== 'GET') return rateLimit === 'comment' ? ['write', 'comment'] : [rateLimit]
  const isExport = download && (!reply || (query as { download?: unknown }).download === 'true')
  return isExport ? ['export'] : []
}

/** Reads do not write, and deletions free space. */
const isAllowedWhenFull = ({ method, whenFull }: Route) => method === 'GET' || method === 'DELETE' || whenFull === true

type Effect = () => Promise<void> | void
type Result = { status: number; body: unknown }

/** Calls that wait for an upload, the file store or a hash, or count tries themselves, start their own transactions. */
const ownsTransaction = (route: Route, actor: Actor | undefined) =>
  route.method === 'GET' || !actor || route.consumes !== undefined || route.transactions === 'own'

/** Access to the course of the request, if it has one. */
async function loadCourse(
  db: Db,
  actor: Actor,
  { allow: action, course, method }: Route,
  input: Parsed,
  known: CourseRelation | undefined,
): Promise<CourseAccess | undefined> {
  if (!course || !isAction(action)) return undefined
  const id = valueAt(input, course) as string
  const found = enterCourse(actor, action, known?.id === id ? known : await findCourseRelation(db, actor, id))
  if (method !== 'GET') assertOpen(action, found)
  return found
}

/** The transaction that such a call starts, with its Idempotency-Key; its result is the reply, with the status of the call. */
const idempotentTransaction =
  (
    { actor, request, transaction, shorten }: Pick<Call, 'actor' | 'request' | 'transaction' | 'shorten'>,
    status: { get: () => number; set: (code: number) => void },
  ): Database['transaction'] =>
  <T>(work: (db: Db) => Promise<T>) =>
    transaction(async (db) => {
      const input = { params: undefined, query: undefined, body: request.body }
      const first = await withIdempotency(
        db,
        actor!,
        request,
        input,
        async () => {
          const body = await work(db)
          return { status: status.get(), body }
        },
        { shorten },
      )
      status.set(first.status)
      return first.body as T
    })

function send(reply: FastifyReply, { status, body }: Result): unknown {
  if (!(body instanceof Download)) return reply.code(status).send(body)
  return reply
    .code(status)
    .header('content-disposition', contentDisposition(body.type, body.fileName))
    .type(body.type)
    .serializer((payload) => payload as string)
    .send(body.content)
}

const isAction = (value: Route['allow']): value is Action => value.includes('.')

/** The temporary token of a reset is no session token, and vice versa. */
async function authenticate(
  request: FastifyRequest,
  { allow, course }: Route,
  { database: { db }, now }: Dependencies,
  findSelf: FindSelf | undefined,
): Promise<{ actor?: Actor; relation?: CourseRelation | undefined; self?: unknown; reset?: ResetToken }> {
  const { authorization } = request.headers
  if (allow === 'anyone') return {}
  if (allow === 'reset-token') return { reset: await findResetToken(db, authorization, now()) }
  // Nothing of the request has been parsed yet.
  const courseId = course && Id.safeParse(valueAt(request, course)).data
  return findCaller(db, authorization, now(), { courseId, findSelf })
}

const valueAt = (input: { params: unknown; query: unknown; body?: unknown }, place: string): unknown => {
  const [part, key] = place.split('.') as ['params' | 'query' | 'body', string]
  return (input[part] as Record<string, unknown> | null | undefined)?.[key]
}

interface Call {
  db: Db
  actor: Actor | undefined
  self: unknown
  reset: ResetToken | undefined
  course: CourseAccess | undefined
  limits: Limits
  transaction: Database['transaction']
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  deps: Dependencies
  effects: Effect[]
  fileErrors: ReadonlyMap<string, string>
  shorten: AnyHandler['shorten']
}

function createCallContext(call: Call) {
  const { db, actor, self, reset, course, route, request, reply, deps, limits, transaction, effects, fileErrors } = call
  const action = isAction(route.allow) ? route.allow : undefined
  const reach = action && actor ? getReach(actor.role, action) : 'all'
  // Course access has been checked already, except for `own`, which needs a check of the object itself.
  let isChecked = reach === 'all' || (course !== undefined && reach !== 'own')
  // Fail closed: without an access check a handler returns nothing, and its writes are rolled back.
  const assertAuthorized = () => {
    if (!isChecked) throw new Error(`${request.method} ${route.path} answered without checking its right`)
  }
  const requireCheck =
    (begin: Database['transaction']): Database['transaction'] =>
    (work) =>
      begin((db) => work(db).then((result) => (assertAuthorized(), result)))
  let code: number = route.status?.[0] ?? (route.reply || route.download ? 200 : 204)
  const setStatus = (value: number) => void (code = value)
  const once = requireCheck(idempotentTransaction(call, { get: () => code, set: setStatus }))
  const ctx: AnyContext = {
    db,
    transaction: route.consumes ? once : requireCheck(transaction),
    once,
    snapshot: deps.database.snapshot,
    actor: actor!,
    self,
    reset: reset!,
    course: course!,
    fileErrors,
    limits,
    services: deps.services,
    now: deps.now,
    request: {
      id: request.id,
      ip: getClientIp(request),
      isLocal: isLocal(request),
      userAgent: request.headers['user-agent'],
      cookie: request.headers.cookie,
    },
    reach: () => ((isChecked = true), reach),
    allow: async (wanted, subject) => {
      const found = await allow(db, actor!, wanted, subject, course)
      if (route.method !== 'GET') assertOpen(wanted, found)
      isChecked = true
    },
    hasRoom: (bytes) => !deps.services.storage.disk || (deps.space?.hasRoom(bytes) ?? true),
    afterCommit: (effect) => void effects.push(effect),
    setCookies: (cookies) => void effects.push(() => void reply.header('set-cookie', cookies)),
    status: setStatus,
    file: () => readUpload(request),
  }
  return { ctx, assertAuthorized, status: () => code }
}
