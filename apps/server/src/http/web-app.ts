/** The built web app: its files, and its page for every address that is not the API's. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const yearMs = 31_536_000_000

/** `root` is the folder of the build. */
export async function addWebApp(app: FastifyInstance, root = dist): Promise<void> {
  if (!existsSync(`${root}/index.html`)) return
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // The build has compressed its files already; the plain one goes to who accepts no compression.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache'),
  })
  // Screens are addresses of the app, not files; a missing path that looks like a file is a 404.
  app.get('/*', { schema: { hide: true }, exposeHeadRoute: true }, (request, reply) => {
    const path = request.url.split('?')[0]!
    return path.startsWith('/api/') || path.startsWith('/assets/') || path.startsWith('/files/')
      ? reply.callNotFound()
      : reply.sendFile('index.html')
  })
}
