/** Terminates every connection repeatedly: the pool must not lose any slot permanently. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertBalanced, balanceOf, pauseOf, startWriting } from '../ledger.ts'
import { call, databaseUrl, newFolder, startProduct } from '../product.ts'
import { check, type Scenario } from '../scenario.ts'

/** Bytes of the log: one line per kind and second, with few kinds. */
const mostLogged = 50_000
/** More than the pool has connections, so that a lost one is noticed. */
const atOnce = 48

export const backends: Scenario = async ({ isShort, seed, template, school }) => {
  const rounds = isShort ? 8 : 30
  const dataDir = newFolder(template)
  const product = await startProduct(dataDir)
  const ledger = startWriting({ school, seed, addressOf: () => product.address, pause: pauseOf(isShort) })
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  let ended = 0
  for (let round = 0; round < rounds; round++) {
    await sleep(isShort ? 300 : 500)
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'lms' and pid <> pg_backend_pid()`,
    )
    ended += rowCount ?? 0
  }
  await ledger.stop()
  await client.end()
  const { token } = school.desks[0]!.student
  const answers = await Promise.all(Array.from({ length: atOnce }, () => call(product.address, 'GET', '/api/courses/enrolled', { token })))
  const failed = answers.filter(({ status }) => status !== 200).length
  check(failed === 0, `afterwards ${failed} of ${atOnce} readers were refused`)
  const logged = product.output()
  check(logged.length < mostLogged, `${logged.length} bytes were logged`)
  check(!/insert into|update "|select "/i.test(logged), 'statements were logged')
  const balance = assertBalanced(await balanceOf(ledger, databaseUrl(dataDir)))
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  return `${ended} connections ended in ${rounds} rounds: ${balance}; then ${atOnce} readers at once, all answered`
}
