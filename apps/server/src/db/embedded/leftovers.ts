// Ends what an LMS that was killed left running on a cluster.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Stops a PostgreSQL that still runs on this cluster: fast first, so that its data is written, harder when it does not end. Called only
 * by the holder of the data directory's lock, so the LMS it belonged to is gone. A process counts as ours by what it does and not by the
 * number in postmaster.pid, which may by now belong to anything; that file is removed only when its process is not ours.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patience] of steps) {
    const found = await processesOf(cluster)
    if (found.length === 0) break
    const postmaster = postmasterPid(cluster)
    // The postmaster ends its own processes in order; those without one (it was killed) are told one by one, and heed only SIGQUIT.
    if (postmaster !== undefined && found.includes(postmaster) && signal !== 'SIGKILL') send(postmaster, signal)
    else for (const pid of found) send(pid, signal === 'SIGINT' ? 'SIGQUIT' : signal)
    await untilGone(cluster, patience)
  }
  if ((await processesOf(cluster)).length > 0) throw new Error(`An earlier PostgreSQL on ${cluster} does not end; end it and start again.`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function untilGone(cluster: string, patience: number): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end && (await processesOf(cluster)).length > 0) await sleep(50)
}

/** The lines of postmaster.pid, or nothing: 0 process id, 3 port, 7 status. */
export function postmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function postmasterPid(cluster: string): number | undefined {
  const pid = Number(postmasterFile(cluster)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

// Every PostgreSQL process works in its cluster's folder, so /proc tells them all, also those whose postmaster was killed.
async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return processesByCommand(cluster)
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && workingDirectory(pid) === folder)
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

// Elsewhere only the postmaster can be told by its command line; its orphans end by themselves once they notice.
async function processesByCommand(cluster: string): Promise<number[]> {
  const pid = postmasterPid(cluster)
  if (pid === undefined) return []
  const command =
    process.platform === 'win32' ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`] : ['ps', '-ww', '-o', 'command=', '-p', `${pid}`]
  const [file = '', ...parameters] = command
  const { stdout } = await run(file, parameters).catch(() => ({ stdout: '' }))
  const ours = process.platform === 'win32' ? stdout.includes('postgres') : stdout.includes('postgres') && stdout.includes(cluster)
  return ours ? [pid] : []
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}
