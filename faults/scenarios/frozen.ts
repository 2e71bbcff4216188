/** An unresponsive database: callers get an error in time, monitoring notices soon, and it recovers automatically. */

import { setTimeout as sleep } from 'node:timers/promises'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { call, databasePids, databaseUrl, newFolder, signal, startProduct } from '../product.ts'
import { check, seconds, type Scenario } from '../scenario.ts'

/** Milliseconds: a statement is waited for 12 s, a connection for 5 s, by /api/ready for 3 s; more if the machine is busy. */
const frozenFor = 20_000
const [answeredWithin, backWithin] = [25_000, 30_000]

export const frozen: Scenario = async ({ isShort, seed, template, school }) => {
  const dataDir = newFolder(template)
  const product = await startProduct(dataDir)
  const { token } = school.desks[0]!.student
  const ledger = startWriting({ school, seed, addressOf: () => product.address, pause: pauseOf(isShort) })
  let [slowest, slowestReady] = [0, 0]
  for (let round = 0; round < (isShort ? 1 : 3); round++) {
    await sleep(1500)
    const pids = databasePids(dataDir)
    signal(pids, 'SIGSTOP')
    const [reader, ready, health] = await Promise.all([
      call(product.address, 'GET', '/api/courses/enrolled', { token }),
      call(product.address, 'GET', '/api/ready'),
      call(product.address, 'GET', '/api/health'),
      sleep(frozenFor),
    ]).finally(() => signal(pids, 'SIGCONT'))
    check(
      reader.status === 503 && reader.milliseconds < answeredWithin,
      `a reader got ${reader.status} after ${seconds(reader.milliseconds)}`,
    )
    check(
      ready.status === 503 && ready.milliseconds < reader.milliseconds,
      `/api/ready said ${ready.status} after ${seconds(ready.milliseconds)}, a reader ${reader.status} after ${seconds(reader.milliseconds)}`,
    )
    check(health.status === 200, `/api/health said ${health.status}`)
    slowest = Math.max(slowest, reader.milliseconds)
    slowestReady = Math.max(slowestReady, ready.milliseconds)
    const back = Date.now()
    while ((await call(product.address, 'GET', '/api/courses/enrolled', { token })).status !== 200)
      check(Date.now() - back < backWithin, `readers were not answered ${seconds(backWithin)} after it went on\n${product.output()}`)
  }
  await ledger.stop()
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  return `callers answered after ${seconds(slowest)} at most, /api/ready after ${seconds(slowestReady)}: ${balance}`
}
