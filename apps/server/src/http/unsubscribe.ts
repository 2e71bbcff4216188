/** /api/mail/unsubscribe: the List-Unsubscribe URL of emails to a course (RFC 8058). */

import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '#call/dependencies.ts'
import { notFound } from '#call/problems.ts'
import type { Db } from '#db/client.ts'

/** `stop` unsubscribes the user of the token; false if it was not signed by us. */
export function addUnsubscribe(app: FastifyInstance, { database }: Dependencies, stop: (db: Db, token: string) => Promise<boolean>): void {
  // An encapsulated context: mail programs send a form with one constant field.
  void app.register((hook, _options, done) => {
    hook.removeAllContentTypeParsers()
    hook.addContentTypeParser('*', (_request, payload, parsed) => {
      payload
        .on('error', parsed)
        .on('end', () => parsed(null))
        .resume()
    })
    const tokenOf = (query: unknown) => {
      const { token } = query as { token?: unknown }
      return typeof token === 'string' ? token : ''
    }
    const schema = { hide: true }
    hook.post('/api/mail/unsubscribe', { schema, bodyLimit: 16 * 1024 }, async (request, reply) => {
      if (!(await database.transaction((db) => stop(db, tokenOf(request.query))))) notFound('link')
      return reply.code(204).send()
    })
    // Mail scanners open every link, so GET changes nothing and leads to a page with a button.
    hook.get('/api/mail/unsubscribe', { schema }, (request, reply) =>
      reply.redirect(`/auth/unsubscribe?${new URLSearchParams({ token: tokenOf(request.query) }).toString()}`, 303),
    )
    done()
  })
}
