/** Load from one process: a fixed number of kept-alive connections, each asking again once it is answered. */
import { Agent, request } from 'node:http'

export interface Load {
  url: string
  headers?: Record<string, string>
  connections: number
  requests: number
}

/** Sends all requests; throws at the first answer that is not a 200. */
export async function sendLoad({ url, headers = {}, connections, requests }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = requests
  const worker = async () => {
    while (left-- > 0) await ask(url, headers, agent)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
}

const ask = (url: string, headers: Record<string, string>, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { headers, agent }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))))
    })
    sent.on('error', reject).end()
  })
