/** Serves the built web app: its files, and its page for every path outside of the API. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url))
/** Not the address of a screen: of another kind of resource, or like a file. */
const noScreen = /^\/(?:api|assets|files|images)\/|\/\.|\.\w{1,12}$/i
const yearMs = 31_536_000_000

/** `root` is the build folder. */
export async function addWebApp(app: FastifyInstance, root = dist): Promise<void> {
  if (!existsSync(`${root}/index.html`)) return
  // Read once, like the list of files: a build below a running server must not send it to files that it does not know.
  const page = await readFile(`${root}/index.html`)
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // The build has compressed its files already; clients that accept no compression get the plain ones.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache'),
  })
  // Paths of screens are handled by the app; a missing path that looks like a file is a 404.
  app.get('/*', { schema: { hide: true }, exposeHeadRoute: true }, (request, reply) =>
    noScreen.test(request.url.split('?')[0]!)
      ? reply.callNotFound()
      : reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
}
