/** /api/zoom/webhook: Zoom's events. Authenticated by the signature over the raw body instead of a session. */

import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '#call/dependencies.ts'
import { problem } from '#call/problems.ts'

/** Bytes. */
const bodyLimit = 256 * 1024

interface ZoomEvents {
  isFromZoom: (secret: string, raw: Buffer, signature: unknown, timestamp: unknown, now: Date) => boolean
  receiveEvent: (deps: Dependencies, secret: string, event: unknown) => Promise<unknown>
}

export function addZoomWebhook(app: FastifyInstance, deps: Dependencies, { isFromZoom, receiveEvent }: ZoomEvents): void {
  const secret = deps.services.config.zoom?.webhookSecret
  if (!secret) return
  // An encapsulated context: JSON stays raw here, because the signature covers the bytes.
  void app.register((hook, _options, done) => {
    hook.removeAllContentTypeParsers()
    hook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    hook.post('/api/zoom/webhook', { schema: { hide: true }, bodyLimit }, async (request, reply) => {
      const { 'x-zm-signature': signature, 'x-zm-request-timestamp': timestamp } = request.headers
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isFromZoom(secret, raw, signature, timestamp, deps.now()))
        throw problem('forbidden', { detail: 'This is not signed by Zoom, or the signature has expired.' })
      return reply.send(await receiveEvent(deps, secret, parse(raw)))
    })
    done()
  })
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    throw problem('malformed-body', { detail: 'The body is not JSON.' })
  }
}
