/**
 * Attendance of a large class, 1,000 students in 100 sessions. Export: milliseconds until the first byte (limit 1,000), and how far the
 * memory of the server (resident set) rises while all marks are sent, as CSV and as XLSX (limit 64 MiB each). Linux only.
 */

import { makeMarkedCourse } from './classes.ts'
import { residentMiB } from './processes.ts'
import { Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

const limits = { firstByte: 1000, rise: 64 }

const server = await startServer()
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const { url, token } = await makeDatabase(server.url, 'attendance')
  const [small, large] = await connected(url, async (run) => {
    const courses = [
      await makeMarkedCourse(run, { students: 20, weeks: 2 }),
      await makeMarkedCourse(run, { students: 1000, weeks: 50 }),
    ] as const
    await run('vacuum analyze')
    return courses
  })
  product = await serve('product', { DATABASE_URL: url, DATA_DIR: server.dataDir })
  const { pid, url: base } = product
  /** Milliseconds until the first byte, and all bytes. */
  const download = async (courseId: string, format: string) => {
    const began = performance.now()
    const path = `/api/attendance/export-attendance?courseId=${courseId}&format=${format}`
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    let [firstByte, bytes] = [0, 0]
    for await (const piece of answer.body!) {
      if (bytes === 0) firstByte = performance.now() - began
      bytes += piece.length
    }
    return { firstByte, bytes }
  }
  const results = new Results('export of 1,000 x 100', 'first byte, ms', 'MiB before', 'MiB at most', 'rise')
  for (const format of ['csv', 'xlsx']) {
    for (let turn = 0; turn < 3; turn++) await download(small, format)
    const warm = residentMiB(pid)
    let peak = warm
    const watch = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 10)
    const { firstByte, bytes } = await download(large, format).finally(() => clearInterval(watch))
    const rise = peak - warm
    const name = `${format}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`
    results.add(firstByte <= limits.firstByte && rise <= limits.rise, name, firstByte, warm, peak, rise)
  }
  process.exitCode = results.print()
} finally {
  product?.child.kill()
  await server.stop()
}
