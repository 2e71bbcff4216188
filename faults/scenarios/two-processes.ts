/** Two processes on one external database: each write counts once, whichever process handled it, and each mail is sent once. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { headerOf, smtpServer } from '../../apps/server/test/smtp.ts'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { newFolder, startProduct } from '../product.ts'
import { check, type Scenario } from '../scenario.ts'

export const twoProcesses: Scenario = async ({ isShort, seed, template, school }) => {
  // Jobs of a killed process wait for its lease of a minute, so the short form stops them in order.
  const [ends, end] = isShort ? ([2, 'SIGTERM'] as const) : ([10, 'SIGKILL'] as const)
  const kills = isShort ? 0 : ends
  const smtp = await smtpServer()
  const database = await startEmbedded({ dataDir: newFolder(template) })
  const env = { DATABASE_URL: database.url, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'lms@example.org' }
  const folder = newFolder()
  try {
    const products = await Promise.all([startProduct(folder, env), startProduct(folder, env)])
    const ledger = startWriting({ school, seed, addressOf: (turn) => products[turn % 2]!.address, pause: pauseOf(isShort) })
    for (let n = 0; n < ends; n++) {
      await sleep(1500)
      const one = products[n % 2]!
      one.child.kill(end)
      const code = await one.ended
      check(end === 'SIGKILL' || code === 0, `SIGTERM: a process ended with ${code}\n${one.output()}`)
      products[n % 2] = await startProduct(folder, env)
    }
    await sleep(1000)
    await ledger.stop()
    const balance = await balanceOf(ledger, database.url)
    const added = await untilSent(database.url)
    for (const { child } of products) child.kill('SIGTERM')
    for (const { ended } of products) check((await ended) === 0, 'a process did not stop with 0')
    const ids = smtp.mails.map((mail) => headerOf(mail, 'message-id'))
    const twice = ids.length - new Set(ids).size
    check(new Set(ids).size === added, `${new Set(ids).size} mails left for ${added} people`)
    check(twice <= kills, `${twice} mails left twice, with ${kills} kills`)
    return `${ends} × ${end}: ${assertBalanced(balance)}; ${added} mails, ${twice} twice`
  } finally {
    await smtp.close()
    await database.stop()
  }
}

async function untilSent(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const end = Date.now() + 120_000; ; await sleep(200)) {
      const { rows } = await client.query<{ state: string; count: number }>('select state, count(*)::int as count from emails group by 1')
      const sent = rows.find(({ state }) => state === 'SENT')?.count ?? 0
      if (rows.every(({ state }) => state === 'SENT')) return sent
      check(Date.now() < end, `after two minutes the mails were ${JSON.stringify(rows)}`)
    }
  } finally {
    await client.end()
  }
}
