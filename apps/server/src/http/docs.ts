/** The OpenAPI 3.1 document at /api/openapi.json, and a page that shows it at /api/docs. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { routes } from '@lms/contract'
import { describe } from '#http/openapi.ts'
import { serializerCompiler } from '#http/serialize.ts'

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

export async function addDocs(app: FastifyInstance): Promise<void> {
  await addDocument(app)
  // Under the product's own policy: the policy of this plugin sends browsers to https, which a school's network may not have.
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none' } })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/** The same document without a server that could answer: for the copy in the repository. */
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
