// Runs other programs: without a shell, passing on signals and their exit code.

import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { root, sentence } from './places.mjs'

const running = new Set()
let listening = false
let endedBy

/**
 * Runs with our own input and output; returns the exit code (128 + number for a signal, 127 if it could not start). With `channel` the
 * child gets `disconnect` however this process ends. With `inBackground` it only uses the CPU time that others leave.
 */
export async function run(file, parameters, { cwd = root, env = {}, channel = false, inBackground = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])]
  const child = start(file, parameters, { cwd, env: { ...process.env, ...env }, stdio })
  // Before it starts threads, which inherit it.
  if (inBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return ended(child)
}

/** Runs quietly; returns the exit code and the output. */
export async function capture(file, parameters, { cwd = root, env = {}, shell = false } = {}) {
  const child = start(file, parameters, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], shell })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { code: await ended(child), output }
}

/** Ends all processes started by `run` and `capture` that are still running. */
export function endAll(signal = 'SIGTERM') {
  for (const child of running) child.kill(signal)
}

// A signal from a terminal reaches the children directly as well: they must tolerate receiving it twice.
function start(file, parameters, options) {
  if (endedBy) throw Object.assign(sentence(`Ended by ${endedBy}.`), { endedBy })
  const child = spawn(file, parameters, options)
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
  endedBy = signal
  endAll(signal)
}

/**
 * A killed npm passes nothing on, but our parent process changes. `npm start` uses `exec`, so that npm itself is the parent
 * and not a shell, which would swallow signals. Only under npm: a process started in the background on purpose keeps running.
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
