/** Kills app, database, single backends and both at random while eight writers write; nothing acknowledged may be lost or doubled. */
import { setTimeout as sleep } from 'node:timers/promises'
import { assertBalanced, balanceOf, startWriting } from '../ledger.ts'
import { backendPids, databasePids, databaseUrl, newFolder, signal, startProduct } from '../product.ts'
import { randomFrom } from '../random.ts'
import { check, seconds, type Scenario } from '../scenario.ts'

const targets = ['app', 'postmaster', 'backends', 'both'] as const
/** Milliseconds after a kill in which something must be written again, also on a machine that is busy with other things. */
const readyWithin = 60_000

export const crash: Scenario = async ({ isShort, seed, template, school }) => {
  const [kills, wanted] = isShort ? [4, 0] : [27, 20_000]
  const dataDir = newFolder(template)
  const random = randomFrom(seed)
  let product = await startProduct(dataDir)
  const ledger = startWriting({ school, seed, addressOf: () => product.address })
  let slowest = 0
  const done: Record<string, number> = {}
  for (let n = 0; n < kills || ledger.acknowledged() < wanted; n++) {
    await sleep(300 + random() * (isShort ? 1200 : 2700))
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
    const before = ledger.acknowledged()
    while (ledger.acknowledged() === before) {
      check(
        Date.now() - began < readyWithin,
        `nothing was written for ${readyWithin / 1000} s after the kill of ${target}\n${product.output()}`,
      )
      await sleep(20)
    }
    slowest = Math.max(slowest, Date.now() - began)
  }
  await ledger.stop()
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  const said = Object.entries(done).map(([target, times]) => `${times} × ${target}`)
  return `${said.join(', ')}: ${balance}; writing again after ${seconds(slowest)} at most`
}
