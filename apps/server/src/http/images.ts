/** Profile and cover pictures: public while something shows them. */
import type { FastifyInstance } from 'fastify'
import { FileKey } from '@lms/contract/values'
import type { Dependencies } from '#http/mount.ts'
import { notFound } from '#http/problems.ts'
import { sendFile } from '#http/send-file.ts'
import { isShownImage } from '#modules/files/queries.ts'

/** Seconds. A key never gets other bytes. */
const year = 31_536_000
/** Seconds: less than a signed address of the store lives. */
const hour = 3600

export function addImages(app: FastifyInstance, { database, services: { storage } }: Dependencies): void {
  app.get('/images/*', { schema: { hide: true }, compress: false as const }, async (request, reply) => {
    const { data: key } = FileKey.safeParse((request.params as { '*': string })['*'])
    if (!key?.startsWith('image/') || !(await isShownImage(database.db, key))) return notFound('picture')
    if (!storage.disk) {
      const address = storage.publicUrl?.(key) ?? (await storage.presignGet(key))
      return reply.header('cache-control', `public, max-age=${hour}`).redirect(address)
    }
    return sendFile(storage.disk, key, request, reply, { cacheControl: `public, max-age=${year}, immutable` })
  })
}
