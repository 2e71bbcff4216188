/** How long a body may take to arrive. Uploads to the local store may take hours, but may not fall silent; everything else is small. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds. Node's own limit is one for the whole server, so it cannot tell uploads from the rest. */
const patience = 30_000
/** The same, of an upload in which not a byte moves: a telephone that is gone says nothing any more. */
const silence = 60_000

export function limitReceiving(app: FastifyInstance, mostSilence = silence): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.method !== 'GET' && request.url.startsWith('/files/')) endSilent(raw, mostSilence)
    else if (raw.method !== 'GET') {
      const timer = setTimeout(() => raw.destroy(), patience)
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Until the body is here: to bring it to the disk may take longer. A quarter of the time may be added until it is seen. */
function endSilent(raw: IncomingMessage, milliseconds: number): void {
  let [read, movedAt] = [raw.socket.bytesRead, performance.now()]
  const watch = setInterval(() => {
    const { bytesRead } = raw.socket
    if (bytesRead !== read) [read, movedAt] = [bytesRead, performance.now()]
    else if (performance.now() - movedAt >= milliseconds) raw.destroy()
  }, milliseconds / 4)
  raw.once('end', () => clearInterval(watch)).once('close', () => clearInterval(watch))
}
