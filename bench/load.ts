/** Load from one process: a fixed number of keep-alive connections, each sending the next request after the response. */

import { Agent, request } from 'node:http'

export interface Ask {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}
export interface Answer {
  status: number
  body: Buffer
}

/** As sent by browsers. */
const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }

export function ask(base: string, agent: Agent, { method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const type = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, agent, headers: { ...accepted, ...type, ...headers } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => void pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(pieces) }))
    })
    sent.on('error', reject).end(text)
  })
}

export interface Load {
  url: string
  connections: number
  /** Milliseconds after which no further request is sent. */
  duration: number
  /** The repeated step of a connection. */
  step: (connection: number, send: (what: Ask) => Promise<Answer>) => Promise<unknown>
}

/** The number of completed steps; throws at the first unsuccessful response. */
export async function sendLoad({ url, connections, duration, step }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = async (what: Ask) => {
    const answer = await ask(url, agent, what)
    if (answer.status >= 300) throw new Error(`${what.method ?? 'GET'} ${what.path} answered ${answer.status}: ${answer.body.toString()}`)
    return answer
  }
  const end = performance.now() + duration
  let done = 0
  const worker = async (connection: number) => {
    for (; performance.now() < end; done++) await step(connection, send)
  }
  try {
    await Promise.all(Array.from({ length: connections }, (_, connection) => worker(connection)))
  } finally {
    agent.destroy()
  }
  return done
}
