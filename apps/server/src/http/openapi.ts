/** The OpenAPI document, generated from the contract, and its page. */

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifySchema, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { isClosedWhenArchived, type Action } from '@lms/contract/policy'
import { Problem, problems, type ProblemName } from '@lms/contract/problems'
import type { Route } from '@lms/contract/route'

const emptyReply = z.null().meta({ description: 'Done' })
const bytes = z.string().meta({ format: 'binary' })

const isForSignedIn = ({ allow }: Route) => allow !== 'anyone' && allow !== 'reset-token'
const takesKey = (route: Route) => isForSignedIn(route) && route.method === 'POST'

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }
const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .meta({ description: 'Chosen by the caller: a call repeated with the same key gets the first reply, and changes nothing' }),
})

/** Problems that any such call can have, besides those it declares. */
function listProblems(route: Route): ProblemName[] {
  return [
    ...(route.allow === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(route.allow.includes('.') ? (['forbidden'] as const) : []),
    ...(route.params || route.course ? (['not-found'] as const) : []),
    // Writes and exports of signed-in users are limited.
    ...(isForSignedIn(route) && (route.method !== 'GET' || route.download) ? (['rate-limited'] as const) : []),
    // Archived courses are read only.
    ...(route.method !== 'GET' && isClosedWhenArchived(route.allow as Action, { isStaff: false }) ? (['closed'] as const) : []),
    ...(takesKey(route) ? (['idempotency-key-reused'] as const) : []),
    ...(route.body ? (['malformed-body', 'unsupported-type', 'too-large'] as const) : []),
    ...(route.body || route.consumes ? (['timeout'] as const) : []),
    // Unknown query parameters are invalid in every call.
    'validation-failed',
    ...(route.problems ?? []),
    'busy',
    'unavailable',
  ]
}

export function describe(domain: string, name: string, route: Route): FastifySchema {
  const successes = route.status ?? [route.reply || route.download ? 200 : 204]
  const byStatus = Map.groupBy(new Set(listProblems(route)), (problem) => problems[problem][0])
  const failures = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.join(', '),
      ...((status === 429 || status === 503) && { headers: retryAfter }),
      content: { 'application/problem+json': { schema: Problem } },
    },
  ])
  const content = {
    ...(route.reply && { 'application/json': { schema: route.reply } }),
    ...Object.fromEntries((route.download ?? []).map((type) => [type, { schema: bytes }])),
  }
  const success = { description: 'Done', ...(Object.keys(content).length > 0 && { content }) }
  return {
    operationId: name,
    tags: [domain],
    summary: route.summary,
    description: `Right: ${route.allow}`,
    security: route.allow === 'anyone' ? [] : [{ bearer: [] }],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(takesKey(route) && { headers: keyHeader }),
    ...(route.body && { body: route.example?.body === undefined ? route.body : route.body.meta({ examples: [route.example.body] }) }),
    ...(route.consumes && { consumes: [route.consumes], body: z.object({ file: bytes }) }),
    response: Object.fromEntries([
      ...successes.map((status) => [status, route.reply || route.download ? success : emptyReply]),
      ...failures,
    ]),
  }
}

/** Replies are serialized by their schema: fields that are not in the contract are never sent. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) =>
  schema instanceof z.ZodType ? (value) => JSON.stringify(schema.parse(value)) : (value) => JSON.stringify(value)

/** Serves the OpenAPI 3.1 document at /api/openapi.json, and a page for it at /api/docs. */
const addDocument = (app: FastifyInstance) =>
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'LMS', version: '1', description: 'All calls of the product. Failures are problem+json (RFC 9457).' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })

/** The bar on top has an image without a text and a field without a label; some colours are too pale. */
const docsStyle = `
.swagger-ui .topbar { display: none }
.swagger-ui .info .title small { background: #57534b }
.swagger-ui .info .title small.version-stamp { background: #1e6a40 }
.swagger-ui .info .title small pre { color: #fff }
.swagger-ui .info .link, .swagger-ui .info .link .url, .swagger-ui .info a { color: #2c43b8 }
.swagger-ui .btn.authorize { border-color: #1e6a40; color: #1e6a40 }
.swagger-ui .btn.authorize svg { fill: #1e6a40 }
`

export async function addDocs(app: FastifyInstance): Promise<void> {
  await addDocument(app)
  // Uses our own security policy: this plugin's upgrades requests to https, which a school's network may not have.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none' },
    theme: { title: 'API - LMS', css: [{ filename: 'lms.css', content: docsStyle }] },
  })
  app.get('/api/openapi.json', { schema: { hide: true }, exposeHeadRoute: true }, () => app.swagger())
}

/** The same document without a running server: for the copy in the repository. */
export async function openApiDocument(): Promise<object> {
  const app = Fastify()
  app.setSerializerCompiler(serializerCompiler)
  app.setValidatorCompiler(() => () => true)
  await addDocument(app)
  for (const { domain, name, route } of routes)
    app.route({ method: route.method, url: route.path, schema: describe(domain, name, route), handler: () => {} })
  await app.ready()
  return app.swagger()
}
