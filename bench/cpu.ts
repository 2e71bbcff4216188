/** CPU seconds of processes, read from /proc (Linux): user and system time, ended children included. */
import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

interface Stat {
  parent: number
  seconds: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime, stime, cutime, cstime] = fields.slice(11, 15) as [number, number, number, number]
    return { parent: fields[1]!, seconds: (utime + stime + cutime + cstime) / ticksPerSecond }
  } catch {
    return undefined
  }
}

/** Seconds that a process and all its living descendants have used so far. */
export function cpuSeconds(root: number): number {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat) stats.set(Number(name), stat)
  }
  const belongs = (pid: number): boolean => pid === root || (stats.has(pid) && belongs(stats.get(pid)!.parent))
  return [...stats].reduce((sum, [pid, { seconds }]) => (belongs(pid) ? sum + seconds : sum), 0)
}
