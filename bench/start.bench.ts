/**
 * The second `npm start` on a data directory: the time until it is ready, and the CPU time (user and system) of all its processes until
 * then. Limits: 3 s, and 2 s of CPU time; medians of three starts. Linux only.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds } from './processes.ts'
import { median, Results } from './results.ts'

/** Seconds. */
const limits = { ready: 3, cpu: 2 }

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
let child: ChildProcess | undefined
try {
  await start()
  const starts = [await start(), await start(), await start()]
  const results = new Results('second start', 'seconds', 'limit')
  const [ready, cpu] = [median(starts.map(({ ready }) => ready)), median(starts.map(({ cpu }) => cpu))]
  results.add(ready <= limits.ready, 'until it is ready', ready, limits.ready)
  results.add(cpu <= limits.cpu, 'CPU until then', cpu, limits.cpu)
  process.exitCode = results.print()
} finally {
  child?.kill()
  await rm(dataDir, { recursive: true, force: true })
}

async function start(): Promise<{ ready: number; cpu: number }> {
  const began = performance.now()
  const started = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SEED: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  // The last of its processes closes the output.
  const closed = once(started, 'close')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    started.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece).includes('ready at') && resolve())
    started.once('close', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)))
  })
  const figures = { ready: (performance.now() - began) / 1000, cpu: cpuSeconds(started.pid!) }
  started.kill('SIGTERM')
  await closed
  return figures
}
