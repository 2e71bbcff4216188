/** /api/mail/unsubscribe: the address in the List-Unsubscribe header of emails to a course (RFC 8058). */
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import type { Dependencies } from '#http/mount.ts'
import { notFound } from '#http/problems.ts'

/** `stop` ends the emails that the token is for; false where it was not signed here. */
export function addUnsubscribe(app: FastifyInstance, { database }: Dependencies, stop: (db: Db, token: string) => Promise<boolean>): void {
  // A context of its own: mail programs send a form, whose one field says nothing new.
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
    // Mail scanners open every link: reading changes nothing, and leads to a page with a button.
    hook.get('/api/mail/unsubscribe', { schema }, (request, reply) =>
      reply.redirect(`/auth/unsubscribe?${new URLSearchParams({ token: tokenOf(request.query) }).toString()}`, 303),
    )
    done()
  })
}
