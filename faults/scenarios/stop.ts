/** Signals of people and service managers: everything ends in time, and the data directory is free for the next start. */

import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { databasePids, databaseUrl, newFolder, signal, spawnProduct, startProduct, type Product } from '../product.ts'
import { check, seconds, type Scenario } from '../scenario.ts'

/** Milliseconds: the forced exit comes after 25 s. */
const limit = 30_000

const ways: [name: string, end: (product: Product, dataDir: string) => Promise<void> | void][] = [
  ['to one', ({ pid }) => signal([pid], 'SIGTERM')],
  ['to all', ({ pid }, dataDir) => signal([...databasePids(dataDir), pid], 'SIGTERM')],
  [
    'without a database',
    async ({ pid }, dataDir) => {
      signal(databasePids(dataDir).slice(0, 1), 'SIGKILL')
      await sleep(50)
      signal([pid], 'SIGTERM')
    },
  ],
]
const frozen: (typeof ways)[number] = [
  'with a frozen database',
  ({ pid }, dataDir) => {
    signal(databasePids(dataDir), 'SIGSTOP')
    signal([pid], 'SIGTERM')
  },
]

export const stop: Scenario = async ({ isShort, seed, template, school }) => {
  const dataDir = newFolder(template)
  const took: string[] = []
  let product = await startProduct(dataDir)
  // In the short form, a signal to one is that of the two processes.
  for (const [name, end] of isShort ? ways.slice(1) : [...ways, ...ways, frozen]) {
    const ledger = startWriting({
      school,
      seed: seed + took.length,
      firstTurn: took.length * 50,
      addressOf: () => product.address,
      pause: pauseOf(isShort),
    })
    await sleep(800)
    const began = Date.now()
    await end(product, dataDir)
    const code = await Promise.race([product.ended, sleep(limit, 'still running' as const)])
    check(typeof code === 'number', `SIGTERM ${name}: ${code} after ${seconds(limit)}\n${product.output()}`)
    // Only a frozen database needs the forced exit.
    check(end === frozen[1] || code === 0, `SIGTERM ${name}: ended with ${code}\n${product.output()}`)
    took.push(`${name} ${seconds(Date.now() - began)}`)
    // A frozen process cannot end; the next start ends it.
    while (end !== frozen[1] && databasePids(dataDir).length > 0) {
      check(Date.now() - began < limit, `SIGTERM ${name}: PostgreSQL still runs after ${seconds(limit)}`)
      await sleep(20)
    }
    product = await startProduct(dataDir)
    await ledger.stop()
    assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  }
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the last one did not stop with 0')
  if (!isShort) took.push(`of a start that hangs ${seconds(await hangingStart())}`)
  return `${took.join(', ')}; nothing lost`
}

/** A database that accepts connections and does not respond. */
async function hangingStart(): Promise<number> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const product = spawnProduct(newFolder(), { DATABASE_URL: `postgres://lms@127.0.0.1:${port}/lms` })
  while (sockets.size === 0) await sleep(20)
  const began = Date.now()
  product.child.kill('SIGTERM')
  const code = await Promise.race([product.ended, sleep(limit, 'still running' as const)])
  for (const socket of sockets) socket.destroy()
  silent.close()
  check(typeof code === 'number', `a start that hangs: ${code} after ${seconds(limit)}`)
  return Date.now() - began
}
