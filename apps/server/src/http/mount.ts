/** The one path that every request takes: actor → door → parse → course → transaction → handler → fail closed → commit → reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayEver, reachOf, type Action } from '@lms/contract/policy'
import type { Route } from '@lms/contract/route'
import { allow, enterCourse, type CourseAccess } from '#access/course.ts'
import type { Database, Db } from '#db/client.ts'
import { actorOf, type Actor } from '#http/actor.ts'
import { Download, later, type CourseContext, type Handler } from '#http/handler.ts'
import { parseRequest, type Parsed } from '#http/parse.ts'
import { problem } from '#http/problems.ts'
import { once } from '#http/requests.ts'
import { describe } from '#http/openapi.ts'
import type { Services } from '#services/services.ts'

export interface Ground {
  database: Database
  services: Services
  now: () => Date
}
type AnyHandler = Handler<Route & { course: 'params.id' }>

/** Adds one call of the contract to the server. */
export function mount(app: FastifyInstance, domain: string, name: string, route: Route, handler: unknown, ground: Ground): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: describe(domain, name, route),
    // Parsing is ours (`parseRequest`), so that all faults of all parts are told at once.
    validatorCompiler: () => (value: unknown) => ({ value }),
    handler: (request, reply) => answer(request, reply, route, handler as AnyHandler | typeof later, ground),
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  handler: AnyHandler | typeof later,
  ground: Ground,
): Promise<unknown> {
  const actor = await authenticate(request, route, ground)
  if (actor && isAction(route.allow) && !mayEver(actor.role, route.allow)) throw problem('forbidden')
  const input = parseRequest(route, request)
  const effects: Effect[] = []
  const handle = async (db: Db, course: CourseAccess | undefined) => {
    if (handler === later) throw problem('later', { detail: 'This part is not built yet.' })
    const call = context({ db, actor, course, route, request, ground, effects })
    const result = await handler(call.ctx, input)
    // Fail closed: a handler that never asked for its right gives nothing away, and its writes are rolled back.
    if (!call.asked()) throw new Error(`${request.method} ${route.path} answered without asking for its right`)
    return { status: call.status(), body: result as unknown }
  }
  const result = await inTransaction(route, actor, ground, async (db) => {
    const course = actor && (await courseOf(db, actor, route, input))
    const run = () => handle(db, course)
    return actor && route.method === 'POST' ? once(db, actor, request, input, run) : run()
  })
  for (const effect of effects) await Promise.resolve(effect()).catch((error: unknown) => request.log.error(error))
  return send(reply, result)
}

type Effect = () => Promise<void> | void
type Outcome = { status: number; body: unknown }

const inTransaction = (route: Route, actor: Actor | undefined, { database }: Ground, run: (db: Db) => Promise<Outcome>): Promise<Outcome> =>
  route.method === 'GET' || !actor ? run(database.db) : database.transaction(run)

/** The door of the course that the request names, if it names one. */
async function courseOf(db: Db, actor: Actor, { allow: action, course }: Route, input: Parsed): Promise<CourseAccess | undefined> {
  return course && isAction(action) ? enterCourse(db, actor, action, valueAt(input, course)) : undefined
}

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

async function authenticate(request: FastifyRequest, route: Route, { database, now }: Ground): Promise<Actor | undefined> {
  if (route.allow === 'anyone') return undefined
  // The temporary token of the reset is no session: its call checks it by itself.
  if (route.allow === 'reset-token') return undefined
  return actorOf(database.db, request.headers.authorization, now())
}

const valueAt = (input: Parsed, place: string): string => {
  const [part, key] = place.split('.') as ['params' | 'query' | 'body', string]
  return (input[part] as Record<string, string>)[key]!
}

interface Call {
  db: Db
  actor: Actor | undefined
  course: CourseAccess | undefined
  route: Route
  request: FastifyRequest
  ground: Ground
  effects: Effect[]
}

function context({ db, actor, course, route, request, ground, effects }: Call) {
  const action = isAction(route.allow) ? route.allow : undefined
  const reach = action && actor ? reachOf(actor.role, action) : 'all'
  // The door of a course has asked already, but for `own`: there the object itself must be asked about.
  let asked = reach === 'all' || (course !== undefined && reach !== 'own')
  let code: number = route.status?.[0] ?? (route.reply || route.download ? 200 : 204)
  const ctx: CourseContext = {
    db,
    transaction: ground.database.transaction,
    actor: actor!,
    course: course!,
    services: ground.services,
    now: ground.now,
    request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] },
    reach: () => ((asked = true), reach),
    allow: async (wanted, subject) => {
      await allow(db, actor!, wanted, subject, course)
      asked = true
    },
    afterCommit: (effect) => void effects.push(effect),
    status: (value) => void (code = value),
  }
  return { ctx, asked: () => asked, status: () => code }
}
