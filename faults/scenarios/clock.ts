/** The clock of the server set back by an hour and forward again: nobody is signed out, nothing is rejected, jobs go on. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { call, databaseUrl, newFolder, signal, startProduct } from '../product.ts'
import { check, seconds, type Scenario } from '../scenario.ts'

const preload = join(import.meta.dirname, '../set-clock.mjs')
/** Milliseconds for a mail to be written to the outbox folder. */
const mailWithin = 60_000

export const clock: Scenario = async ({ isShort, seed, template, school }) => {
  const dataDir = newFolder(template)
  const product = await startProduct(dataDir, {}, ['--import', preload])
  const ledger = startWriting({ school, seed, addressOf: () => product.address, pause: pauseOf(isShort) })
  const mails = () => {
    try {
      return readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml')).length
    } catch {
      return 0
    }
  }
  let slowest = 0
  // Back by an hour, and forward by one.
  for (const change of ['SIGUSR2', 'SIGALRM'] as const) {
    await sleep(1000)
    signal([product.pid], change)
    await sleep(300)
    const [before, began] = [mails(), Date.now()]
    const body = { name: 'Late', email: `${change.toLowerCase()}@example.org`, role: 'USER' }
    const added = await call(product.address, 'POST', '/api/users/add-single-user', { token: school.admin.token, body })
    check(added.status === 201, `after ${change}, adding a person got ${added.status}`)
    while (mails() === before) {
      check(Date.now() - began < mailWithin, `after ${change}, no mail was sent for ${seconds(mailWithin)}\n${product.output()}`)
      await sleep(20)
    }
    slowest = Math.max(slowest, Date.now() - began)
  }
  await ledger.stop()
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  return `an hour back and forward: ${balance}; mails went on within ${seconds(slowest)}`
}
