/** What the OpenAPI document says of a call: a fold over the contract. */
import type { FastifySchema } from 'fastify'
import { Problem, problems, type ProblemName } from '@lms/contract/problems'
import type { Route } from '@lms/contract/route'
import { z } from 'zod'

const nothing = z.null().meta({ description: 'Done' })
const bytes = z.string().meta({ format: 'binary' })

/** Problems that a call can have by its nature, besides those it names. */
function problemsOf(route: Route): ProblemName[] {
  return [
    ...(route.allow === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(route.allow.includes('.') ? (['forbidden'] as const) : []),
    ...(route.params || route.course ? (['not-found'] as const) : []),
    ...(route.body ? (['unreadable-body', 'unsupported-type', 'too-large'] as const) : []),
    ...(route.body || route.query ? (['invalid'] as const) : []),
    ...(route.problems ?? []),
    'busy',
    'unavailable',
  ]
}

export function describe(domain: string, name: string, route: Route): FastifySchema {
  const successes = route.status ?? [route.reply || route.download ? 200 : 204]
  const byStatus = Map.groupBy(new Set(problemsOf(route)), (problem) => problems[problem][0])
  const failures = [...byStatus].map(([status, names]) => [
    status,
    { description: names.join(', '), content: { 'application/problem+json': { schema: Problem } } },
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
    ...(route.body && { body: route.example?.body === undefined ? route.body : route.body.meta({ examples: [route.example.body] }) }),
    ...(route.consumes && { consumes: [route.consumes], body: z.object({ file: bytes }) }),
    response: Object.fromEntries([...successes.map((status) => [status, route.reply || route.download ? success : nothing]), ...failures]),
  }
}
