/** Assembles the server; it does not listen yet. */

import { randomUUIDv7 } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { routes } from '@lms/contract'
import type { Dependencies } from '#call/dependencies.ts'
import { compression } from '#http/compression.ts'
import { addErrors, answerError, answerUnreadable, createErrorHooks } from '#http/errors.ts'
import { addFiles } from '#http/files.ts'
import { addHealth } from '#http/health.ts'
import { mount } from '#http/mount.ts'
import { addDocs, serializerCompiler } from '#http/openapi.ts'
import { addOutbox } from '#http/outbox.ts'
import { addSecurityHeaders } from '#http/security.ts'
import { addUnsubscribe } from '#http/unsubscribe.ts'
import { endStalledReplies, limitUploadTime } from '#http/upload-route.ts'
import { acceptForms } from '#http/upload.ts'
import { addWebApp } from '#http/web-app.ts'
import { addZoomWebhook } from '#http/zoom-webhook.ts'
import { isFromZoom, receiveEvent } from '#modules/attendance/zoom-attendance/webhook.ts'
import { findFile, isShownImage, lockAwaited } from '#modules/files/queries.ts'
import { findIsOpen } from '#modules/files/uploads/queries.ts'
import { preloadFileChecks } from '#modules/files/verify.ts'
import { stopByToken } from '#modules/mail/course-emails/queries.ts'
import { findSent, listSent } from '#modules/mail/queries.ts'
import { handlers } from '#routes.ts'

/** Bytes; larger bodies are a 413. Files are uploaded differently. */
const bodyLimit = 1024 * 1024

/** Connections that wait to be accepted, as many as Linux allows: 300 browsers open 1,800 at once, and Node's 511 would reset the rest. */
export const backlog = 4096

interface AppOptions {
  logger?: Exclude<FastifyServerOptions['logger'], true>
  /** Milliseconds without a byte after which a body or a reply is given up. */
  mostSilence?: number
}

export async function createApp(deps: Dependencies, { logger = false, mostSilence }: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger && { ...logger, hooks: createErrorHooks() },
    bodyLimit,
    // Forwarded headers of other clients are ignored: rate limits depend on the address.
    trustProxy: deps.services.config.trustedProxies.length > 0 && [...deps.services.config.trustedProxies],
    genReqId: () => randomUUIDv7(),
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
    // Open connections are served while the server closes; new ones are refused.
    return503OnClosing: false,
  })
  app.setSerializerCompiler(serializerCompiler)
  addErrors(app)
  limitUploadTime(app, mostSilence)
  endStalledReplies(app, mostSilence)
  addSecurityHeaders(app, deps.services.config)
  await app.register(compress, { ...compression, globalDecompression: false })
  await addDocs(app)
  addHealth(app, deps)
  // JSON only: text/plain would let another site's form post to us.
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  // Responses sent while the server closes also close their connection: a browser would keep it open, and the server waits for it.
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onSend', async (_request, reply) => void (isClosing && reply.header('connection', 'close')))
  const mountAll = (on: FastifyInstance, wanted: typeof routes) => {
    for (const { domain, name, route } of wanted) {
      const handler = (handlers as Record<string, Record<string, unknown>>)[domain]?.[name]
      if (!handler) throw new Error(`${domain}.${name} has no handler`)
      mount(on, domain, name, route, handler, deps, preloadFileChecks)
    }
  }
  mountAll(
    app,
    routes.filter(({ route }) => !route.consumes),
  )
  // An encapsulated context: form bodies are only parsed here.
  await app.register(async (forms) => {
    await acceptForms(forms)
    mountAll(
      forms,
      routes.filter(({ route }) => route.consumes),
    )
  })
  addFiles(app, deps, { findFile, findIsOpen, isShownImage, lockAwaited })
  addOutbox(app, deps, { findSent, listSent })
  addUnsubscribe(app, deps, stopByToken)
  addZoomWebhook(app, deps, { isFromZoom, receiveEvent })
  await addWebApp(app)
  return app
}
