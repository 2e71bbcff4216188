// Runs other programs: without a shell, with signals passed on, with their exit code handed back.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './places.mjs'

const running = new Set()
let listening = false

/**
 * Runs with our own input and output; gives the exit code (128 + number for a signal, 127 when it could not start). With `channel` the
 * child gets `disconnect` when this process ends in whatever way.
 */
export function run(file, parameters, { cwd = root, env = {}, channel = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])]
  const child = spawn(file, parameters, { cwd, env: { ...process.env, ...env }, stdio })
  return ended(follow(child))
}

/** Runs quietly; gives the exit code and everything it printed. */
export async function capture(file, parameters, { cwd = root, env = {}, shell = false } = {}) {
  const child = follow(spawn(file, parameters, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], shell }))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { code: await ended(child), output }
}

/** Ends all that `run` and `capture` started and that still runs. */
export function endAll(signal = 'SIGTERM') {
  for (const child of running) child.kill(signal)
}

// A signal from a terminal reaches the children directly as well: they must tolerate it twice.
function follow(child) {
  running.add(child)
  child.once('error', () => running.delete(child))
  child.once('close', () => running.delete(child))
  if (!listening) {
    listening = true
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
    whenNpmEnds(() => end('SIGTERM'))
  }
  return child
}

function end(signal) {
  if (running.size === 0) process.exit(128 + constants.signals[signal])
  endAll(signal)
}

/**
 * A killed npm passes nothing on, but our parent is then another process. `npm start` begins with `exec`, so that npm itself is the parent
 * and not a shell, which would keep signals for itself. Only under npm: who starts us in the background and leaves means it.
 */
function whenNpmEnds(then) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    then()
  }, 250)
  timer.unref()
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${child.spawnfile} did not start: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
