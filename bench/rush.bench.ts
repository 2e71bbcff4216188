/**
 * 300 students open a course in the same second, each with a connection of their own for every call, as browsers do: none may fail, in the
 * 20 s that the web app waits for each try and the three times that it tries again. The limit is the number of failures; the times, and
 * how many calls were refused at first, depend on the machine.
 */

import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { signInAll } from './calls.ts'
import { ask } from './load.ts'
import { median, Results } from './results.ts'
import { findPlaces, openSchool, startServer } from './schools.ts'
import { serve } from './servers/fork.ts'

const [students, patience, mostRetries] = [300, 20_000, 3]
const refused: string[] = []

const server = await startServer()
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const url = await openSchool(server.url, 'small')
  const places = await findPlaces(url)
  const { class: tokens } = await signInAll(url, places)
  product = await serve('product', { DATABASE_URL: url, DATA_DIR: server.dataDir })
  const { url: address } = product
  const { course, item, thread } = places
  const paths = [
    '/api/auth/session',
    '/api/courses/enrolled',
    `/api/courses/${course}`,
    `/api/courses/progress/${course}`,
    `/api/media/course/${course}/${item}`,
    `/api/discussion/get-discussions/${course}`,
    '/api/assignments/my-assignments',
    `/api/discussion/get-comments/${course}/${thread}`,
  ]
  const open = async (student: number): Promise<[times: number[], failures: string[]]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    const headers = { authorization: `Bearer ${tokens[student % tokens.length]!}` }
    const [times, failures]: [number[], string[]] = [[], []]
    const call = async (path: string) => {
      const began = performance.now()
      for (let attempt = 0; attempt <= mostRetries; attempt++) {
        const late = sleep(patience, 'too late', { ref: false })
        const sent = ask(address, agent, { path, headers }).then(({ status }) => String(status))
        const outcome = await Promise.race([sent, late]).catch(() => 'reset')
        if (outcome === '200') break
        ;(attempt === mostRetries ? failures : refused).push(outcome)
        await sleep(1000 * (2 + 4 * Math.random()))
      }
      times.push(performance.now() - began)
    }
    await sleep((student / students) * 1000)
    await Promise.all(paths.map(call))
    agent.destroy()
    return [times, failures]
  }
  await open(0)
  const all = await Promise.all(Array.from({ length: students }, (_, student) => open(student)))
  const times = all.flatMap(([one]) => one).toSorted((a, b) => a - b)
  const failures = all.flatMap(([, one]) => one)
  console.log(`${times.length} calls; median ${Math.round(median(times))} ms, longest ${Math.round(times.at(-1)!)} ms`)
  for (const [kind, those] of Map.groupBy(refused, (one) => one)) console.log(`${those.length} × ${kind}, asked again`)
  const results = new Results('load', 'failed', 'limit')
  results.add(failures.length === 0, `${students} students in one second`, failures.length, 0)
  process.exitCode = results.print()
} finally {
  product?.child.kill()
  await server.stop()
}
