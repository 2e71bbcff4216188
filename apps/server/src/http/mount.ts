/** The one path that every request takes: actor → door → parse → limit → files → course → transaction → handler → fail closed → commit → reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { canEver, reachOf, type Action } from '@lms/contract/policy'
import type { Route } from '@lms/contract/route'
import { allow, enterCourse, findStanding, type CourseAccess } from '#access/course.ts'
import type { Database, Db } from '#db/client.ts'
import { callerOf, resetOf, type Actor, type CourseStanding, type ResetToken } from '#http/authenticate.ts'
import { Download, notImplemented, type CourseContext, type FileContext, type ResetContext, type WaitingContext } from '#http/handler.ts'
import { rateLimitKey, limitsOn, type LimitName, type Limits } from '#http/limits.ts'
import { parseRequest, type Parsed } from '#http/parse.ts'
import { logError } from '#http/errors.ts'
import { noRoom, problem } from '#http/problems.ts'
import { keysIn, lookAtFiles } from '#modules/files/verify.ts'
import { withIdempotency } from '#http/idempotency.ts'
import { readUpload } from '#http/upload.ts'
import { describe } from '#http/openapi.ts'
import type { Services } from '#services/services.ts'

export interface Dependencies {
  database: Database
  services: Services
  now: () => Date
  /** Of the disk that the database is on; absent where the database is somewhere else. */
  space?: { isLow: () => boolean } | undefined
}
type AnyContext = CourseContext & ResetContext & FileContext & WaitingContext
type AnyHandler = (ctx: AnyContext, input: Parsed) => Promise<unknown>

/** Adds one call of the contract to the server. */
export function mount(app: FastifyInstance, domain: string, name: string, route: Route, handler: unknown, ground: Dependencies): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === 'GET',
    schema: describe(domain, name, route),
    // Parsing is ours (`parseRequest`), so that all faults of all parts are told at once.
    validatorCompiler: () => (value: unknown) => ({ value }),
    handler: (request, reply) => answer(request, reply, route, handler as AnyHandler | typeof notImplemented, ground),
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  handler: AnyHandler | typeof notImplemented,
  ground: Dependencies,
): Promise<unknown> {
  const { actor, standing, reset } = await authenticate(request, route, ground)
  if (actor && isAction(route.allow) && !canEver(actor.role, route.allow)) throw problem('forbidden')
  const input = parseRequest(route, request)
  if (ground.space?.isLow() && !goesOnWhenFull(route)) throw noRoom()
  const limits = limitsOn(ground.database, ground.services.config.rateLimits, ground.now)
  const wanted = actor ? limitsOf(route, input).map((limit) => rateLimitKey(limit, actor.id)) : []
  if (wanted.length > 0) await limits.take(wanted)
  const effects: Effect[] = []
  const { database, services } = ground
  const keys = keysIn(input.body)
  const fileFaults = actor ? await lookAtFiles({ database, storage: services.storage }, actor.id, keys) : new Map<string, string>()
  // Checking files may take seconds, so the course is read again afterwards.
  const known = keys.length === 0 ? standing : undefined
  const handle = async (db: Db, course: CourseAccess | undefined) => {
    if (handler === notImplemented) throw problem('later', { detail: 'This part is not built yet.' })
    const call = context({ db, actor, reset, course, route, request, reply, ground, limits, effects, fileFaults })
    const result = await handler(call.ctx, input)
    call.checkAsked()
    return { status: call.status(), body: result }
  }
  const run = async (db: Db) => {
    const course = actor && (await courseOf(db, actor, route, input, known))
    const work = () => handle(db, course)
    return actor && route.method === 'POST' && !beginsItself(route, actor) ? withIdempotency(db, actor, request, input, work) : work()
  }
  const { db, transaction } = database
  const result = await (beginsItself(route, actor) ? run(db) : transaction(run))
  for (const effect of effects) await Promise.resolve(effect()).catch((error: unknown) => logError(request, error))
  return send(reply, result)
}

/** What a signed-in person's call counts towards; reading is free, but for whole lists as a file. */
function limitsOf({ method, pace, download, reply }: Route, { query }: Parsed): readonly LimitName[] {
  if (method !== 'GET') return writeLimits[pace ?? 'usual']
  const isExport = download && (!reply || (query as { download?: boolean } | undefined)?.download === true)
  return isExport ? ['export.person'] : []
}

const writeLimits = { usual: ['write.person'], often: ['write.person.often'], spaced: ['write.person', 'comment.person'] } as const

/** Who deletes makes room. */
const goesOnWhenFull = ({ method, whenFull }: Route) => method === 'GET' || method === 'DELETE' || whenFull === true

