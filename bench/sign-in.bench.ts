/**
 * CPU (user and system time) of server and database for a sign-in, without its hash: the account's password is stored with the cheapest
 * possible Argon2, which is checked in microseconds. 16 connections, 1,000 users, no wrong passwords. Limit: 2 ms. Linux only.
 */
import { demoPassword } from '@lms/server/db/seed/people'
import { cheapHash } from '../apps/server/test/given.ts'
import { cpuSeconds } from './processes.ts'
import { sendLoad, type Load } from './load.ts'
import { median, Results } from './results.ts'
import { openSchool, startServer } from './schools.ts'
import { connected } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

/** Milliseconds of CPU. */
const limit = 2
const [duration, rounds] = process.argv.includes('--quick') ? [700, 3] : [1500, 7]
const connections = 16

const server = await startServer()
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const url = await openSchool(server.url, 'small')
  const { rows: users } = await connected(url, async (run) => {
    await run(`update users set password_hash = $1 where status = 'ACTIVE' and role = 'USER'`, [cheapHash])
    return run(`select email from users where status = 'ACTIVE' and role = 'USER'`)
  })
  product = await serve('product', { DATABASE_URL: url, DATA_DIR: server.dataDir })
  let turn = 0
  const step: Load['step'] = (_connection, send) =>
    send({ method: 'POST', path: '/api/auth/login', body: { email: users[turn++ % users.length]!['email'], password: demoPassword } })
  await sendLoad({ url: product.url, connections, duration: 2 * duration, step })
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpuSeconds(product.pid) + cpuSeconds(server.pid)
    const done = await sendLoad({ url: product.url, connections, duration, step })
    costs.push(((cpuSeconds(product.pid) + cpuSeconds(server.pid) - before) * 1000) / done)
  }
  const results = new Results('call', 'ms', 'limit')
  results.add(median(costs) <= limit, 'sign-in without its hash', median(costs), limit)
  process.exitCode = results.print()
} finally {
  product?.child.kill()
  await server.stop()
}
