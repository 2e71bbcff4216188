/** The baseline of uploads: a bare node:http handler that writes the body of a PUT to a file. */

import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

const server = createServer((request, response) => {
  pipeline(request, createWriteStream(process.env.TARGET!)).then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