type Effect = () => Promise<void> | void
type Outcome = { status: number; body: unknown }

/** A call that waits for a file, for the store of files or for a hash begins its transactions itself. */
const beginsItself = (route: Route, actor: Actor | undefined) =>
  route.method === 'GET' || !actor || route.consumes !== undefined || route.transactions === 'own'

/** The door of the course that the request names, if it names one. */
async function courseOf(
  db: Db,
  actor: Actor,
  { allow: action, course }: Route,
  input: Parsed,
  known: CourseStanding | undefined,
): Promise<CourseAccess | undefined> {
  if (!course || !isAction(action)) return undefined
  const id = valueAt(input, course) as string
  return enterCourse(actor, action, known?.id === id ? known : await findStanding(db, actor, id))
}

/** The transaction that such a call begins, with its Idempotency-Key; what it returns is the reply. */
const onceInside =
  (actor: Actor, request: FastifyRequest, { database }: Dependencies): Database['transaction'] =>
  <T>(work: (db: Db) => Promise<T>) =>
    database.transaction(async (db) => {
      const { body } = await withIdempotency(db, actor, request, { params: undefined, query: undefined, body: request.body }, async () => ({
        status: 200,
        body: await work(db),
      }))
      return body as T
    })

function send(reply: FastifyReply, { status, body }: Outcome): unknown {
  if (!(body instanceof Download)) return reply.code(status).send(body)
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(body.fileName)}`
  return reply
    .code(status)
    .header('content-disposition', disposition)
    .type(body.type)
    .serializer((payload) => payload as string)
    .send(body.content)
}

const isAction = (value: Route['allow']): value is Action => value.includes('.')

/** The temporary token of the reset is no session, nor is a session's token good for the reset. */
async function authenticate(
  request: FastifyRequest,
  { allow, course }: Route,
  { database: { db }, now }: Dependencies,
): Promise<{ actor?: Actor; standing?: CourseStanding | undefined; reset?: ResetToken }> {
  const { authorization } = request.headers
  if (allow === 'anyone') return {}
  if (allow === 'reset-token') return { reset: await resetOf(db, authorization, now()) }
  // Nothing of the request has been parsed yet.
  const courseId = z.uuid().safeParse(course && valueAt(request, course)).data
  return callerOf(db, authorization, now(), courseId)
}

const valueAt = (input: { params: unknown; query: unknown; body?: unknown }, place: string): unknown => {
  const [part, key] = place.split('.') as ['params' | 'query' | 'body', string]
  return (input[part] as Record<string, unknown> | null | undefined)?.[key]
}

interface Call {
  db: Db
  actor: Actor | undefined
  reset: ResetToken | undefined
  course: CourseAccess | undefined
  limits: Limits
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  ground: Dependencies
  effects: Effect[]
  fileFaults: ReadonlyMap<string, string>
}

function context({ db, actor, reset, course, route, request, reply, ground, limits, effects, fileFaults }: Call) {
  const action = isAction(route.allow) ? route.allow : undefined
  const reach = action && actor ? reachOf(actor.role, action) : 'all'
  // The door of a course has asked already, but for `own`: there the object itself must be asked about.
  let asked = reach === 'all' || (course !== undefined && reach !== 'own')
  // Fail closed: a handler that never asked for its right gives nothing away, and its writes are rolled back.
  const checkAsked = () => {
    if (!asked) throw new Error(`${request.method} ${route.path} answered without asking for its right`)
  }
  const asking =
    (begin: Database['transaction']): Database['transaction'] =>
    (work) =>
      begin((db) => work(db).then((result) => (checkAsked(), result)))
  const once = asking(onceInside(actor!, request, ground))
  let code: number = route.status?.[0] ?? (route.reply || route.download ? 200 : 204)
  const ctx: AnyContext = {
    db,
    transaction: route.consumes ? once : asking(ground.database.transaction),
    once,
    snapshot: ground.database.snapshot,
    actor: actor!,
    reset: reset!,
    course: course!,
    fileFaults,
    limits,
    services: ground.services,
    now: ground.now,
    request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'], cookie: request.headers.cookie },
    reach: () => ((asked = true), reach),
    allow: async (wanted, subject) => {
      await allow(db, actor!, wanted, subject, course)
      asked = true
    },
    afterCommit: (effect) => void effects.push(effect),
    setCookies: (cookies) => void effects.push(() => void reply.header('set-cookie', cookies)),
    status: (value) => void (code = value),
    file: () => readUpload(request),
  }
  return { ctx, checkAsked, status: () => code }
}
