/** Kills app, database, single backends and both at random while eight writers write; no acknowledged write may be lost or duplicated. */

import { setTimeout as sleep } from 'node:timers/promises'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { backendPids, databasePids, databaseUrl, newFolder, signal, startProduct } from '../product.ts'
import { randomFrom } from '../random.ts'
import { check, seconds, type Scenario } from '../scenario.ts'

const targets = ['app', 'postmaster', 'backends', 'both'] as const
/** Milliseconds within which something must be written once the product runs again, also on a busy machine. */
const writingWithin = 60_000

export const crash: Scenario = async ({ isShort, seed, template, school }) => {
  const [kills, wanted] = isShort ? [4, 0] : [27, 20_000]
  const dataDir = newFolder(template)
  const random = randomFrom(seed)
  let product = await startProduct(dataDir)
  const ledger = startWriting({ school, seed, addressOf: () => product.address, pause: pauseOf(isShort) })
  let slowest = 0
  const done: Record<string, number> = {}
  /** Until that many writes are acknowledged; throws if they stop. */
  const written = async (count: number) => {
    let [last, since] = [ledger.acknowledged(), Date.now()]
    while (ledger.acknowledged() < count) {
      if (ledger.acknowledged() > last) [last, since] = [ledger.acknowledged(), Date.now()]
      check(Date.now() - since < writingWithin, `nothing was written for ${writingWithin / 1000} s\n${product.output()}`)
      await sleep(20)
    }
  }
  for (let n = 0; n < kills; n++) {
    // Distributed over the writes, at random moments.
    const due = Math.min(n + random(), kills) * (wanted / kills)
    await written(due)
    await sleep(300 + random() * 1200)
    const target = targets[isShort ? n % targets.length : Math.floor(random() * targets.length)]!
    done[target] = (done[target] ?? 0) + 1
    const began = Date.now()
    if (target === 'backends')
      signal(
        backendPids(dataDir).filter(() => random() < 0.5),
        'SIGKILL',
      )
    if (target === 'postmaster' || target === 'both') signal(databasePids(dataDir).slice(0, 1), 'SIGKILL')
    if (target === 'app' || target === 'both') {
      product.child.kill('SIGKILL')
      await product.ended
      product = await startProduct(dataDir)
    }
    const [before, again] = [ledger.acknowledged(), Date.now()]
    while (ledger.acknowledged() === before) {
      check(
        Date.now() - again < writingWithin,
        `nothing was written for ${writingWithin / 1000} s after the kill of ${target}\n${product.output()}`,
      )
      await sleep(20)
    }
    slowest = Math.max(slowest, Date.now() - began)
  }
  await written(wanted)
  await ledger.stop()
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  const said = Object.entries(done).map(([target, times]) => `${times} × ${target}`)
  return `${said.join(', ')}: ${balance}; writing again after ${seconds(slowest)} at most`
}
