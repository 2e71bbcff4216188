/** The local store's signed addresses: PUT takes a file, GET gives one. Bytes stream, and never lie in memory. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeOfKey } from '@lms/contract/file-types'
import { addImages } from '#http/images.ts'
import type { Dependencies } from '#http/mount.ts'
import { receiveFile } from '#http/receive-file.ts'
import { sendFile } from '#http/send-file.ts'
import { checkSignature, keyOf } from '#http/signed-address.ts'
import type { Disk } from '#services/disk.ts'

export function addFiles(app: FastifyInstance, ground: Dependencies): void {
  addImages(app, ground)
  const { disk } = ground.services.storage
  if (!disk) return
  // A context of its own: here a body of any type passes as it comes, while /api goes on reading JSON alone.
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    const options = { schema: { hide: true }, compress: false as const }
    files.get('/files/*', options, (request, reply) => answerGet(disk, request, reply))
    files.put('/files/*', options, (request, reply) => receiveFile(disk, ground, request, reply))
    done()
  })
}

/** Seconds that the browser may keep what it was allowed to read. */
const cacheControl = 'private, max-age=3600'

async function answerGet(disk: Disk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = keyOf(request)
  const { fileName } = checkSignature(disk, request, { method: 'GET', key, contentType: fileTypeOfKey(key) ?? '' })
  return sendFile(disk, key, request, reply, { fileName, cacheControl })
}
