/** How long a body may take to arrive. Uploads to the local store may take hours; everything else is small. */
import type { FastifyInstance } from 'fastify'

/** Milliseconds. Node's own limit is one for the whole server, so it cannot tell uploads from the rest. */
const patience = 30_000

export function limitReceiving(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.method !== 'GET' && !request.url.startsWith('/files/')) {
      const timer = setTimeout(() => raw.destroy(), patience)
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}
