/** The product as real processes: starting it, finding its processes, calling it, and cleaning up. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLeftovers } from '@lms/server/db/embedded/postmaster'
import { serverEnv, serverFlags, serverMain } from '../tools/up/server.mjs'

/** Milliseconds. */
const startPatience = 170_000

/** What a scenario has started and made, and must not leave behind. */
class Belongings {
  children = new Set<ChildProcess>()
  folders = new Set<string>()
  disks = new Set<string>()
}

const everyone = new Set<Belongings>()
const current = new AsyncLocalStorage<Belongings>()
const mine = (): Belongings => current.getStore()!

/** Runs it, and then ends its remaining processes and removes its folders, even if it failed. */
export function leavingNothing<Result>(action: () => Promise<Result>): Promise<Result> {
  const belongings = new Belongings()
  everyone.add(belongings)
  return current.run(belongings, () => action().finally(() => leaveNothing(belongings)))
}

export interface Product {
  child: ChildProcess
  pid: number
  address: string
  /** Milliseconds from its start until it was ready. */
  readyAfter: number
  output: () => string
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

const state = { isInterrupted: false }

/** Ends all, and prevents new starts. */
export async function interrupt(): Promise<void> {
  state.isInterrupted = true
  await Promise.all([...everyone].map(leaveNothing))
}

/** A data directory that is removed at the end; optionally a copy of another one. */
export function newFolder(from?: string): string {
  if (state.isInterrupted) throw new Error('interrupted')
  const folder = mkdtempSync(join(tmpdir(), 'lms-faults-'))
  chmodSync(folder, 0o755)
  mine().folders.add(folder)
  if (from) cpSync(from, folder, { recursive: true, filter: (path) => !/(lms\.(lock|pid)|reserve)$/.test(path) })
  return folder
}

/** A data directory on its own file system of that many megabytes; undefined if mounting is not allowed. */
export function newDisk(megabytes: number): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'lms-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'lms-faults', disk], { stdio: 'ignore' })
  } catch {
    rmdirSync(disk)
    return undefined
  }
  mine().disks.add(disk)
  const folder = join(disk, 'data')
  mkdirSync(folder)
  mine().folders.add(folder)
  return folder
}

/** Starts the server as `npm start` does, without building the web app. */
export async function startProduct(dataDir: string, env: Record<string, string> = {}, flags: string[] = []): Promise<Product> {
  const began = Date.now()
  const product = spawnProduct(dataDir, env, flags)
  const addressOf = () => /ready at (http:\S+)/.exec(product.output())?.[1]
  let exit: number | NodeJS.Signals | undefined
  void product.ended.then((code) => (exit = code))
  while (!addressOf()) {
    if (exit !== undefined) throw new Error(`The product ended with ${exit} instead of starting:\n${product.output()}`)
    if (Date.now() - began > startPatience) throw new Error(`The product was not ready in time:\n${product.output()}`)
    await sleep(20)
  }
  return { ...product, address: addressOf()!, readyAfter: Date.now() - began }
}

export function spawnProduct(
  dataDir: string,
  env: Record<string, string> = {},
  flags: string[] = [],
): Omit<Product, 'address' | 'readyAfter'> {
  if (state.isInterrupted) throw new Error('interrupted')
  const child = spawn(process.execPath, [...serverFlags, ...flags, serverMain], {
    env: {
      ...serverEnv,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      SEED: 'none',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { children } = mine()
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-100_000)))
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => {
      children.delete(child)
      resolve(code ?? signal!)
    }),
  )
  return { child, pid: child.pid!, output: () => output, ended }
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'cluster')

/** The postmaster first, then its children, found by their folder. */
export function databasePids(dataDir: string): number[] {
  const cluster = clusterOf(dataDir)
  const postmaster = Number(readLines(join(cluster, 'postmaster.pid'))[0])
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && folderOf(pid) === cluster)
  return found.sort((a, b) => Number(b === postmaster) - Number(a === postmaster) || a - b)
}

/** Backends of callers, without PostgreSQL's own processes. */
export const backendPids = (dataDir: string): number[] =>
  // A backend shows its client; the postmaster has the address among its settings.
  databasePids(dataDir).filter((pid) => readLines(`/proc/${pid}/cmdline`).join(' ').startsWith('postgres: lms '))

export const databaseUrl = (dataDir: string): string => {
  const port = readLines(join(clusterOf(dataDir), 'postmaster.pid'))[3]
  return `postgres://lms:${readLines(join(dataDir, 'postgres', 'password'))[0]}@127.0.0.1:${port}/lms`
}

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Processes that have ended in the meantime are no error. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}

export interface Answer {
  /** 0: no response. */
  status: number
  body: { detail?: string; token?: string; status?: string; files?: string; [name: string]: unknown }
  milliseconds: number
}

interface Call {
  token?: string | undefined
  body?: unknown
  key?: string | undefined
  /** Milliseconds. */
  patience?: number
}

export async function call(
  address: string,
  method: string,
  path: string,
  { token, body, key, patience = 30_000 }: Call = {},
): Promise<Answer> {
  const began = performance.now()
  const headers: Record<string, string> = { ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'idempotency-key': key }) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    const answer = await fetch(address + path, {
      method,
      headers,
      signal: AbortSignal.timeout(patience),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : {}, milliseconds: performance.now() - began }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, body: { detail: `${message} ${String(cause)}` }, milliseconds: performance.now() - began }
  }
}

async function leaveNothing(belongings: Belongings): Promise<void> {
  const { children, folders, disks } = belongings
  const ends = [...children]
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGKILL')
  // A file system in use by a process cannot be unmounted.
  await Promise.all(ends)
  for (const folder of folders) await leaveFolder(folder)
  for (const disk of disks) {
    execFileSync('umount', [disk])
    rmdirSync(disk)
  }
  everyone.delete(belongings)
}

async function leaveFolder(folder: string): Promise<void> {
  if (existsSync(clusterOf(folder))) {
    signal(databasePids(folder), 'SIGCONT')
    await endLeftovers(clusterOf(folder))
  }
  rmSync(folder, { recursive: true, force: true })
}
