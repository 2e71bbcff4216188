/**
 * CPU time (user and system) of server and database for a sign-in, without its hash: passwords are stored with the cheapest possible Argon2,
 * which is checked in microseconds. 16 connections, 1,000 users, no wrong passwords. Limit: 2 ms. And a wrong password for a known email,
 * whose hash is real, compared with one for an unknown email: they must not differ by more than a tenth. Linux only.
 */

import { Agent } from 'node:http'
import { demoPassword } from '@lms/server/db/seed/people'
import { cheapHash } from '../apps/server/test/given.ts'
import { ask, sendLoad, type Load } from './load.ts'
import { cpuSeconds } from './processes.ts'
import { median, Results } from './results.ts'
import { emailOf, openSchool, startServer } from './schools.ts'
import { connected } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

/** Milliseconds of CPU. */
const limit = 2
const [duration, rounds] = process.argv.includes('--quick') ? [700, 3] : [1500, 7]
const connections = 16
/** Wrong passwords per round. */
const guesses = 25
/** Known ÷ unknown email. */
const [leastRatio, mostRatio] = [0.9, 1.1]

const server = await startServer()
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const url = await openSchool(server.url, 'small')
  const { rows: users } = await connected(url, async (run) => {
    await run(`update users set password_hash = $1 where status = 'ACTIVE' and role = 'USER'`, [cheapHash])
    return run(`select email from users where status = 'ACTIVE' and role = 'USER'`)
  })
  const { pid, url: address } = (product = await serve('product', { DATABASE_URL: url, DATA_DIR: server.dataDir }))
  const cpu = (): number => cpuSeconds(pid) + cpuSeconds(server.pid)
  let turn = 0
  const step: Load['step'] = (_connection, send) =>
    send({ method: 'POST', path: '/api/auth/login', body: { email: users[turn++ % users.length]!['email'], password: demoPassword } })
  await sendLoad({ url: address, connections, duration: 2 * duration, step })
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpu()
    const done = await sendLoad({ url: address, connections, duration, step })
    costs.push(((cpu() - before) * 1000) / done)
  }
  const results = new Results('call', 'ms, or ×', 'limit')
  results.add(median(costs) <= limit, 'sign-in without its hash', median(costs), limit)

  const agent = new Agent({ keepAlive: true })
  const guess = async (email: string): Promise<number> => {
    const before = cpu()
    for (let n = 0; n < guesses; n++) {
      const { status } = await ask(address, agent, { method: 'POST', path: '/api/auth/login', body: { email, password: 'wrong guess' } })
      if (status !== 401) throw new Error(`A wrong password was answered with ${status}.`)
    }
    return cpu() - before
  }
  const [known, unknown] = [emailOf('TRAINER'), 'nobody@harbour.example']
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 ? [known, unknown] : [unknown, known]
    const [one, other] = [await guess(first), await guess(second)]
    ratios.push(round % 2 ? one / other : other / one)
  }
  agent.destroy()
  const ratio = median(ratios)
  results.add(ratio >= leastRatio && ratio <= mostRatio, 'wrong password, known ÷ unknown', ratio, `${leastRatio} to ${mostRatio}`)
  process.exitCode = results.print()
} finally {
  product?.child.kill()
  await server.stop()
}
