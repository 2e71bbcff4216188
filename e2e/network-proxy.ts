/** A proxy between browser and product that can be cut: everything in flight is lost, as in a network failure. */

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttableProxy {
  /** The address of the product through the proxy. */
  url: string
  /** Bytes sent by the browser, including headers and what was lost at the cut. */
  sent: () => number
  cut: () => void
  /** Breaks after that many more bytes; resolves when it has. */
  cutAfter: (bytes: number) => Promise<void>
  restore: () => void
  stop: () => Promise<void>
}

export async function openCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let [isCut, sent] = [false, 0]
  let limit = { bytes: Infinity, reached: () => {} }
  const keep = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const end = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const cut = () => {
    isCut = true
    end()
  }
  const server = createServer((near) => {
    keep(near)
    if (isCut) {
      near.destroy()
      return
    }
    const far = keep(connect(Number(port), hostname))
    near.pipe(far).pipe(near)
    near.on('data', ({ length }) => {
      sent += length
      if (sent < limit.bytes) return
      limit.bytes = Infinity
      cut()
      limit.reached()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    cut,
    cutAfter: (bytes) => new Promise((reached) => (limit = { bytes: sent + bytes, reached })),
    restore: () => void (isCut = false),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
      }),
  }
}
