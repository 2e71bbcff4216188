/** CPU time and memory of a process with all its living descendants, read from /proc (Linux). */

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

/** The process and its descendants. */
function treeOf(root: number): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat) stats.set(Number(name), stat)
  }
  const belongs = (pid: number): boolean => pid === root || (stats.has(pid) && belongs(stats.get(pid)!.parent))
  return new Map([...stats].filter(([pid]) => belongs(pid)))
}

/** User and system time in seconds, that of ended children included. */
export function cpuSeconds(root: number): number {
  return [...treeOf(root).values()].reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Proportional set size in MiB: memory shared by processes is divided between them. */
export function memoryMiB(root: number): number {
  return [...treeOf(root).keys()].reduce((sum, pid) => sum + pssOf(pid), 0)
}

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Resident set in MiB, of the process alone. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
